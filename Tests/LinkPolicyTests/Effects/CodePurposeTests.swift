import LinkPolicyYAML
import Testing

@testable import LinkPolicy

/// A code of another purpose is an unknown one, for every action that takes a code.
@Suite struct CodePurposeTests {
  /// Every standard action that takes a code and three of the policy's own; each row tells what it saw.
  private static let text = """
    linkpolicy: 1
    name: purposes
    providers:
      p: {kind: federated}
      mail: {kinds: [password, email-link]}
    purposes: {invite: {}, link: {to: account}, welcome: {for: nobody}}
    actions:
      accept: {points-to: code, takes: invite}
      attach: {points-to: code, kinds: [federated], address: optional, takes: link}
      again:  {points-to: code, takes: verify}
      join:   {points-to: credential, kinds: [email-link], takes: welcome}
      enter:  {points-to: session, kinds: [email-link], takes: invite}
    errors: {no: {ask: verification, tell: [account, methods, registered]}}
    decisions:
    """

  private static let actions = [
    "sign-in.email-link", "link.email-link", "reauthenticate.email-link", "confirm-email",
    "recover-email", "verify-email", "reset-password", "accept", "attach", "again", "join", "enter",
  ]

  private static let policy = Result {
    let tables = actions.map {
      "  \($0): {rows: [{id: unknown, code: unknown, do: []}, {id: rest, refuse: no}]}"
    }
    let other = ["sign-in", "link", "reauthenticate"].map {
      "  \($0).federated|password:"
        + " {rows: [{id: any, refuse: no}]}"
    }
    return try LinkPolicyTests.policy(([text] + tables + other).joined(separator: "\n"))
  }

  private static func attempt(_ action: ActionDefinition) -> Attempt {
    let name = Action(action.name.text)
    if action.kinds.contains(.emailLink) {
      return Attempt(
        name,
        with: Assertion(
          verified: "mail", kind: .emailLink, addresses: [AddressRecord("a@example.com")]))
    }
    if action.kinds.contains(.federated) {
      return Attempt(name, with: Assertion(verified: "p", subject: "s"))
    }
    return Attempt(name)
  }

  private static func treatment(of purpose: CodePurpose) -> CodeTreatment? {
    (try? policy.get())?.vocabulary.purposes[purpose]?.treatment
  }

  // Of an address that no attempt here asserts, so that nobody has to be named as its holder.
  private static let owner = Account(id: "u1", email: "o@example.com", isEmailVerified: true)
  private static let caller = Account(id: "u2", email: "b@example.com")

  private static func situation(_ code: Code?) -> Situation {
    Situation(session: Session(id: "s1", .recent, of: caller), code: code)
  }

  private static func known(_ state: Code.CodeState, for purpose: CodePurpose) -> Code {
    let isOwned = treatment(of: purpose)?.owner == .account
    return Code(
      id: "c1", state, for: purpose, address: "c@example.com", account: isOwned ? owner : nil,
      requester: .thisSession)
  }

  @Test func everyOtherPurposeReadsLikeAnUnknownCode() throws {
    let policy = try Self.policy.get()
    let vocabulary = policy.vocabulary
    var compared = 0
    for action in vocabulary.actions where action.carriesCode {
      let attempt = Self.attempt(action)
      let taken = try #require(try policy.codePurpose(of: attempt))
      let unknown = Self.situation(.unknown(id: "c1"))
      let expected = try policy.decide(attempt, in: unknown)
      #expect(expected.row?.id == "unknown" && expected.code == nil)
      for purpose in vocabulary.purposes.purposes.map({ $0.purpose }) where purpose != taken {
        let goesStale =
          Self.treatment(of: purpose)?.owner == .account
          && Self.treatment(of: purpose)?.staleness == .withAddress
        for state in [Code.CodeState.valid, .expired, .used, .stale]
        where state != .stale || goesStale {
          let situation = Self.situation(Self.known(state, for: purpose))
          let decision = try policy.decide(attempt, in: situation)
          let what = "\(action.name) \(purpose.name) \(state)"
          for fact in 0..<vocabulary.schema.facts.count {
            #expect(decision.facts[fact] == expected.facts[fact], "\(what) fact \(fact)")
          }
          #expect(decision.source == expected.source, "\(what)")
          #expect(decision.pointedAccount?.id == expected.pointedAccount?.id, "\(what)")
          #expect(decision.address == expected.address && decision.code == nil, "\(what)")
          #expect(decision.disclosed.account == expected.disclosed.account, "\(what)")
          #expect(decision.ticket?.account == expected.ticket?.account, "\(what)")
          let named = try NamedAttempt(attempt, in: vocabulary)
          let read = try policy.image.read(attempt, named, in: policy.judged(situation, for: named))
          let plain = try policy.image.read(attempt, named, in: unknown)
          #expect(read.asked.list == plain.asked.list, "\(what)")
          compared += 1
        }
      }
    }
    #expect(compared > 12 * 7 * 3)
  }

