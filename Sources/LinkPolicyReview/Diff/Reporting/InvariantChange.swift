/// An invariant of which two policies have another verdict.
package struct InvariantChange: Sendable {
  /// What a proof says of an invariant.
  package enum Verdict: String, Sendable, CaseIterable {
    case proved, broken, undecided
    /// The policy does not state it.
    case none = "not stated"
  }

  /// The invariant's id.
  package var id: String
  /// What must never happen, in words.
  package var statement: String
  /// The verdicts.
  package var verdicts: Sides<Verdict>
  /// The sequence that breaks it under the policy that does not keep it, line by line; empty where none is known.
  package var story: [String]

  package init(id: String, statement: String, verdicts: Sides<Verdict>, story: [String]) {
    self.id = id
    self.statement = statement
    self.verdicts = verdicts
    self.story = story
  }

  /// Whether it held, and was not shown to hold any more.
  package var isLost: Bool { verdicts.old == .proved && verdicts.new != .proved }
}
