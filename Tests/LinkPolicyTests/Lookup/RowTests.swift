import Testing

@testable import LinkPolicy

/// What the rows of sessions and codes come to is for the library to say.
@Suite struct RowTests {
  private static func account(epoch: Int = 3, email: String? = "one@a.example") -> Account {
    var account = Account(id: "u1", email: email)
    account.epoch = epoch
    return account
  }

  @Test func sessions() throws {
    let cases: [(SessionRow?, Session.SessionState)] = [
      (nil, .gone),
      (SessionRow(of: nil, epoch: 0, isEnded: false, isRecent: true), .gone),
      (SessionRow(of: Self.account(), epoch: 3, isEnded: true, isRecent: true), .gone),
      (SessionRow(of: Self.account(), epoch: 2, isEnded: false, isRecent: true), .revoked),
      (SessionRow(of: Self.account(), epoch: 3, isEnded: false, isRecent: true), .recent),
      (SessionRow(of: Self.account(), epoch: 3, isEnded: false, isRecent: false), .old),
    ]
    for (row, state) in cases {
      let session = try Session(id: "s1", row)
      #expect(session.state == state && session.id == "s1")
      #expect((session.account == nil) == (state == .gone))
    }
    let early = SessionRow(of: Self.account(), epoch: 4, isEnded: false, isRecent: true)
    let error = #expect(throws: InputError.self) { try Session(id: "s1", early) }
    #expect(error?.reason == .torn && error?.message.contains("epoch 4") == true)
  }

  private static func code(
    _ purpose: CodePurpose = .reset, account: Account? = account(),
    boundTo: String? = "one@a.example", requester: String? = nil,
    requesterAccount: String? = nil, tenant: String? = nil, isUsed: Bool = false,
    isExpired: Bool = false
  ) -> CodeRow {
    CodeRow(
      for: purpose, address: "one@a.example", account: account, boundTo: boundTo,
      requester: requester, requesterAccount: requesterAccount, credential: nil, tenant: tenant,
      isUsed: isUsed, isExpired: isExpired)
  }

  private func judged(
    _ row: CodeRow?, in tenant: String? = nil, by session: Session? = nil
  ) throws -> Code {
    Code(
      id: "c1", row, in: tenant, broughtBy: session,
      under: try FactWorld.policy.get().vocabulary.purposes)
  }

  @Test func codes() throws {
    let cases: [(CodeRow?, Code.CodeState)] = [
      (nil, .unknown), (Self.code(), .valid), (Self.code(isUsed: true), .used),
      (Self.code(isExpired: true), .expired), (Self.code(isUsed: true, isExpired: true), .used),
      (Self.code(boundTo: "old@a.example"), .stale), (Self.code(boundTo: nil), .stale),
      (Self.code(account: Self.account(email: nil)), .stale),
      (Self.code(account: Self.account(email: nil), boundTo: nil), .valid),
      // An undo code is the account's and never goes stale; an account that is gone has no address.
      (Self.code(.undo, boundTo: "old@a.example"), .valid),
      (Self.code(account: nil, boundTo: "old@a.example"), .valid),
    ]
    for (row, state) in cases {
      let code = try judged(row)
      #expect(code.state == state, "\(code)")
      #expect((code.purpose == nil) == (state == .unknown) && code.id == "c1")
    }
  }

  /// A code that is nobody's counts in the tenant alone in which it was asked for.
  @Test func codesOfNobodyAreOfOneTenant() throws {
    for (own, asked) in [(nil, nil), ("t", "t"), ("t", nil), (nil, "t"), ("t", "u")]
      as [(String?, String?)]
    {
      let code = try judged(Self.code(.signIn, account: nil, boundTo: nil, tenant: own), in: asked)
      #expect((code.state == .valid) == (own == asked), "\(own ?? "-") \(asked ?? "-")")
      // Of an account that is gone nothing can be done by it, whatever the tenant.
      #expect(try judged(Self.code(account: nil, tenant: own), in: asked).state == .valid)
    }
  }

  @Test func requesters() throws {
    let open = try Session(
      id: "s1", SessionRow(of: Self.account(), epoch: 3, isEnded: false, isRecent: true))
    let ended = try Session(id: "s1", nil)
    let cases: [(asked: String?, account: String?, by: Session?, requester: Code.Requester)] = [
      (nil, nil, open, .absent), ("s1", "u1", open, .thisSession),
      ("s2", "u2", open, .otherAccount), ("s2", "u1", open, .sameAccount),
      ("s1", "u1", nil, .otherAccount), ("s1", "u1", ended, .otherAccount),
      // A store of an earlier version has no account of the requester.
      ("s1", nil, open, .thisSession), ("s2", nil, open, .otherAccount),
      (nil, "u1", open, .absent),
    ]
    for (asked, account, session, requester) in cases {
      let code = try judged(
        Self.code(requester: asked, requesterAccount: account), by: session)
      #expect(code.requester == requester)
    }
  }
}
