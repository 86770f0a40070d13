import Testing

@testable import LinkPolicy

@Suite struct EngineFactTests {
  /// A Swift name as the policy writes it: `noAddress` is `no-address`.
  private func kebab(_ name: String) -> String {
    var text = ""
    for character in name {
      text += character.isUppercase ? "-" + character.lowercased() : String(character)
    }
    return text
  }

  private func check<Value: CaseIterable & RawRepresentable>(
    _ type: Value.Type, _ fact: EngineFact
  ) where Value.RawValue == Int {
    let names = Value.allCases.map { kebab("\($0)") }
    #expect(names == fact.values.map { $0.text }, "\(fact)")
    #expect(Value.allCases.map { $0.rawValue } == Array(0..<names.count), "\(fact)")
  }

  @Test func enumerationsListTheValuesInOrder() {
    check(FactValue.Account.self, .account)
    check(FactValue.AccountState.self, .accountState)
    check(FactValue.Credential.self, .credential)
    check(FactValue.Address.self, .address)
    check(FactValue.SameProvider.self, .sameProvider)
    check(FactValue.Methods.self, .methods)
    check(FactValue.Relay.self, .relay)
    check(FactValue.Session.self, .session)
    check(FactValue.Tenant.self, .tenant)
    check(FactValue.Code.self, .code)
    check(FactValue.LinkAddress.self, .linkAddress)
    check(FactValue.RequestedBy.self, .requestedBy)
    check(FactValue.LinkDomain.self, .linkDomain)
    check(FactValue.LinkInApp.self, .linkInApp)
    check(FactValue.Secret.self, .secret)
    check(FactValue.Consent.self, .consent)
    check(FactValue.MethodSwitch.self, .method)
    check(FactValue.Nonce.self, .nonce)
    check(FactValue.Origin.self, .origin)
    check(FactValue.Connection.self, .connection)
  }

  @Test func rawValuesOfAttemptsAreFactValues() {
    // The reader stores these raw values, so their order is part of the schema.
    #expect(
      EngineFact.kind.values.dropLast().map { $0.text } == MethodKind.allCases.map { $0.name.text })
    #expect(Assertion.Nonce.mismatched.rawValue == 1 && Assertion.Nonce.absent.rawValue == 2)
    #expect(Assertion.Secret.wrong.rawValue == 1 && Assertion.Secret.absent.rawValue == 2)
    #expect(Assertion.Connection.unbound.rawValue == 1 && Assertion.Connection.none.rawValue == 2)
    #expect(Code.State.unknown.rawValue == 4 && Code.State.stale.rawValue == 3)
    #expect(Code.Requester.other.rawValue == 1 && Code.Requester.absent.rawValue == 2)
    #expect(Session.State.recent.rawValue == 0 && Session.State.gone.rawValue == 3)
  }

  @Test func namesAreDistinct() {
    let names = EngineFact.allCases.map { $0.name }
    #expect(Set(names).count == names.count)
    for fact in EngineFact.allCases {
      #expect(Set(fact.values).count == fact.values.count, "\(fact)")
    }
  }
}
