import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyJSON
import LinkPolicyYAML
import Testing

@testable import LinkPolicyReview

/// Replays of records whose address `proof` elected.
@Suite("Replays of elected addresses")
struct ElectionReplayTests {
  private static func policy(_ edits: [(old: String, new: String)] = []) throws -> CompiledPolicy {
    let text = """
      linkpolicy: 1
      name: election
      addresses: {match: any-proven}
      domains:
        own: [own.example]
      providers:
        github.com: {kind: federated}
      facts:
        trust:
          values: [trusted, untrusted]
          rows:
            - {id: a, domain: own, is: trusted}
            - {id: b, domain: {not: own}, is: untrusted}
      proof: {trust: trusted}
      decisions:
        sign-in.federated:
          rows:
            - {id: returning, credential: known, do: [sign-in]}
            - {id: broken, credential: broken, refuse: no}
            - {id: first, credential: new, address: [absent, free], refuse: other}
            - {id: taken, credential: new, address: [taken, several], refuse: no}
      errors:
        no: {}
        other: {}
      """
    let edited = edits.reduce(text) { $0.replacing($1.old, with: $1.new) }
    return try CompiledPolicy(yaml: Array(edited.utf8), name: "election.yaml")
  }

  /// Returns the result for a record of an attempt whose second address, `b@own.example`, belongs to an account.
  private static func result(_ edits: [(old: String, new: String)]) throws -> ReplayResult {
    let old = try policy()
    let facts = [
      "action": "sign-in", "kind": "federated", "provider": "github.com", "domain": "own",
      "origin": "fresh", "nonce": "not-sent", "connection": "none", "consent": "absent",
      "secret": "absent", "code": "absent", "link-address": "absent", "requested-by": "absent",
      "code-credential": "absent", "link-domain": "absent", "link-in-app": "absent",
      "ticket": "absent", "session": "none", "tenant": "none", "account": "verified",
      "account.state": "active", "credential": "new", "address": "taken",
      "same-provider": "other-subject", "methods": "one", "relay": "neither",
      "other-methods": "none", "factors": "none", "trust": "trusted",
    ]
    let list = facts.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\"\($0.value)\"" }
    let line =
      #"{"record":1,"policy":{"name":"election","digest":"\#(old.policy.digest.text)"},"#
      + #""action":"sign-in","provider":"github.com","outcome":"refused","error":"no","#
      + #""row":{"table":"sign-in.federated","id":"taken"},"#
      + #""facts":{\#(list.joined(separator: ","))}}"#
    let record = try ReplayRecord(try JSONDocument(Array(line.utf8), name: "log").root)
    var decider = ReplayDecider(try PolicyDifference(old: old, new: try policy(edits)))
    return try decider.decide(record, by: ReplayPolicy(old))
  }

  @Test(
    "a record is undecided if a declaration behind `proof` differs",
    arguments: [
      [("domain: own, is", "domain: other, is"), ("{not: own}", "{not: other}")],
      [("[own.example]", "[own2.example]")],
      [("proof: {trust: trusted}", "proof: {domain: other}")],
    ] as [[(old: String, new: String)]])
  func undecided(_ edits: [(old: String, new: String)]) throws {
    let result = try Self.result(edits)
    guard case .undecided(let causes) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(causes.contains("the conditions of proof differ"))
  }

  @Test("a record keeps its answer if the same addresses are elected")
  func same() throws {
    #expect(try Self.result([("[own.example]", "[OWN.example]")]) == .same)
    #expect(try Self.result([("{id: a, domain", "{id: c, domain")]) == .same)
    #expect(try Self.result([("other: {}", "other: {ask: verification}")]) == .same)
  }
}
