package import LinkPolicyExploration

/// An invariant whose verdict differs between two policies.
package struct InvariantChange: Sendable {
  /// The verdict of a proof on the invariant, such as `proved`.
  package enum InvariantVerdict: String, Sendable, CaseIterable {
    case proved, broken, undecided
    /// The policy does not state the invariant.
    case none = "not stated"
  }

  /// The id of the invariant, such as `I3`.
  package var id: String
  /// The statement of the invariant: an event that must never happen.
  package var statement: String
  /// The verdict for each policy, such as `proved` for the old and `broken` for the new policy.
  package var verdicts: Sides<InvariantVerdict>
  /// The lines of the sequence that breaks the invariant under one policy; empty if no sequence is known.
  package var story: [String]

  package init(id: String, statement: String, verdicts: Sides<InvariantVerdict>, story: [String]) {
    self.id = id
    self.statement = statement
    self.verdicts = verdicts
    self.story = story
  }

  /// Whether the invariant has a proof for the old policy but no proof for the new policy.
  package var isLost: Bool { verdicts.old == .proved && verdicts.new != .proved }
}
