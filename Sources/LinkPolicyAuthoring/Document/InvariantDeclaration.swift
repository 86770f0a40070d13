public import LinkPolicy

/// Something that must never happen, as a policy says of itself.
///
/// It decides nothing: it is for `prove` to show, and does not count for the digest.
public struct InvariantDeclaration: Sendable {
  /// The stable id, unique among the invariants.
  public var id: Located<Name>
  /// The facts under which it must not happen; always, where this is empty.
  public var conditions: [Condition]
  /// What must not happen: `allowed`, `refused`, errors, and words of effects.
  public var never: [Located<Name>]
  /// The statements and readings that it goes by.
  public var because: [Located<Name>]

  /// Creates an invariant without conditions that forbids nothing; set what it has.
  ///
  /// - Parameter id: the stable id, unique among the invariants.
  public init(id: Located<Name>) {
    self.id = id
    conditions = []
    never = []
    because = []
  }
}
