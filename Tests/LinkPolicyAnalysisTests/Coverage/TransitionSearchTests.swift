import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("One row after another")
struct TransitionSearchTests {
  private static func rows(
    _ sequence: StepSequence, _ policy: CompiledPolicy, _ numbers: RowNumbers
  ) -> [Int] {
    sequence.play(policy).compactMap { $0.decision }.compactMap { numbers.number(of: $0) }
  }

  @Test("a sequence for a transition ends with both rows", arguments: Sketches.tiny)
  func sequences(name: String) throws {
    var limits = Explorer.Limits()
    limits.stores = 12
    var explorer = Explorer(try Sketches.policy(name), limits: limits)
    explorer.explore()
    let numbers = RowNumbers(explorer.policy)
    let reachable = ReachableTransitions(in: explorer, numbers: numbers)
    let wanted = reachable.found.keys.sorted()
    let found = TransitionSearch(in: explorer, numbers: numbers, reachable: reachable)
      .sequences(for: wanted)
    #expect(wanted.count > 10 && Double(found.count) > Double(wanted.count) * 0.9)
    for (transition, sequence) in found {
      let rows = Self.rows(sequence, explorer.policy, numbers)
      #expect(rows.suffix(2) == [transition.from, transition.to], "\(name)")
      let start = try #require(reachable.found[transition])
      #expect(explorer.stores[start.store].depth == reachable.depth(of: transition, explorer))
    }
  }

  @Test("what one sequence after another shows is found, however few stores were looked into")
  func found() throws {
    let policy = try Harbour.policy(
      (
        "{id: add,    session: [recent, old, revoked], credential: new, do: [replace-subject]}",
        """
        {id: add,    session: [recent, revoked], credential: new, do: [replace-subject]}
              - {id: late,   session: old, credential: new, refuse: sign-in-first}
        """
      ))
    var seen: Set<Coverage.Transition> = []
    var names: [String] = []
    for stores in 2...16 {
      var limits = Explorer.Limits()
      limits.stores = stores
      var explorer = Explorer(policy, limits: limits)
      explorer.explore()
      let numbers = RowNumbers(explorer.policy)
      names = numbers.names.map { $0.text }
      let reachable = ReachableTransitions(in: explorer, numbers: numbers)
      for number in explorer.situations.indices {
        for outcome in explorer.situations[number].outcomes {
          let rows = Self.rows(
            explorer.sequence(to: number, outcome.combination), explorer.policy, numbers)
          for (from, to) in zip(rows, rows.dropFirst()) {
            let transition = Coverage.Transition(from: from, to: to)
            seen.insert(transition)
            #expect(
              reachable.found[transition] != nil, "\(stores) \(names[from]) \(names[to])")
          }
        }
      }
    }
    let words = seen.map { names[$0.from] + " " + names[$0.to] }
    // That one takes waiting until the session is old.
    #expect(words.contains("sign-in.federated/first link.federated/late"))
  }
}
