import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyJSON
@testable import LinkPolicyReview

/// The fixed parts of decisions, rendered once, against decisions that are rendered whole.
@Suite("Rendered parts of decisions")
struct DecisionFragmentsTests {
  private static func text(_ decision: Decision, from fragments: DecisionFragments?) -> String {
    var writer = JSONWriter()
    writer.decision(decision, isExplained: true, from: fragments)
    return String(decoding: writer.take(), as: UTF8.self)
  }

  @Test(
    "come to the same text for every decision", arguments: Thoroughness.share(of: Presets.names))
  func sameText(name: String) throws {
    let policy = try Presets.compiled(named: name)
    let fragments = DecisionFragments(policy.policy)
    var rows: Set<String> = []
    let stride = Thoroughness.pick(1, orElse: 5)
    for (place, (decision, _)) in try ExploredDecisions.made(policy).enumerated()
    where place % stride == 0 {
      let whole = Self.text(decision, from: nil)
      #expect(Self.text(decision, from: fragments) == whole)
      rows.insert(decision.row.map { $0.table + "/" + $0.id } ?? "none")
    }
    #expect(rows.count > 20, "only \(rows.sorted()) decided")
  }

  @Test("cover every row and guard")
  func allRows() throws {
    let policy = try Presets.compiled(named: "firebase")
    let fragments = DecisionFragments(policy.policy)
    let answers = policy.policy.rowAnswers.joined() + policy.policy.guardAnswers
    #expect(answers.count > 100)
    let decision = try #require(try ExploredDecisions.made(policy).first).decision
    for answer in answers {
      let other = Decision(
        image: policy.policy.image, source: answer.source, table: answer.table,
        facts: decision.facts, isProven: decision.isProven, read: decision.read,
        situation: decision.situation, pointed: decision.pointed, record: decision.record)
      #expect(Self.text(other, from: fragments) == Self.text(other, from: nil))
    }
  }

  @Test("are not used for a decision of another policy")
  func otherPolicy() throws {
    let fragments = DecisionFragments(Presets.hardened)
    for (decision, _) in try ExploredDecisions.all.get().prefix(20) {
      #expect(Self.text(decision, from: fragments) == Self.text(decision, from: nil))
    }
  }

  @Test("leave out the values of a fact with very many, which are written as they come")
  func manyValues() throws {
    let numbers = 0..<1_100
    let sets = numbers.map { "  s\($0): [d\($0).example]" }.joined(separator: "\n")
    let rows = numbers.map {
      "      - {id: r\($0), domain: s\($0), credential: new, address: free, do: [create, sign-in]}"
    }
    let text = """
      linkpolicy: 1
      name: many
      title: many domains
      providers:
        g: {kind: federated}
      domains:
      \(sets)
      decisions:
        sign-in.federated:
          rows:
      \(rows.joined(separator: "\n"))
            - {id: rest, refuse: "no"}
      errors: {"no": {}}
      """
    let policy = try CompiledPolicy(yaml: Array(text.utf8), name: "many.yaml")
    let fact = policy.policy.image.vocabulary.schema.facts[EngineFact.domain.rawValue]
    #expect(fact.values.count > 1_024)
    let fragments = DecisionFragments(policy.policy)
    for domain in ["d0.example", "d1099.example", "other.example"] {
      let assertion = Assertion(
        verified: "g", subject: "1", addresses: [AddressRecord("ann@" + domain)])
      let attempt = Attempt(.signIn, with: assertion)
      let lookup = try policy.policy.lookup(for: attempt, by: .nobody, under: [:])
      let decision = try policy.policy.decide(
        lookup.answered(
          credential: .nobody, addresses: lookup.addresses.map { _ in [] }, session: .notAsked,
          target: .notAsked, code: .notAsked, method: .enabled))
      #expect(Self.text(decision, from: fragments) == Self.text(decision, from: nil))
    }
  }
}
