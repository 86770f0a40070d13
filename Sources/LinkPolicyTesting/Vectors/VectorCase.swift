public import LinkPolicy
package import LinkPolicyJSON

/// A vector: a sequence of steps with expected answers, or a text that must be rejected.
///
/// A ``VectorReader`` creates cases. The positions refer to the file of the case.
public struct VectorCase: Sendable {
  /// The permanent id of the case, unique in its suite and never reused.
  public var id: String
  /// The name of the case's policy; empty if neither the case nor its file names a policy.
  public var policy: String
  /// A one-line description of the case.
  public var title: String?
  /// The documented statements, such as `L1`, and the readings, such as `R17`, that the case tests.
  public var proves: [String]
  /// The flags of the case, which the suite's manifest describes.
  public var flags: [String]
  /// The known failures of the case, each under one policy.
  public var known: [KnownFailure]
  /// The source of the expectations, such as `CVE-2022-35924 next-auth`.
  public var source: String?
  /// A free-text comment on the case.
  public var comment: String?
  /// The tier of the case's shard; nil for a file without a manifest.
  public var tier: Tier?
  /// The name of the case's file.
  public var file: String
  /// The position of the case in its file.
  public var position: SourcePosition

  /// The steps of the case, or the text that must be rejected.
  package var content: CaseContent
  /// The JSON of the case; nil unless the reader keeps the JSON.
  ///
  /// If the case takes its policy from the file, the JSON has no `policy`.
  package var json: JSONValue?

  /// The content of a case: steps, or a text that must be rejected.
  package enum CaseContent: Sendable {
    /// A sequence of steps with expectations.
    case sequence(VectorSequence)
    /// A text that must not load as a policy.
    case rejectedPolicy(RejectedText)
    /// A request that must be rejected.
    case rejectedInput(RejectedText)
  }

  /// The number of steps, including waits; 0 for a text that must be rejected.
  public var stepCount: Int { steps.count }

  /// The kind of content: `sequence`, `reject-policy` or `reject-input`.
  public var kind: String {
    switch content {
    case .sequence: "sequence"
    case .rejectedPolicy: "reject-policy"
    case .rejectedInput: "reject-input"
    }
  }

  /// Whether the case needs a policy to run.
  public var needsPolicy: Bool {
    if case .rejectedPolicy = content { false } else { true }
  }

  /// The steps; empty for a text that must be rejected.
  package var steps: [VectorStep] { sequence?.steps ?? [] }

  /// The sequence; nil for a text that must be rejected.
  package var sequence: VectorSequence? {
    if case .sequence(let sequence) = content { sequence } else { nil }
  }
}

/// The initial state, the steps, and the expected final accounts of a vector.
package struct VectorSequence: Sendable {
  /// The settings before the first step.
  package var settings: Settings
  /// The default tenant of attempts and given rows; nil if there is no default tenant.
  package var tenant: String?
  /// The rows of the store before the first step, such as accounts, sessions and codes.
  package var given: VectorGiven
  /// The steps, in order.
  package var steps: [VectorStep]
  /// The expected accounts after the last step; nil if the accounts are not compared.
  package var accounts: [ExpectedAccount]?

  /// Creates a sequence.
  package init(
    settings: Settings = Settings(), tenant: String? = nil, given: VectorGiven = VectorGiven(),
    steps: [VectorStep], accounts: [ExpectedAccount]? = nil
  ) {
    self.settings = settings
    self.tenant = tenant
    self.given = given
    self.steps = steps
    self.accounts = accounts
  }
}

/// A step of a vector.
package struct VectorStep: Sendable {
  /// The content of a step: an attempt, a wait or a change of settings.
  package enum StepContent: Sendable {
    /// An attempt with its expected answer.
    case attempt(VectorAttempt)
    /// A wait, after which sessions are old or codes have expired.
    case wait(Wait)
    /// A change of the settings for all later steps.
    case set(Settings)
  }

  /// The effect of a wait on sessions or codes.
  package enum Wait: Sendable {
    /// Sessions are no longer recent.
    case old
    /// All codes mailed so far expire.
    case expired
  }

  package var content: StepContent
  package var position: SourcePosition

  /// The greatest step number that this step's session or ticket names; 0 if neither names a step.
  var greatestReference: Int {
    guard case .attempt(let attempt) = content else { return 0 }
    let ticket = attempt.ticket ?? 0
    if case .step(let number) = attempt.session {
      return max(number, ticket)
    }
    return ticket
  }

  /// Whether the step keeps the text of its file in memory; only a step with expected changes does.
  var keepsText: Bool {
    guard case .attempt(let attempt) = content else { return false }
    return attempt.expectation.changes != nil
  }
}

