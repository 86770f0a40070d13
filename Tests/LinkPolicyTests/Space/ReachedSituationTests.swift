import Testing

@testable import LinkPolicy

/// Situations that are easily forgotten: each is decided by a row.
@Suite struct ReachedSituationTests {
  @Test func codesOfAnActionOfThePolicysOwn() throws {
    for address in ["", ", address: optional", ", address: required"] {
      let policy = try policy(
        """
        linkpolicy: 1
        name: test
        providers: {p: {kind: federated}}
        errors: {no: {}}
        actions: {confirm: {points-to: code, takes: verify\(address)}}
        decisions:
          confirm: {rows: [{id: free, code: valid, address: free, do: []}, {id: rest, refuse: no}]}
        """)
      let code = Code(
        id: "c1", .valid, for: .verify, address: "a@b.example", account: Account(id: "u1"))
      let decision = try policy.decide(
        Attempt(Action("confirm")), in: Situation(code: code))
      #expect(decision.row?.id == "free", "\(address): \(decision.explanation)")
    }
  }

  /// Where methods hold addresses, a password still goes by the account's own.
  @Test func passwordsWhereMethodsHoldAddresses() throws {
    let policy = try policy(
      """
      linkpolicy: 1
      name: test
      providers: {p: {kind: federated}, mail: {kind: password}}
      errors: {no: {}}
      addresses: {held-by: methods}
      decisions:
        sign-in:
          rows:
            - {id: right, secret: right, do: [sign-in]}
            - {id: rest, refuse: no}
      """)
    var account = Account(id: "u1", email: "new@b.example")
    var password = Method("mail", .password)
    password.address = "old@b.example"
    var federated = Method("p", .federated, subject: "s")
    federated.address = "third@b.example"
    account.methods = [password, federated]
    var store = Accounts()
    store.add(account)
    for (email, row) in [
      ("new@b.example", "right"), ("old@b.example", "rest"), ("third@b.example", "rest"),
      ("fourth@b.example", "rest"),
    ] {
      var attempt = Attempt(
        .signIn, with: Assertion(verified: "mail", addresses: [AddressRecord(email)]))
      attempt.assertion?.secret = row == "right" ? .right : .absent
      let situation = try store.situation(for: attempt, by: .init(), under: policy)
      let decision = try policy.decide(attempt, in: situation)
      #expect(decision.row?.id == row, "\(email): \(decision.explanation)")
    }
  }
}
