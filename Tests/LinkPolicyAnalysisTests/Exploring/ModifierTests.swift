import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyExploration

@Suite("Modifiers of attempts")
struct ModifierTests {
  private static func modifiers(_ counts: [Int]) -> [Modifier] {
    counts.enumerated().map { number, count in
      Modifier(
        subject: .setting(name: "s\(number)", values: []), fact: number,
        values: Array(0..<count))
    }
  }

  @Test("all combinations come, each once and those nearest to the usual first")
  func combinations() {
    for counts in [[], [3], [2, 3, 2], [1, 4], [2, 2, 2, 2]] {
      let all = Modification.all(of: Self.modifiers(counts)).map { $0.choices }
      #expect(all.count == counts.reduce(1, *) && Set(all).count == all.count)
      #expect(all.allSatisfy { zip($0, counts).allSatisfy { $0 < $1 } && $0.count == counts.count })
      let distances = all.map { $0.count { $0 != 0 } }
      #expect(distances == distances.sorted() && distances.first == 0)
    }
  }

  @Test("of more than the limit those with up to two that are not usual come, and no others")
  func limit() {
    let counts = [3, 2, 3, 2]
    let all = Modification.all(of: Self.modifiers(counts), limit: 36).map { $0.choices }
    #expect(all.count == 36)
    let some = Modification.all(of: Self.modifiers(counts), limit: 35).map { $0.choices }
    #expect(Set(some) == Set(all.filter { $0.count { $0 != 0 } <= 2 }))
    // One usual, 2 + 1 + 2 + 1 with one other, and each pair of those.
    #expect(some.count == 1 + 6 + 13 && Set(some).count == 20)
    #expect(!Modification.isCut(Self.modifiers(counts), limit: 36))
    #expect(Modification.isCut(Self.modifiers(counts), limit: 35))
    // Two modifiers have no combination with more than two unusual values.
    #expect(!Modification.isCut(Self.modifiers([9, 9]), limit: 35))
  }

  @Test("what is set in an attempt is what is read from it", arguments: Sketches.all)
  func consistent(name: String) throws {
    let policy = try Sketches.policy(name)
    var limits = Explorer.Limits()
    limits.stores = 4
    var explorer = Explorer(policy, limits: limits)
    explorer.explore()
    var tried = 0
    for number in explorer.situations.indices {
      let basis = explorer.situations[number]
      let pattern = explorer.patterns[basis.pattern]
      let modifiers = pattern.modifiers(isChecked: basis.isChecked)
      let all = pattern.combinations(isChecked: basis.isChecked)
      for place in all.indices where all.count < 20 || place % 7 == 0 {
        var facts = basis.facts
        all[place].set(modifiers, in: &facts)
        var step = basis.step
        explorer.modify(&step, of: number, place)
        let situation = try explorer.stores[basis.store].accounts.situation(
          for: step.attempt, by: step.caller, under: policy.policy)
        let read = try policy.reading(of: step.attempt, in: situation).facts
        for modifier in modifiers {
          #expect(read[modifier.fact] == facts[modifier.fact], "\(name) \(number) \(place)")
        }
        tried += 1
      }
    }
    #expect(tried > 10)
  }

  @Test("only what a condition notices is modified, and the first value is the usual one")
  func noticed() throws {
    let policy = try Harbour.policy()
    let axes = ConditionAxes(policy, policy.conditions)
    let action = try #require(policy.vocabulary.actions.first { $0.name == "sign-in" })
    let all = Modifier.all(of: policy, action: action, kind: .federated, axes: axes)
    let schema = policy.vocabulary.schema
    #expect(all.map { schema.facts[$0.fact].name.text } == ["setting.joining"])
    #expect(all.map { $0.values } == [[0, 1]])
    var facts = FactVector(every: 0)
    all[0].set(1, in: &facts)
    #expect(facts[all[0].fact] == 1)
    let origin = EngineFact.origin.rawValue
    let noticing = ConditionAxes(
      policy,
      policy.conditions + [
        ResolvedCondition(
          fact: origin, values: ValueSet([FactValue.Origin.returned.rawValue]),
          position: SourcePosition(line: 1, column: 1))
      ])
    let more = Modifier.all(of: policy, action: action, kind: .federated, axes: noticing)
    #expect(more.map { $0.fact } == [origin, all[0].fact])
    #expect(more[0].values.last == FactValue.Origin.returned.rawValue)
  }
}
