import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyExploration
@testable import LinkPolicyReview

extension JointPropertyTests {
  /// Values that no account gives both policies at once, by an edit: of a fact, old and new.
  private static let apart: [(edit: Int, fact: EngineFact, old: ValueSet, new: ValueSet)] = {
    typealias Relay = FactValue.Relay
    typealias Methods = FactValue.Methods
    return [
      // Without consent a provider hides no address: a side that is a relay now was one before.
      (0, .relay, ValueSet(of: Relay.neither), ValueSet(of: Relay.asserted, .account, .both)),
      (0, .relay, ValueSet(of: Relay.asserted), ValueSet(of: Relay.account, .both)),
      (0, .relay, ValueSet(of: Relay.account), ValueSet(of: Relay.asserted, .both)),
      // Whoever counts fewer kinds counts no more methods.
      (3, .methods, ValueSet(of: Methods.none), ValueSet(of: Methods.one, .more)),
      (3, .methods, ValueSet(of: Methods.one), ValueSet(of: Methods.more)),
    ]
  }()

  /// Rows for each value of what is kept apart, so that every value is a class of cells.
  private static let telling: [(old: String, new: String)] = [
    (
      "  - {id: consent, action: link, relay: {not: neither}, consent: absent, refuse: ask-first}\n",
      ["asserted", "account", "both"].map {
        "  - {id: \($0), action: link, relay: \($0), consent: absent, refuse: ask-first}\n"
      }.joined()
    ),
    (
      "      - {id: present, same-provider: {not: none}, methods: {not: one}, do: [unlink]}\n",
      ["none", "more"].map {
        "      - {id: \($0), same-provider: {not: none}, methods: \($0), do: [unlink]}\n"
      }.joined()
    ),
  ]

  @Test("findings/review.md 3: no cell has values that no account gives both policies at once")
  func impossible() throws {
    var met = 0
    for (edit, fact, old, new) in Self.apart {
      let difference = try PolicyDifference(
        old: try Self.policy(Self.telling[0], Self.telling[1]),
        new: try Self.policy(Self.telling[0], Self.telling[1], Self.edits[edit]))
      for comparison in difference.comparisons {
        var algebra = comparison.algebra
        var box = CellBox(algebra.axes.map { .all($0.classCount) })
        var told = 0
        for (side, values) in [(Side.old, old), (.new, new)] {
          let joint = comparison.vocabulary.joint[side][fact.rawValue]
          guard let axis = algebra.axes.firstIndex(where: { $0.fact == joint }) else { continue }
          let held = comparison.vocabulary.values(of: joint, holding: values, side)
          let members = algebra.axes[axis].members
          let classes = members.indices.filter { members[$0].allSatisfy { held.contains($0) } }
          box.classes[axis] = ValueSet(classes)
          told += classes.isEmpty ? 0 : 1
        }
        guard told == 2 else { continue }
        met += 1
        let possible = algebra.mapping(comparison.root) { $0 == 0 ? 0 : 1 }
        let pairs = algebra.set(of: box)
        let both = algebra.intersection(possible, pairs)
        #expect(algebra.count(both) == 0, "\(fact): \(Self.edits[edit].new)")
      }
    }
    #expect(met >= Self.apart.count)
  }
}
