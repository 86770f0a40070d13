import LinkPolicyAuthoring
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyExploration

/// What makes two stores one for a search, and what does not.
@Suite("Keys of stores")
struct StoreKeyTests {
  private static func account(
    _ id: String, _ email: String?, _ subjects: [(String, String)] = [("pier.example", "1")]
  ) -> Account {
    var account = Account(id: id, email: email)
    account.methods = subjects.map { Method($0.0, .federated, subject: $0.1) }
    return account
  }

  private static func store(_ accounts: Account...) -> Accounts {
    var store = Accounts()
    accounts.forEach { store.add($0) }
    return store
  }

  /// Two people, one of whom has an address of the harbour's.
  private static func two() -> Accounts {
    store(
      account("u1", "a@harbour.example", [("pier.example", "1"), ("login.harbour.example", "2")]),
      account("u2", "b@x.example", [("pier.example", "3")]))
  }

  @Test("other names, another order and what nothing can be decided by are no difference")
  func same() throws {
    let policy = try Harbour.policy()
    let sketch = StoreSketch(policy)
    let key = StoreKey(Self.two(), sketch)
    let renamed = Self.store(
      Self.account("v7", "q@y.example", [("pier.example", "8")]),
      Self.account(
        "v6", "z@harbour.example", [("login.harbour.example", "5"), ("pier.example", "6")]))
    #expect(StoreKey(renamed, sketch) == key)
    var later = Self.two()
    later.accounts[0].version = 9
    later.accounts[0].methods[0].since = 4
    later.accounts[0].profile = Profile(name: "Ada")
    later.now = 77
    #expect(StoreKey(later, sketch) == key)
    // This policy looks at no address of a method, and at no proof.
    later.accounts[0].methods[0].address = "c@x.example"
    later.accounts[0].methods[1].address = "a@harbour.example"
    #expect(StoreKey(later, sketch) == key)
  }

  @Test("whatever a decision can go by is a difference")
  func different() throws {
    let policy = try Harbour.policy()
    let sketch = StoreSketch(policy)
    let key = StoreKey(Self.two(), sketch)
    let changes: [(String, (inout Accounts) -> Void)] = [
      ("verified", { $0.accounts[0].isEmailVerified = true }),
      ("state", { $0.accounts[1].state = .disabled }),
      ("tenant", { $0.accounts[0].tenant = "t" }),
      ("domain", { $0.accounts[1].email = "b@harbour.example" }),
      ("no address", { $0.accounts[0].email = nil }),
      ("one address", { $0.accounts[1].email = "a@harbour.example" }),
      ("provider", { $0.accounts[1].methods[0].provider = "login.harbour.example" }),
      ("method", { $0.accounts[0].methods.removeLast() }),
      ("superseded", { $0.accounts[0].methods[0].isSuperseded = true }),
      ("kind", { $0.accounts[1].methods[0].kind = .phone }),
      ("no subject", { $0.accounts[1].methods[0].subject = nil }),
      ("proof", { $0.accounts[0].methods[0].provedAddress = "a@harbour.example" }),
      ("account", { $0.accounts.removeLast() }),
      ("session", { _ = $0.openSession(of: "u1") }),
      ("old session", { _ = $0.addSession(of: "u1", epoch: 0, isOld: true) }),
      ("ended session", { _ = $0.addSession(of: "u1", epoch: 0, isEnded: true) }),
      ("code", { $0.addCode(.reset, for: "u1", at: "a@harbour.example", under: policy.policy) }),
      (
        "code of nobody", { $0.addCode(.signIn, for: nil, at: "c@x.example", under: policy.policy) }
      ),
    ]
    var keys: Set<StoreKey> = [key]
    for (what, change) in changes {
      var store = Self.two()
      change(&store)
      #expect(keys.insert(StoreKey(store, sketch)).inserted, "\(what)")
    }
  }

  @Test("who holds the subject or address that somebody else has is a difference")
  func shared() throws {
    let sketch = StoreSketch(try Harbour.policy())
    func code(_ address: String) throws -> StoreKey {
      var store = Self.two()
      store.addCode(.change, for: "u1", at: address, under: try Harbour.policy().policy)
      return StoreKey(store, sketch)
    }
    #expect(try code("new@x.example") == code("other@x.example"))
    #expect(try code("new@x.example") != code("b@x.example"))
    // A subject that somebody has had before is known by it; one of another issuer is another.
    func subject(_ provider: String, _ subject: String) -> StoreKey {
      var store = Self.two()
      store.accounts[1].methods = [Method(provider, .federated, subject: subject)]
      return StoreKey(store, sketch)
    }
    #expect(subject("pier.example", "1") != subject("pier.example", "9"))
    #expect(subject("pier.example", "2") == subject("pier.example", "9"))
  }

  @Test("sessions and codes that are alike count once, and others by themselves")
  func alike() throws {
    let policy = try Harbour.policy()
    let sketch = StoreSketch(policy)
    var one = Self.two()
    _ = one.openSession(of: "u1")
    one.addCode(.reset, for: "u1", at: "a@harbour.example", under: policy.policy)
    var more = one
    _ = more.openSession(of: "u1")
    more.addCode(.reset, for: "u1", at: "a@harbour.example", under: policy.policy)
    #expect(StoreKey(more, sketch) == StoreKey(one, sketch))
    let variants: [(inout Accounts) -> Void] = [
      { $0.accounts[0].epoch = 1 }, { $0.ageSessions() }, { $0.expireCodes() },
      { $0.codes[0].isUsed = true },
      { $0.addCode(.verify, for: "u1", at: "a@harbour.example", under: policy.policy) },
      { _ = $0.openSession(of: "u2") },
    ]
    for (number, change) in variants.enumerated() {
      var other = one
      change(&other)
      #expect(StoreKey(other, sketch) != StoreKey(one, sketch), "\(number)")
    }
  }

  @Test("a name in the profile counts where some effect fills in what is blank")
  func names() throws {
    var named = Self.two()
    named.accounts[0].profile = Profile(name: "Ada")
    for (effects, isTold) in [("create", false), ("create, fill-profile", true)] {
      let policy = try Harbour.policy(
        ("do: [create, sign-in]}", "do: [" + effects + ", sign-in]}"))
      let sketch = StoreSketch(policy)
      #expect((StoreKey(named, sketch) != StoreKey(Self.two(), sketch)) == isTold)
    }
  }

  @Test("another policy's distinctions are made as well where they are asked for")
  func others() throws {
    let plain = try Harbour.policy((", domain: own,", ","))
    let fine = try Harbour.policy()
    func keys(_ sketch: StoreSketch) -> [StoreKey] {
      ["a@harbour.example", "a@x.example"].map {
        StoreKey(Self.store(Self.account("u1", $0)), sketch)
      }
    }
    let alone = keys(StoreSketch(plain))
    #expect(alone[0] == alone[1])
    let both = keys(StoreSketch(plain, distinguishedBy: [fine]))
    #expect(both[0] != both[1])
  }
}