/// The numbers of a sequence's settings, given rows and steps, by which a player recognizes sequences that begin with
/// equal steps.
///
/// A number identifies the text of a part in the lines of one decoder. The number 0 means that the part is absent, and
/// nil means that the part has no number.
struct SequenceNumbers: Sendable {
  /// The number of the settings' text; equal numbers mean equal texts.
  var settings: Int? = 0
  /// The number of the given rows' text; equal numbers mean equal texts.
  var given: Int? = 0
  /// The numbers of the steps' texts, in order; equal numbers mean equal texts.
  var steps: [Int?] = []
}

/// An attempt of a vector, with its session, target, code, ticket and expected answer.
package struct VectorAttempt: Sendable {
  /// A reference to a session or code, such as the newest session.
  package enum Reference: Sendable {
    /// The newest session or code.
    case last
    /// The session that the step with this number opened.
    case step(Int)
    /// The given session with this id, or the code with this id.
    case id(String)
  }

  package var attempt: Attempt
  /// The session of the caller; nil for a caller without a session.
  package var session: Reference?
  package var target: String?
  package var code: Reference?
  /// The number of the step whose decision issued the ticket of this attempt; nil for an attempt without a ticket.
  package var ticket: Int?
  /// The settings that override the current settings in this step only.
  package var settings: Settings
  /// The facts stated in addition to the attempt, such as whether its method is enabled.
  package var stated: StatedValues
  /// The methods that the service has disabled; nil if the step has no such list.
  package var disabledMethods: [DisabledMethod]?
  /// The expectation, in an array of one element.
  ///
  /// Copies of an attempt share the array until one of them changes its expectation.
  private var box: [Expectation]

  /// Creates an attempt.
  package init(
    attempt: Attempt, session: Reference?, target: String?, code: Reference?, ticket: Int?,
    settings: Settings, stated: StatedValues, disabledMethods: [DisabledMethod]? = nil,
    expectation: Expectation
  ) {
    self.attempt = attempt
    self.session = session
    self.target = target
    self.code = code
    self.ticket = ticket
    self.settings = settings
    self.stated = stated
    self.disabledMethods = disabledMethods
    box = [expectation]
  }

  /// The expected answer to the attempt.
  package var expectation: Expectation {
    _read { yield box[0] }
    _modify { yield &box[0] }
  }
}

/// A text that must be rejected, with the expected finding.
package struct RejectedText: Sendable {
  /// The text, in any encoding.
  package var bytes: [UInt8]
  /// The code of the first error, or the reason that a request cannot be decided.
  package var code: Name
  /// The line of the first error in the text, counted from 1.
  package var line: Int
  /// The column of the first error, in Unicode scalars, counted from 1.
  package var column: Int
  /// The position of the expectation in the case's file.
  package var position: SourcePosition

  /// Creates the expectation that a text is rejected.
  package init(
    _ bytes: [UInt8], code: Name, line: Int, column: Int, position: SourcePosition
  ) {
    self.bytes = bytes
    self.code = code
    self.line = line
    self.column = column
    self.position = position
  }
}

/// The purpose of a shard of a suite, for selecting the cases to run.
public enum Tier: String, Sendable, CaseIterable {
  /// A few cases that quickly detect a broken implementation.
  case smoke
  /// Handwritten cases for every row and every statement.
  case core
  /// A small set of cases that detects mutants: policies with one small wrong edit.
  case mutants
  /// Every combination of a few values.
  case exhaustive
  /// Longer sequences that mix several actions.
  case sequences
  /// The recorded answers of another implementation, such as Firebase's emulator.
  case recorded
  /// Attacks, each with the outcome that protects the victim.
  case attacks
  /// Texts that must be rejected, such as policies and requests with an error.
  case invalid
}
