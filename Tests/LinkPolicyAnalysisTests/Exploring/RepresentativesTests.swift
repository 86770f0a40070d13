import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration

@Suite("Representatives")
struct RepresentativesTests {
  private static func policy(_ rows: String, claims: String = "{}") throws -> CompiledPolicy {
    let text = """
      linkpolicy: 1
      name: representatives
      domains: {own: [own.example, "*.own.example"], far: [far.example]}
      claims: \(claims)
      providers:
        one: {kind: federated}
        two: {kind: federated}
        three: {kind: federated}
        four: {kind: federated}
        five: {kind: federated}
        blank: {kind: federated, gives: []}
        password: {kind: password}
      decisions:
        sign-in.federated:
          hit: first
          rows:
      \(rows)
            - {id: rest, refuse: no}
        sign-in.password:
          rows:
            - {id: rest, refuse: no}
      errors: {no: {}}
      """
    return try CompiledPolicy(yaml: Array(text.utf8), name: "representatives.yaml")
  }

  private static func row(_ conditions: String) -> String {
    "      - {id: row, credential: known, \(conditions)do: [sign-in]}"

  }

  @Test("one provider of each class, and a second of the largest, in the order of the policy")
  func providers() throws {
    let found = Representatives(of: [try Self.policy(Self.row("provider: [two, three], "))])
    #expect(found.providers.map { $0.id } == ["one", "four", "two", "blank", "password"])
    #expect(found.providers.map { $0.isTwin } == [false, true, false, false, false])
    #expect(found.providers.map { $0.givesEmail } == [true, true, true, false, true])
    let plain = Representatives(of: [try Self.policy(Self.row(""))])
    #expect(plain.providers.map { $0.id } == ["one", "two", "blank", "password"])
    #expect(plain.domains == ["example.com"] && plain.claims.map { $0.count } == [0])
  }

  @Test("what either of two policies tells apart is told apart")
  func two() throws {
    let one = try Self.policy(Self.row("provider: [two, three], "))
    let other = try Self.policy(Self.row("provider: three, "))
    let both = Representatives(of: [one, other])
    #expect(both.providers.map { $0.id } == ["one", "four", "two", "three", "blank", "password"])
  }

  @Test("a domain of each class, the plainest first")
  func domains() throws {
    let own = Representatives(of: [try Self.policy(Self.row("domain: own, "))])
    #expect(own.domains == ["example.com", "own.example"])
    let both = try Self.policy(Self.row("domain: own, ") + "\n" + Self.other)
    #expect(
      Representatives(of: [both]).domains == ["example.com", "own.example", "far.example"])
  }

  private static let other =
    "      - {id: other, credential: new, domain: far, refuse: no}"

  @Test("every combination of the classes of claims is made, and no claim is one of them")
  func claims() throws {
    let declared = #"{a: {yes: [true], no: [false]}, b: {yes: ["y"]}}"#
    let policy = try Self.policy(
      Self.row("claim.a: yes, claim.b: yes, "), claims: declared)
    let found = Representatives(of: [policy]).claims
    let texts = found.map { $0.map { $0.name }.joined(separator: " ") }
    // Of each claim one value that the row looks for and one that it does not.
    #expect(found.count == 4 && texts.contains("a b"))
    let axes = ConditionAxes(policy, policy.conditions)
    let classes = found.map { claims in
      ["a", "b"].map { name in
        axes.group(ofClaim: name, claims.first { $0.name == name }?.value, policy)
      }
    }
    #expect(Set(classes).count == 4)
  }

  @Test("claims beyond the limit of combinations are left out, and that is reported")
  func tooManyClaims() throws {
    func found(_ count: Int) throws -> Representatives {
      let names = (0..<count).map { "c\($0)" }
      let declared = names.map { $0 + ": {yes: [true], no: [false]}" }.joined(separator: ", ")
      // The two conditions distinguish three classes of each claim.
      let rows = names.flatMap { name in
        ["yes", "no"].map { "      - {id: \(name)-\($0), claim.\(name): \($0), refuse: no}" }
      }
      let policy = try Self.policy(rows.joined(separator: "\n"), claims: "{\(declared)}")
      return Representatives(of: [policy])
    }
    let all = try found(3)
    #expect(all.claims.count == 27 && !all.leavesOutClaims)
    let some = try found(4)
    #expect(some.leavesOutClaims)
    #expect(!some.claims.joined().contains { $0.name == "c3" })
  }

  @Test("what is left out goes, and a seed takes other members of the same classes")
  func seeds() throws {
    let policy = try Self.policy(Self.row("provider: [two, three], domain: own, "))
    var kept = Representatives(of: [policy])
    kept.keep(providers: [0, 2], domains: [1])
    #expect(kept.providers.map { $0.id } == ["one", "two"] && kept.domains == ["own.example"])
    let classes: [String: Int] = [
      "one": 0, "four": 0, "five": 0, "two": 1, "three": 1, "blank": 2, "password": 3,
    ]
    var others: Set<[String]> = []
    for seed in UInt64(1)...6 {
      let found = Representatives(of: [policy], seed: seed)
      let numbers = found.providers.compactMap { classes[$0.id] }
      #expect(numbers.sorted() == [0, 0, 1, 2, 3])
      #expect(found.domains.count == 2 && found.domains[0] == "example.com")
      others.insert(found.providers.map { $0.id })
    }
    #expect(others.count > 1)
  }
}
