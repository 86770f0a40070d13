import Testing

@testable import LinkPolicy
@testable import LinkPolicyExploration

/// The rules of what effects come to, each by a list or two that are worked out by hand.
@Suite("Normal forms of effects")
struct NormalFormTests {
  private static func cell(
    _ account: FactValue.AccountVerification = .unverified, state: FactValue.AccountState = .active,
    address: FactValue.Address = .own, sameProvider: FactValue.SameProvider = .none,
    kind: MethodKind? = .federated, _ declared: EffectDeclarations = SmallDeclarations.usual
  ) -> EffectMeaning.EffectCell {
    var facts = FactVector(every: 0)
    facts[.account] = account.rawValue
    facts[.accountState] = state.rawValue
    facts[.address] = address.rawValue
    facts[.sameProvider] = sameProvider.rawValue
    facts[.kind] = kind.map { Int($0.rawValue) } ?? MethodKind.allCases.count
    facts[.methods] = FactValue.Methods.one.rawValue
    return EffectMeaning.EffectCell(facts, declared)
  }

  private static func normal(_ effects: Effect..., in cell: EffectMeaning.EffectCell = cell())
    -> [WriteTemplate]
  {
    EffectMeaning.normal(effects, in: cell)
  }

  @Test("a cell is read from the facts, and no kind from what is none")
  func cells() {
    let cell = Self.cell(.verified, state: .disabled, address: .taken, sameProvider: .otherSubject)
    #expect(cell.account == .verified && cell.state == .disabled && cell.address == .taken)
    #expect(cell.sameProvider == .otherSubject && cell.kind == .federated)
    #expect(!cell.isHeldByAddress && Self.cell(kind: .password).isHeldByAddress)
    #expect(Self.cell(kind: nil).kind == nil && !Self.cell(kind: nil).isHeldByAddress)
  }

  @Test("a flag or state that is so already is not written")
  func already() {
    let verified = Self.cell(.verified)
    let without = Self.cell(.noAddress)
    #expect(Self.normal(.verifyEmail, in: verified).isEmpty)
    #expect(Self.normal(.verifyEmail) == [.setEmail(.verified)])
    #expect(Self.normal(.unverifyEmail).isEmpty)
    #expect(Self.normal(.unverifyEmail, in: without).isEmpty)
    #expect(Self.normal(.unverifyEmail, in: verified) == [.setEmail(.unverified)])
    #expect(Self.normal(.clearEmail, in: without).isEmpty)
    #expect(Self.normal(.clearEmail, in: verified) == [.setEmail(.none)])
    #expect(Self.normal(.enable).isEmpty)
    #expect(Self.normal(.disable) == [.setState(.disabled)])
    #expect(Self.normal(.disable, in: Self.cell(state: .disabled)).isEmpty)
  }

  @Test("an address is adopted where there is none, and then as any other")
  func adopted() {
    let without = Self.cell(.noAddress)
    #expect(Self.normal(.adoptEmail).isEmpty)
    #expect(Self.normal(.adoptEmail, in: Self.cell(.verified)).isEmpty)
    #expect(Self.normal(.adoptEmail, in: without) == Self.normal(.setEmail, in: without))
    #expect(Self.normal(.adoptEmail, in: Self.cell(.none)) == [.setEmail(.assertedWhereNone)])
  }

