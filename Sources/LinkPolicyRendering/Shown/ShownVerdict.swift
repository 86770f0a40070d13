/// What a proof came to for one statement, as a page shows it.
package struct ShownVerdict: Sendable, Equatable {
  /// What the proof came to.
  package enum Finding: String, Sendable, CaseIterable {
    /// No sequence breaks the statement.
    case proved
    /// A sequence breaks it.
    case refuted
    /// The search ended before it was decided.
    case undecided
  }

  /// The statement's name, such as `I3`.
  package var name: String
  /// The statement.
  package var statement: String
  /// What the proof came to.
  package var finding: Finding
  /// What it rests on and how far it went, each a sentence without a full stop.
  package var remarks: [String]
  /// The sequence that breaks it; empty unless it is refuted.
  package var story: [ShownStep]
  /// The sequence drawn; nil unless it is refuted.
  package var picture: SequencePicture?

  package init(
    _ name: String, statement: String, finding: Finding, remarks: [String] = [],
    story: [ShownStep] = [], picture: SequencePicture? = nil
  ) {
    self.name = name
    self.statement = statement
    self.finding = finding
    self.remarks = remarks
    self.story = story
    self.picture = picture
  }
}

extension ShownVerdict.Finding {
  /// The word that stands on the page.
  var word: String {
    switch self {
    case .proved: "PROVED"
    case .refuted: "BROKEN"
    case .undecided: "NOT DECIDED"
    }
  }

  /// The sign beside it.
  var sign: String {
    switch self {
    case .proved: "✓"
    case .refuted: "×"
    case .undecided: "?"
    }
  }

  /// The class that the style sheet colours.
  var style: String {
    switch self {
    case .proved: "enters"
    case .refuted: "refuses"
    case .undecided: "asks"
    }
  }
}
