import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("Facts of two policies")
struct JointVocabularyTests {
  private static func pairs() throws -> [Sides<CompiledPolicy>] {
    let harbour = try Harbour.policy()
    let edits = [
      ("own: [harbour.example]", "own: [harbour.example, quay.example]"),
      ("own: [harbour.example]", "own: [\"*.harbour.example\"]"),
      ("joining: [open, closed]", "joining: [slow, closed, open]"),
      (
        "pier.example:          {kind: federated}",
        "pier.example: {kind: federated}\n  quay.example: {kind: federated}"
      ),
    ]
    var pairs = try edits.map { Sides(old: harbour, new: try Harbour.policy($0)) }
    pairs.append(Sides(old: harbour, new: harbour))
    pairs.append(
      Sides(old: try Sketches.policy("better-auth"), new: try Sketches.policy("unrelated")))
    return pairs + pairs.map { pair in Sides { pair[$0.other] } }
  }

  @Test("a joint value is found again by what both policies read")
  func values() throws {
    for policies in try Self.pairs() {
      let vocabulary = JointVocabulary(policies)
      for (number, fact) in vocabulary.facts.enumerated() {
        for side in Side.allCases {
          guard let own = fact.own[side] else {
            #expect(fact.values.allSatisfy { $0.own[side] == -1 })
            continue
          }
          #expect(vocabulary.joint[side][own] == number)
          let count = policies[side].vocabulary.schema.count(own)
          #expect(fact.values.allSatisfy { $0.own[side] < count })
        }
        for (index, value) in fact.values.enumerated() {
          #expect(vocabulary.value(of: number, own: value.own) == index, "\(fact.name.text)")
        }
        #expect(Set(fact.values.map { $0.own }).count == fact.values.count, "\(fact.name.text)")
      }
    }
  }

  @Test("sets of values are those of which a policy reads one that is in the set")
  func sets() throws {
    var missing = 0
    for policies in try Self.pairs() {
      let vocabulary = JointVocabulary(policies)
      for (number, fact) in vocabulary.facts.enumerated() {
        for side in Side.allCases {
          guard let own = fact.own[side] else {
            #expect(vocabulary.values(of: number, missingIn: side).isEmpty)
            continue
          }
          let none = fact.values.indices.filter { fact.values[$0].own[side] < 0 }
          #expect(vocabulary.values(of: number, missingIn: side) == ValueSet(none))
          missing += none.count
          let count = policies[side].vocabulary.schema.count(own)
          for set in [ValueSet([0]), ValueSet([count - 1]), ValueSet.all(count)] {
            let held = fact.values.indices.filter { index in
              fact.values[index].own[side] >= 0 && set.contains(fact.values[index].own[side])
            }
            #expect(vocabulary.values(of: number, holding: set, side) == ValueSet(held))
          }
        }
      }
    }
    #expect(missing > 0)
  }

  @Test("addresses of a domain lie in the set of each policy, whatever the sets are called")
  func domains() throws {
    let policies = Sides(
      old: try Harbour.policy(),
      new: try Harbour.policy(
        ("own: [harbour.example]", "own: [harbour.example, \"*.quay.example\"]")))
    let vocabulary = JointVocabulary(policies)
    let fact = EngineFact.domain.rawValue
    let joint = try #require(vocabulary.facts.firstIndex { $0.name == "domain" })
    let domains = ["harbour.example", "a.quay.example", "quay.example", "x.example"]
    let values = try domains.map { domain in
      vocabulary.value(
        of: joint,
        own: Sides(
          old: try policies.old.vocabulary.domain(of: "a@" + domain),
          new: try policies.new.vocabulary.domain(of: "a@" + domain)))
    }
    #expect(values.allSatisfy { $0 >= 0 } && values[2] == values[3])
    #expect(Set(values).count == 3)
    // The old policy's condition on its own set is about the first alone.
    let own = try #require(policies.old.vocabulary.schema.facts[fact].value(named: "own"))
    let condition = ResolvedCondition(
      fact: fact, values: ValueSet([own]), position: SourcePosition(line: 1, column: 1))
    #expect(
      vocabulary.values(of: joint, holding: condition.values, .old) == ValueSet([values[0]]))
    let there = try #require(vocabulary.translate(condition, from: .old))
    #expect(there.fact == fact && there.values == ValueSet([own]))
    // In the values of the old one, the new set is its own set and part of the rest.
    let back = try #require(vocabulary.translate(condition, from: .new))
    let rest = try policies.old.vocabulary.domain(of: "a@x.example")
    #expect(back.values == ValueSet([own, rest]))
  }

  @Test("settings go by name, and by the names of their values")
  func settings() throws {
    let policies = Sides(
      old: try Harbour.policy(),
      new: try Harbour.policy(("joining: [open, closed]", "joining: [slow, closed, open]")))
    let vocabulary = JointVocabulary(policies)
    let fact = try #require(vocabulary.facts.first { $0.name == "setting.joining" })
    let own = Dictionary(uniqueKeysWithValues: fact.values.map { ($0.name.text, $0.own) })
    #expect(own["open"] == Sides(old: 0, new: 2) && own["closed"] == Sides(old: 1, new: 1))
  }
}