  @Test("what a cell says of the account holds until something before has changed it")
  func changed() {
    let verified = Self.cell(.verified)
    let moving = Self.cell(.verified, address: .free)
    #expect(
      Self.normal(.setEmail, .verifyEmail, in: moving)
        == [.setEmail(.asserted), .setEmail(.verified)])
    #expect(Self.normal(.setEmail, .verifyEmail, in: verified).isEmpty)
    #expect(Self.normal(.disable, .enable) == [.setState(.disabled), .setState(.active)])
    let made = Self.normal(
      .createWithoutAddress, .enable, .adoptEmail, in: Self.cell(.none, address: .free))
    #expect(made.contains(.setState(.active)) && made.contains(.setEmail(.asserted)))
  }

  @Test("without an asserted address there is none to leave out of an account")
  func withoutAddress() {
    let absent = Self.cell(.none, address: .absent)
    let free = Self.cell(.none, address: .free)
    #expect(Self.normal(.createWithoutAddress, in: absent) == Self.normal(.create, in: absent))
    #expect(Self.normal(.createWithoutAddress, in: free) != Self.normal(.create, in: free))
  }

  @Test("a new account has nothing that could be kept: filling its profile is overwriting it")
  func profiles() {
    let new = Self.cell(.none, address: .free)
    #expect(
      Self.normal(.create, .overwriteProfile, in: new)
        == Self.normal(.create, .fillProfile, in: new))
    #expect(
      Self.normal(.create, .fillProfile, .overwriteProfile, in: new)
        != Self.normal(.create, .fillProfile, .fillProfile, in: new))
    #expect(Self.normal(.overwriteProfile) != Self.normal(.fillProfile))
  }

  @Test("a password that was just made is not set again, unless it was dropped between")
  func passwords() {
    let password = Self.cell(.none, address: .free, kind: .password)
    let created = Self.normal(.create, in: password)
    #expect(Self.normal(.create, .setPassword, in: password) == created)
    #expect(
      Self.normal(.create, .drop([.password]), .setPassword, in: password)
        .contains(.putMethod(.password)))
    let federated = Self.cell(.none, address: .free)
    #expect(Self.normal(.create, .setPassword, in: federated).contains(.putMethod(.password)))
    #expect(Self.normal(.setPassword, in: Self.cell(kind: .password)) == [.putMethod(.password)])
  }

  @Test("where no other subject is there, replacing and superseding are linking")
  func subjects() {
    let other = Self.cell(sameProvider: .otherSubject)
    let byAddress = Self.cell(sameProvider: .otherSubject, kind: .emailLink)
    for cell in [Self.cell(), Self.cell(sameProvider: .sameSubject), byAddress] {
      #expect(Self.normal(.replaceSubject, in: cell) == [.putMethod(.attempts)])
      #expect(Self.normal(.supersedeSubject, in: cell) == [.putMethod(.attempts)])
    }
    #expect(
      Set(Self.normal(.replaceSubject, in: other))
        == [.putMethod(.attemptsInPlaceOfOthers), .removeMethods(.others)])
    #expect(
      Set(Self.normal(.supersedeSubject, in: other))
        == [.putMethod(.attemptsInPlaceOfOthers), .supersedeOthers])
  }

  private static let single: [Effect] = [
    .signIn, .link, .unlink, .dropUnproven, .drop([.password]), .dropFactors, .setPassword,
    .verifyEmail, .setEmail, .clearEmail, .fillProfile, .overwriteProfile, .revokeSessions,
    .cancelPending, .sendCode(.verify), .issueToken, .endSession, .disable,
    .setLabel(name: "tier", value: "staff"), .notifyOwner,
  ]

  @Test("two orders have one form exactly where the writes commute")
  func orders() {
    var met: Set<Bool> = []
    // Nothing is known of the account's address, and every kind gives a name: each of them writes something.
    for kind in [MethodKind.federated, .password] {
      let cell = Self.cell(address: .taken, kind: kind, SmallDeclarations.named)
      for (number, one) in Self.single.enumerated() {
        for other in Self.single[(number + 1)...] {
          let footprints = (one.templates + other.templates).map { WriteFootprint(of: $0) }
          #expect(footprints.count == 2)
          let commute = footprints[0].commutes(with: footprints[1])
          #expect(commute == footprints[1].commutes(with: footprints[0]))
          let isOne =
            Self.normal(one, other, in: cell) == Self.normal(other, one, in: cell)
          #expect(isOne == commute, "\(one.text), \(other.text)")
          met.insert(commute)
        }
      }
    }
    #expect(met.count == 2)
  }

  @Test("what commutes is put in the order of its text, behind what it may not pass")
  func sorted() {
    let all: [Effect] = [.verifyEmail, .setLabel(name: "a", value: "b"), .dropFactors, .signIn]
    let texts = EffectMeaning.normal(all, in: Self.cell()).map { $0.text }
    #expect(texts.count == 4 && texts == texts.sorted())
    let epoch = Self.normal(.signIn, .dropFactors, .revokeSessions)
    #expect(epoch == [.dropFactors, .openSession, .endSessions])
    #expect(Self.normal(.revokeSessions, .signIn) == [.endSessions, .openSession])
  }

  @Test("an attempt's method proves its address, unless it is a password or there is no address")
  func proof() {
    #expect(EffectMeaning.recordsProof([.link], in: Self.cell()))
    #expect(EffectMeaning.recordsProof([.signIn, .create], in: Self.cell()))
    #expect(!EffectMeaning.recordsProof([.link], in: Self.cell(address: .absent)))
    #expect(!EffectMeaning.recordsProof([.link], in: Self.cell(kind: .password)))
    #expect(!EffectMeaning.recordsProof([.link], in: Self.cell(kind: nil)))
    #expect(!EffectMeaning.recordsProof([.setPassword, .signIn], in: Self.cell()))
  }
}
