package import LinkPolicy

/// One step of a vector.
package struct VectorStep: Sendable {
  /// What happens.
  package enum Content: Sendable {
    /// Somebody attempts something.
    case attempt(VectorAttempt)
    /// Time passes.
    case wait(Wait)
    /// Settings change from here on.
    case set(Settings)
  }

  /// How much time passes.
  package enum Wait: Sendable {
    /// Sessions are no longer recent.
    case old
    /// Codes mailed so far expire.
    case expired
  }

  package var content: Content
  package var position: SourcePosition
}

/// An attempt of a vector: who makes it, on whom, with what, and what it must come to.
package struct VectorAttempt: Sendable {
  /// Something that an earlier step made.
  package enum Reference: Sendable {
    /// The newest there is.
    case last
    /// The session that a step opened, by the step's number.
    case step(Int)
    /// The given session, or the code, of this id.
    case id(String)
  }

  package var attempt: Attempt
  /// The session it is made with.
  package var session: Reference?
  package var target: String?
  package var code: Reference?
  /// The step whose decision handed out the ticket that this attempt resumes with.
  package var ticket: Int?
  /// The settings of this step alone.
  package var settings: Settings
  /// What is stated beside the attempt, such as whether its method is switched on.
  package var stated: StatedValues
  /// Always one element: an array is the copy-on-write box that needs nothing unsafe.
  private var box: [Expectation]

  /// Creates an attempt from its parts.
  package init(
    attempt: Attempt, session: Reference?, target: String?, code: Reference?, ticket: Int?,
    settings: Settings, stated: StatedValues, expectation: Expectation
  ) {
    self.attempt = attempt
    self.session = session
    self.target = target
    self.code = code
    self.ticket = ticket
    self.settings = settings
    self.stated = stated
    box = [expectation]
  }

  /// What it must come to.
  package var expectation: Expectation {
    _read { yield box[0] }
    _modify { yield &box[0] }
  }
}
