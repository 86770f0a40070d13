internal import LinkPolicy
internal import LinkPolicyStore
internal import Testing

@testable internal import AccountService

@Suite struct ServiceStoreTests {
  private static let address = "ada@example.com"

  /// Settles an action on a store, for an account with a fixed address.
  private func settle(
    _ action: String, _ store: inout ServiceStore, session: String? = nil, code: String? = nil,
    hash: String? = nil
  ) throws(StoreError) -> Settled {
    let attempt: Attempt =
      switch action {
      case "sign-up":
        Attempt(
          .signUp,
          with: Assertion(
            verified: "password", kind: .password, addresses: [AddressRecord(Self.address)]))
      case "request-reset": Attempt(Action(action), address: Self.address)
      default: Attempt(Action(action))
      }
    return try store.settle(
      attempt, by: Lookup.Caller(session: session, target: nil, code: code), under: [:],
      policy: Policies.hardened, method: .enabled, passwordHash: hash, once: nil)
  }

  @Test func codesGoByTheClockAndCountOnce() throws {
    let clock = Clock()
    var store = try ServiceStore(":memory:", clock: clock, lifetimes: Lifetimes(code: 60))
    _ = try settle("sign-up", &store, hash: "h1")
    let first = try #require(try settle("request-reset", &store).outcome.codes.first)
    // The mailed code is not the stored id.
    #expect(try store.code(first) == nil)
    let id = Secret.id(of: first)
    #expect(try store.code(id)?.isExpired == false)
    clock.pass(60)
    #expect(try store.code(id)?.isExpired == true)
    let refused = try settle("reset-password", &store, code: id, hash: "h2")
    #expect(refused.decision?.isAllowed == false)
    #expect(try store.passwordHash(ofAddress: Self.address) == "h1")

    let second = try #require(try settle("request-reset", &store).outcome.codes.first)
    let allowed = try settle("reset-password", &store, code: Secret.id(of: second), hash: "h2")
    #expect(allowed.decision?.isAllowed == true)
    #expect(try store.passwordHash(ofAddress: Self.address) == "h2")
    let again = try settle("reset-password", &store, code: Secret.id(of: second), hash: "h3")
    #expect(again.decision?.isAllowed == false)
    #expect(try store.passwordHash(ofAddress: Self.address) == "h2")
  }

  @Test func sessionsGoByTheClock() throws {
    let clock = Clock()
    let lifetimes = Lifetimes(recent: 60, session: 600)
    var store = try ServiceStore(":memory:", clock: clock, lifetimes: lifetimes)
    let session = try #require(try settle("sign-up", &store, hash: "h").outcome.session)
    #expect(try store.session(session) == nil)
    let id = Secret.id(of: session)
    let account = try #require(try store.session(id)?.account)
    #expect(try store.session(id)?.isRecent == true)
    clock.pass(60)
    #expect(try store.session(id)?.isRecent == false)
    try store.renewSession(id, of: account, makesRecent: false)
    #expect(try store.session(id)?.isRecent == false)
    try store.renewSession(id, of: account, makesRecent: true)
    #expect(try store.session(id)?.isRecent == true)
    clock.pass(600)
    #expect(try store.session(id)?.isEnded == true)
    #expect(try settle("refresh", &store, session: id).decision?.isAllowed == false)
  }

  @Test func whatWasSentIsForgotten() throws {
    var store = try ServiceStore(":memory:", clock: Clock(), lifetimes: Lifetimes())
    _ = try settle("sign-up", &store, hash: "h")
    let notices = try settle("request-reset", &store).outcome.notices
    #expect(notices.count == 1)
    #expect(try store.outbox().count == 1)
    try store.sent(notices)
    #expect(try store.outbox().isEmpty)
  }
}
