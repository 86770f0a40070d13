import Testing

@testable import LinkPolicy

/// What becomes of codes, by what their purpose declares.
@Suite struct CodeTreatmentTests {
  private typealias World = ApplyWorld

  private static let purposes = """
    purposes:
      asked: {}
      home:  {to: account, stale: never}
      open:  {for: nobody}
      bare:  {to: account, for: nobody}
    """

  private static let taking = """
    actions:
      take-asked: {points-to: code, takes: asked}
      take-home: {points-to: code, takes: home}
    """

  /// Mails a code to `new@gmail.com`, asked for by `u1`, which has `a@gmail.com`.
  private func mailed(_ purpose: String) throws -> Accounts {
    var store = World.store()
    let policy = try World.policy(
      "{send-code: \(purpose)}", action: "update-email",
      when: "account: [unverified, verified]", extra: Self.purposes)
    _ = try store.play(Attempt(.updateEmail, address: "new@gmail.com"), policy)
    return store
  }

  @Test func codesGoWhereTheirPurposeSaysAndAreWhoseItSays() throws {
    for (purpose, address, account) in [
      ("asked", "new@gmail.com", "u1"), ("home", "a@gmail.com", "u1"),
      ("open", "new@gmail.com", nil), ("bare", "a@gmail.com", nil),
    ] as [(String, String, String?)] {
      let code = try #require(try mailed(purpose).codes.first)
      #expect(code.purpose == CodePurpose(Name(purpose)) && code.address == address)
      // What never goes stale is bound to nothing.
      #expect(code.account == account && code.boundTo == (purpose == "asked" ? "a@gmail.com" : nil))
    }
  }

  @Test func anAccountThatMovesLeavesBoundCodesBehind() throws {
    for (purpose, state) in [("asked", Code.CodeState.stale), ("home", .valid)] {
      var store = try mailed(purpose)
      let policy = try World.policy(
        "notify-owner", action: "take-" + purpose, when: "code: valid, account: {not: none}",
        extra: Self.purposes + "\n" + Self.taking)
      let attempt = Attempt(Action("take-" + purpose))
      func found() throws -> Code? {
        try store.situation(for: attempt, by: .init(code: "c1"), under: policy).code
      }
      #expect(try found()?.state == .valid && found()?.purpose == CodePurpose(Name(purpose)))
      store.accounts[0].email = "moved@gmail.com"
      #expect(try found()?.state == state, "\(purpose)")
    }
  }

  @Test func cancellingTakesWhatIsTheAccountsAndWhatLiesInItsMailbox() throws {
    for (purpose, isLeft) in [("asked", false), ("home", false), ("open", true), ("bare", false)] {
      var store = try mailed(purpose)
      _ = try store.play(World.attempt(), try World.policy("cancel-pending"))
      #expect(!store.codes.isEmpty == isLeft, "\(purpose)")
    }
  }

  /// Given codes are bound to the address they went to where that is the account's own.
  @Test func givenCodesAreBoundByTheirPurpose() throws {
    let policy = try World.policy("notify-owner", extra: Self.purposes)
    var store = World.store()
    // What never goes stale is bound to nothing.
    for (purpose, bound) in [
      ("asked", "a@gmail.com"), ("home", nil), ("verify", "x@gmail.com"),
      ("reset", "x@gmail.com"), ("change", "a@gmail.com"), ("undo", nil),
    ] as [(String, String?)] {
      store.addCode(
        CodePurpose(Name(purpose)), for: "u1", at: "x@gmail.com", isUsed: false, under: policy)
      #expect(store.codes.last?.boundTo == bound, "\(purpose)")
    }
  }

  /// A password set by a code is proved at the address that the code went to, and at no other.
  @Test func aPasswordIsProvedAtTheMailboxOfItsCode() throws {
    for (purpose, proved) in [("asked", "new@gmail.com"), ("home", "a@gmail.com")] {
      var store = try mailed(purpose)
      let policy = try World.policy(
        "set-password", action: "take-" + purpose,
        when: "code: valid, account: [unverified, verified]",
        extra: Self.purposes + "\n" + Self.taking)
      _ = try store.play(Attempt(Action("take-" + purpose)), policy, session: nil, code: "c1")
      let password = store.accounts[0].methods.first { $0.kind == .password }
      #expect(password?.provedAddress == proved, "\(purpose)")
    }
  }
}
