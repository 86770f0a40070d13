import LinkPolicy
import LinkPolicyJSON
import LinkPolicyService
import Testing

@Suite("In shadow mode the old policy decides, and what the new one would say is told")
struct ShadowTests {
  private let context = DecisionRecord.Context(time: "2026-11-25T04:05:06Z", correlation: "r-1")

  private func comparison(
    _ policy: Policy, _ shadow: Policy, _ attempt: Attempt = Sample.attempt()
  ) throws -> (decision: Decision, compared: ShadowComparison) {
    let holder = try PolicyHolder(policy)
    try holder.setShadow(shadow)
    let served = holder.current
    var compared: [ShadowComparison] = []
    let decision = try served.decide(try Sample.stranger(attempt, under: policy)) {
      compared.append($0)
    }
    #expect(compared.count == 1 && decision.policyDigest == policy.digest)
    return (decision, try #require(compared.first))
  }

  @Test func nothingIsComparedWithoutAShadow() throws {
    let holder = try PolicyHolder(try Sample.policy())
    let served = holder.current
    let decision = try served.decide(try Sample.stranger(under: served.policy)) { _ in
      Issue.record("compared with nothing")
    }
    #expect(decision.isAllowed)
    try holder.setShadow(try Sample.policy("other"))
    #expect(holder.current.shadow != nil)
    try holder.setShadow(nil)
    #expect(holder.current.shadow == nil)
  }

  @Test func whatDiffersIsNamed() throws {
    let open = try Sample.policy("open")
    let same = try comparison(open, try Sample.policy("open", more: "claims: {c: {yes: [true]}}"))
    #expect(same.compared.differences == [] && same.compared.shadow?.row?.id == "open")
    let renamed = try comparison(open, try Sample.policy("renamed"))
    #expect(renamed.compared.differences == [.row])
    let (decision, shut) = try comparison(open, try Sample.policy("shut", refuses: true))
    #expect(decision.isAllowed && decision.changes.writes.isEmpty == false)
    #expect(shut.differences == [.outcome, .shown, .row, .writes])
    #expect(shut.shadow?.outcome == .refused("closed") && shut.shadow?.writes == [])
    #expect(shut.current.writes == decision.changes.writes.map { $0.kind.name.text })
  }

  @Test("nothing is said of a policy that asks the store for something else")
  func otherQuestions() throws {
    let open = try Sample.policy("open")
    for other in [
      try Sample.policy("open", addresses: "{fold: []}"),
      try Sample.policy("open", addresses: "{held-by: methods}"),
      try Sample.policy(
        "open", more: "guards: [{id: off, method: disabled, refuse: closed}]"),
      try Sample.policy(
        "open", providers: "{p: {kind: federated, issuer: i}, mail: {kind: password}}"),
    ] {
      let compared = try comparison(open, other).compared
      #expect(compared.differences == [.lookup] && compared.shadow == nil)
      #expect(compared.shadowDigest == other.digest)
    }
    // Where no address is asked for, what holds one does not matter.
    let without = try comparison(
      open, try Sample.policy("open", addresses: "{held-by: methods}"), Sample.attempt(nil))
    #expect(without.compared.differences == [])
  }

  @Test func aPolicyThatDoesNotOfferTheAttemptIsAtFaultThere() throws {
    let other = try Sample.policy(
      "open", providers: "{q: {kind: federated}, mail: {kind: password}}")
    let compared = try comparison(try Sample.policy("open"), other).compared
    #expect(compared.shadow?.outcome == .fault(.undeclared))
    #expect(compared.differences.contains(.outcome))
    #expect(compared.shadow?.provider == nil)
  }

  @Test func aLineHasBothSidesAndNobodyInIt() throws {
    let (open, shut) = (try Sample.policy("open"), try Sample.policy("shut", refuses: true))
    let line = String(
      decoding: try comparison(open, shut).compared.line(at: context), as: UTF8.self)
    #expect(
      line == #"{"comparison":1,"time":"2026-11-25T04:05:06Z","correlation":"r-1","#
        + #""action":"sign-in","provider":"p","differs":["outcome","shown","row","writes"],"#
        + #""current":{"policy":{"name":"sample","digest":"\#(open.digest.text)"},"#
        + #""outcome":"allowed","row":{"table":"sign-in","id":"open"},"tell":[],"#
        + #""writes":["insert-account","put-method","open-session"],"notices":[]},"#
        + #""shadow":{"policy":{"name":"sample","digest":"\#(shut.digest.text)"},"#
        + #""outcome":"refused","error":"closed","row":{"table":"sign-in","id":"shut"},"tell":[],"#
        + #""writes":[],"notices":[]}}"# + "\n")
    let none = try comparison(open, try Sample.policy("open", addresses: "{fold: []}"))
    let short = String(decoding: none.compared.line(at: context), as: UTF8.self)
    #expect(short.contains(#""differs":["lookup"]"#) && short.hasSuffix(#""shadow":null}"# + "\n"))
    for word in ["s1", "x.example", "ada", "Ada"] {
      #expect(!line.contains(word) && !short.contains(word))
    }
  }
}
