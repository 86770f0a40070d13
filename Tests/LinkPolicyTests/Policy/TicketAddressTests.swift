import LinkPolicyYAML
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

@Suite("Addresses of tickets")
struct TicketAddressTests {
  @Test(
    "where a provider keeps the case of addresses, a ticket for another spelling is for another address"
  )
  func exactCase() throws {
    let text = """
      linkpolicy: 1
      name: exact
      providers: {p: {kind: federated, case: exact}, q: {kind: federated}}
      decisions:
        sign-in.federated:
          rows:
            - {id: any, refuse: no}
      errors: {no: {ask: verification}}

      """
    let policy = try CompiledPolicy(yaml: Array(text.utf8), name: "exact.yaml").policy
    func attempt(_ provider: String, _ address: String) -> Attempt {
      Attempt(
        .signIn,
        with: Assertion(verified: provider, subject: "s", addresses: [AddressRecord(address)]))
    }
    for (provider, isOther) in [("p", true), ("q", false)] {
      let ticket = try #require(
        try policy.decide(attempt(provider, "ada@x.example"), in: Situation()).ticket)
      var again = attempt(provider, "Ada@x.example")
      again.ticket = ticket
      let outcome = try policy.decide(again, in: Situation()).outcome
      let code: String? = if case .refused(let refusal) = outcome { refusal.code } else { nil }
      #expect(code == (isOther ? "start-again" : "no"), "\(provider)")
    }
  }
}