  @Test func theRightPurposeIsSeen() throws {
    let policy = try Self.policy.get()
    let vocabulary = policy.vocabulary
    for action in vocabulary.actions where action.carriesCode {
      let attempt = Self.attempt(action)
      let taken = try #require(try policy.codePurpose(of: attempt))
      let situation = Self.situation(Self.known(.valid, for: taken))
      let decision = try policy.decide(attempt, in: situation)
      #expect(decision.row?.id == "rest" && decision.code == "c1", "\(action.name)")
      #expect(decision.facts[.code] == FactValue.CodeValue.valid.rawValue, "\(action.name)")
      if action.pointsTo == .code, Self.treatment(of: taken)?.owner == .account {
        #expect(decision.account?.id == "u1", "\(action.name)")
      }
    }
  }

  @Test func onlyCodesOfAnAccountGoStale() throws {
    let policy = try Self.policy.get()
    let vocabulary = policy.vocabulary
    for action in vocabulary.actions where action.carriesCode {
      let attempt = Self.attempt(action)
      let taken = try #require(try policy.codePurpose(of: attempt))
      let situation = Self.situation(Self.known(.stale, for: taken))
      let isOwned = vocabulary.purposes[taken]?.treatment.owner == .account
      let decision = Result { try policy.decide(attempt, in: situation) }
      let goesStale = isOwned && Self.treatment(of: taken)?.staleness == .withAddress
      #expect((try? decision.get().row?.id) == (goesStale ? "rest" : nil), "\(action.name)")
    }
  }

  @Test func purposesThatThePolicyDoesNotHaveAreInputErrors() throws {
    let policy = try Self.policy.get()
    for (name, phrase) in [
      ("invit", "did you mean `invite`?"), ("Reset", "did you mean `reset`?"), ("", "purpose ``"),
      ("nothing-like-it", "unknown purpose `nothing-like-it`"),
    ] {
      let code = Self.known(.valid, for: CodePurpose(Name(name)))
      let attempt = Attempt(Action("accept"))
      let error = #expect(throws: InputError.self) {
        try policy.decide(attempt, in: Self.situation(code))
      }
      #expect(error?.reason == .undeclared && error?.message.contains(phrase) == true, "\(name)")
      let row = CodeRow(
        for: CodePurpose(Name(name)), address: "c@example.com", account: nil, boundTo: nil,
        requester: nil, tenant: nil, isUsed: false, isExpired: false)
      let lookup = try policy.lookup(
        for: attempt, by: Lookup.Caller(session: nil, target: nil, code: "c1"), under: [:])
      #expect(throws: InputError.self) { try lookup.knowing(code: row) }
    }
  }

  /// An attempt that is allowed although its code is another's must not take that code away.
  @Test func aCodeOfAnotherPurposeIsNotUsedUp() throws {
    let policy = try Self.policy.get()
    var store = Accounts()
    store.add(Self.owner)
    for purpose in [CodePurpose.reset, CodePurpose("invite")] {
      store.addCode(purpose, for: "u1", at: "a@example.com", isUsed: false, under: policy)
    }
    for (action, code) in [("accept", "c1"), ("reset-password", "c2"), ("verify-email", "c1")] {
      let (decision, _) = try store.play(Attempt(Action(action)), policy, session: nil, code: code)
      #expect(decision.isAllowed && decision.row?.id == "unknown", "\(action)")
      #expect(!store.codes.contains { $0.isUsed }, "\(action)")
    }
  }
}
