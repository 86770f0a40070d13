import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("What is new about a store")
struct NoveltyTests {
  private static func account(
    _ email: String?, isDisabled: Bool = false, tenant: String? = nil, id: String = "u1"
  ) -> Account {
    var account = Account(id: id, email: email)
    account.state = isDisabled ? .disabled : .active
    account.tenant = tenant
    return account
  }

  private static func store(_ accounts: Account...) -> Accounts {
    var store = Accounts()
    accounts.forEach { store.add($0) }
    return store
  }

  @Test("a feature is new once, whatever its bearer is called")
  func features() throws {
    var novelty = Novelty(StoreSketch(try Harbour.policy()))
    let empty = (novelty.note(Accounts()), novelty.note(Accounts()))
    #expect(empty == (.feature, .nothing))
    let first = novelty.note(Self.store(Self.account("a@x.example")))
    let renamed = novelty.note(Self.store(Self.account("b@y.example", id: "u9")))
    #expect(first == .feature && renamed == .nothing)
    let changes: [(inout Accounts) -> Void] = [
      { $0.accounts[0].isEmailVerified = true }, { $0.accounts[0].email = nil },
      { $0.accounts[0].email = "a@harbour.example" },
      { $0.accounts[0].profile = Profile(name: "Ada") },
      { $0.accounts[0].methods = [Method("pier.example", .federated, subject: "1")] },
      { $0.accounts[0].methods = [Method("login.harbour.example", .federated, subject: "1")] },
      { _ = $0.openSession(of: "u1") },
      { _ = $0.addSession(of: "u1", epoch: 0, isOld: true) },
      { _ = $0.addSession(of: "u1", epoch: 0, isEnded: true) },
    ]
    for (number, change) in changes.enumerated() {
      var store = Self.store(Self.account("a@x.example"))
      change(&store)
      let ranks = (novelty.note(store), novelty.note(store))
      #expect(ranks == (.feature, .nothing), "\(number)")
    }
  }

  @Test("two features that were met apart are a pair where they first meet")
  func pairs() throws {
    var novelty = Novelty(StoreSketch(try Harbour.policy()))
    let own = "a@harbour.example"
    let other = "a@x.example"
    let ranks = [(own, false), (other, false), (own, true), (other, true), (other, true)].map {
      email, isDisabled in
      novelty.note(Self.store(Self.account(email, isDisabled: isDisabled)))
    }
    // Whether there is an address and whether the account is disabled met with the third.
    #expect(ranks == [.feature, .feature, .feature, .pair, .nothing])
  }

  @Test("accounts beside each other are new by what both are, those of two tenants apart")
  func beside() throws {
    var novelty = Novelty(StoreSketch(try Harbour.policy()))
    let a = Self.account("a@x.example")
    let b = Self.account("b@x.example", isDisabled: true, id: "u2")
    _ = novelty.note(Self.store(a))
    _ = novelty.note(Self.store(b))
    let together = (novelty.note(Self.store(a, b)), novelty.note(Self.store(b, a)))
    #expect(together == (.feature, .nothing))
    // Both in one tenant are known after this; in two they never met.
    let c = Self.account("a@x.example", tenant: "t")
    let (d, e) = (
      Self.account("b@x.example", isDisabled: true, tenant: "t", id: "u2"),
      Self.account("b@x.example", isDisabled: true, tenant: "q", id: "u2")
    )
    _ = novelty.note(Self.store(c, d))
    let apart = (novelty.note(Self.store(c, e)), novelty.note(Self.store(c, e)))
    #expect(apart == (.feature, .nothing))
  }
}
