import Testing

@testable import LinkPolicy
@testable import LinkPolicyExploration

/// Writes that change nothing in a cell, each beside the nearest that changes something.
@Suite("Writes that change nothing")
struct WriteSimplifierTests {
  private static func normal(
    _ effects: Effect..., account: FactValue.AccountVerification = .unverified,
    address: FactValue.Address = .own, sameProvider: FactValue.SameProvider = .none,
    credential: FactValue.CredentialValue = .own, methods: FactValue.Methods = .one,
    tenant: FactValue.Tenant = .none, kind: MethodKind? = .federated,
    declared: EffectDeclarations = SmallDeclarations.usual
  ) -> [WriteTemplate] {
    var facts = FactVector(every: 0)
    facts[.account] = account.rawValue
    facts[.accountState] = FactValue.AccountState.active.rawValue
    facts[.address] = address.rawValue
    facts[.sameProvider] = sameProvider.rawValue
    facts[.credential] = credential.rawValue
    facts[.methods] = methods.rawValue
    facts[.tenant] = tenant.rawValue
    facts[.kind] = kind.map { Int($0.rawValue) } ?? MethodKind.allCases.count
    return EffectMeaning.normal(effects, in: EffectMeaning.EffectCell(facts, declared))
  }

  @Test("the asserted address, where the account has it or nothing is asserted")
  func assertedAddress() {
    #expect(Self.normal(.setEmail).isEmpty)
    #expect(Self.normal(.setEmail, address: .absent).isEmpty)
    #expect(Self.normal(.adoptEmail, account: .noAddress, address: .absent).isEmpty)
    #expect(Self.normal(.adoptEmail, account: .none, address: .absent).isEmpty)
    for address in [FactValue.Address.free, .taken, .several] {
      #expect(Self.normal(.setEmail, address: address) == [.setEmail(.asserted)])
    }
    // A method can hold an address that the account does not have.
    #expect(
      Self.normal(.setEmail, declared: SmallDeclarations.heldByMethods) == [.setEmail(.asserted)])
    // What was taken away before is not the account's any more.
    #expect(Self.normal(.clearEmail, .setEmail) == [.setEmail(.none), .setEmail(.asserted)])
  }

  @Test("the flag of an address that has just come, or that there is none of")
  func flags() {
    #expect(
      Self.normal(.setEmail, .unverifyEmail, account: .verified, address: .free)
        == [.setEmail(.asserted)])
    #expect(
      Self.normal(.adoptEmail, .unverifyEmail, account: .noAddress, address: .free)
        == [.setEmail(.asserted)])
    #expect(Self.normal(.verifyEmail, account: .noAddress).isEmpty)
    #expect(
      Self.normal(.setEmail, .verifyEmail, account: .verified, address: .free).count == 2)
    // The address of an account in another tenant, or another pool, was not looked for.
    for (tenant, declared) in [
      (FactValue.Tenant.other, SmallDeclarations.usual), (.none, SmallDeclarations.pools),
    ] {
      #expect(
        Self.normal(
          .setEmail, .unverifyEmail, account: .verified, address: .free, tenant: tenant,
          declared: declared
        )
        .contains(.setEmail(.unverified)))
    }
    #expect(
      Self.normal(.setEmail, .unverifyEmail, account: .verified, address: .own)
        == [.setEmail(.unverified)])
  }

  @Test("a code that has no address to go to")
  func codes() {
    #expect(Self.normal(.rememberUndo, account: .noAddress).isEmpty)
    #expect(Self.normal(.sendCode(.verify), account: .noAddress).isEmpty)
    #expect(Self.normal(.sendCode(.change), address: .absent).isEmpty)
    #expect(Self.normal(.sendCode(.change), account: .noAddress, address: .free).count == 1)
    #expect(Self.normal(.rememberUndo, account: .unverified, address: .absent).count == 1)
    #expect(Self.normal(.rememberUndo, account: .none).count == 1)
    let made = Self.normal(.create, .rememberUndo, account: .none, address: .absent)
    #expect(!made.contains(.putCode(.undo)))
    #expect(
      Self.normal(.create, .rememberUndo, account: .none, address: .free)
        .contains(.putCode(.undo)))
    #expect(
      Self.normal(.adoptEmail, .sendCode(.verify), account: .noAddress, address: .free)
        .contains(.putCode(.verify)))
  }

  @Test("a profile that no provider of the kind gives anything to")
  func profiles() {
    for kind in [MethodKind.password, .emailLink] {
      #expect(Self.normal(.fillProfile, kind: kind).isEmpty)
      #expect(Self.normal(.fillProfile, kind: kind, declared: SmallDeclarations.named).count == 1)
      // What an account has is lost to blanks.
      #expect(Self.normal(.overwriteProfile, kind: kind) == [.setProfile(blanksOnly: false)])
      #expect(
        !Self.normal(.create, .overwriteProfile, account: .none, address: .free, kind: kind)
          .contains { $0.kind == .setProfile })
    }
    #expect(Self.normal(.fillProfile).count == 1)
    // An attempt without a method says for itself what it brings.
    #expect(Self.normal(.fillProfile, kind: nil).count == 1)
  }

  @Test("a drop of methods of which the account has none, as far as they are counted")
  func drops() {
    let both: [MethodKind] = [.password, .emailLink]
    #expect(Self.normal(.drop(both), methods: .none).isEmpty)
    #expect(Self.normal(.drop([.password]), methods: .none).isEmpty)
    #expect(Self.normal(.drop(both), methods: .one).count == 1)
    // Federated ones are not counted, and could be superseded if they were.
    #expect(Self.normal(.drop([.password, .federated]), methods: .none).count == 1)
    // A policy that asks nowhere how many there are is told that there are none.
    #expect(
      Self.normal(.drop(both), methods: .none, declared: SmallDeclarations.uncounted).count == 1)
    #expect(
      Self.normal(.setPassword, .drop(both), methods: .none).contains(
        .removeMethods(.ofKinds(both))))
  }

  @Test("the attempt's password where that was just set, and not another")
  func passwords() {
    func linked(
      _ effects: (Effect, Effect, Effect), sameProvider: FactValue.SameProvider = .none,
      kind: MethodKind = .password
    ) -> Bool {
      Self.normal(
        effects.0, effects.1, effects.2, address: .free, sameProvider: sameProvider, kind: kind
      ).contains(.putMethod(.attempts))
    }
    #expect(!linked((.setEmail, .setPassword, .link)))
    #expect(!linked((.setEmail, .setPassword, .replaceSubject)))
    #expect(linked((.setEmail, .link, .setPassword)))
    // A password that was there before keeps the address it came with, and another kind is another method.
    #expect(linked((.setEmail, .setPassword, .link), sameProvider: .otherSubject))
    #expect(linked((.setEmail, .setPassword, .link), kind: .emailLink))
    // Without the asserted address the password came with another.
    #expect(linked((.verifyEmail, .setPassword, .link)))
    #expect(
      Self.normal(
        .setEmail, .setPassword, .drop([.password]), .link, address: .free, kind: .password
      ).contains(.putMethod(.attempts)))
  }

  @Test("the attempt's own method, where it may be among those that are superseded")
  func superseded() {
    let superseding = SmallDeclarations.superseding
    for credential in [FactValue.CredentialValue.own, .known] {
      // It is listed again, which storing it would not do.
      #expect(
        Self.normal(.replaceSubject, credential: credential, declared: superseding)
          != Self.normal(.refreshMethod, credential: credential, declared: superseding))
      #expect(
        Self.normal(.replaceSubject, credential: credential)
          == Self.normal(.refreshMethod, credential: credential))
      #expect(
        Self.normal(
          .supersedeSubject, sameProvider: .sameSubject, credential: credential,
          declared: superseding)
          == Self.normal(
            .refreshMethod, sameProvider: .sameSubject, credential: credential,
            declared: superseding))
    }
    #expect(
      Self.normal(.replaceSubject, credential: .new, declared: superseding)
        == Self.normal(.link, credential: .new, declared: superseding))
    #expect(
      Self.normal(
        .create, .replaceSubject, account: .none, credential: .known, declared: superseding)
        == Self.normal(.create, .link, account: .none, credential: .known, declared: superseding))
  }
}
