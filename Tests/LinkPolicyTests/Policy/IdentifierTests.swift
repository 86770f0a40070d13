import Testing

@testable import LinkPolicy

/// Sessions and codes that a change set names need an id.
@Suite struct IdentifierTests {
  private func decide(_ effects: String, _ situation: Situation, code: String = "valid")
    throws -> Decision
  {
    let policy = try policy(
      """
      linkpolicy: 1
      name: test
      providers: {mail: {kind: password}}
      errors: {no: {}}
      decisions:
        verify-email:
          rows: [{id: a, code: \(code), account: unverified, do: [\(effects)]}, {id: rest, refuse: no}]
        sign-out: {rows: [{id: any, do: [\(effects == "verify-email" ? "" : effects)]}]}
      """)
    let action: Action = Action(situation.code == nil ? "sign-out" : "verify-email")
    return try policy.decide(Attempt(action), in: situation)
  }

  private let account = Account(id: "u1", email: "a@gmail.com")

  @Test func aSessionThatIsEndedIsNamed() throws {
    for state in [Session.SessionState.recent, .old, .revoked] {
      let error = #expect(throws: InputError.self) {
        try decide("end-session", Situation(session: Session(state, of: account)))
      }
      #expect(error?.reason == .missing && error?.message.contains("no id") ?? false)
      _ = try decide("end-session", Situation(session: Session(id: "s1", state, of: account)))
    }
    // What has ended, and what nothing is done under, needs no name.
    _ = try decide("end-session", Situation(session: Session(.gone, of: nil)))
    _ = try decide("", Situation(session: Session(.recent, of: account)))
  }

  @Test func aCodeThatIsUsedUpIsNamed() throws {
    func code(_ id: String, _ state: Code.CodeState = .valid) -> Situation {
      Situation(
        addressHolders: [account],
        code: Code(id: id, state, for: .verify, address: "a@gmail.com", account: account))
    }
    #expect(throws: InputError.self) { try decide("verify-email", code("")) }
    // An allowed attempt uses its code up, whatever else it does.
    #expect(throws: InputError.self) { try decide("", code("")) }
    _ = try decide("verify-email", code("c1"))
    // A refusal uses nothing up.
    #expect(try !decide("verify-email", code("", .expired)).isAllowed)
  }
}
