import LinkPolicy
import LinkPolicyStore
import LinkPolicyYAML
import MemoryStore
import Testing

@Suite("What a set requires and no look-up asks ends in an error the first time")
struct UnaskedRequirementTests {
  /// A policy under which two accounts may have one address; only the store can tell that a password of it is taken.
  private static let policy = """
    linkpolicy: 1
    name: shared-addresses
    addresses: {unique: no}
    providers: {mail: {kind: password}}
    decisions:
      update-password:
        rows:
          - {id: own, account: [unverified, verified], do: [set-password]}
          - {id: rest, account: {not: [unverified, verified]}, refuse: no}
    errors: {no: {}}
    """

  /// Ada, who has no password, signed in; and another account of her address.
  private static func memory(otherHasPassword: Bool) throws(StoreError) -> SharedMemory {
    let memory = SharedMemory()
    var store = MemoryStore(memory)
    try store.edit { rows in
      for id in ["u1", "u2"] {
        rows.accounts.append(
          MemoryRows.StoredAccount(row: Account(id: id, email: "ada@gmail.com"), given: nil))
      }
      rows.sessions.append(
        ("s1", StoredSession(account: "u1", epoch: 0, isEnded: false, isRecent: true)))
      if otherHasPassword {
        let key = MethodKey(issuer: "mail", kind: .password, subject: nil)
        rows.accounts[1].methods.append(
          MemoryRows.StoredMethod(
            key: key, method: Method("mail", .password), passwordHash: "hash"))
      }
    }
    return memory
  }

  private static func trial() throws -> Trial {
    var trial = Trial(Attempt(.updatePassword), by: .session("s1"))
    trial.policy = try Policy(yaml: Array(Self.policy.utf8))
    return trial
  }

  @Test(
    "a password that another account of the address has already is not set, and not tried again")
  func isNotRetried() throws {
    let memory = try Self.memory(otherHasPassword: true)
    let before = memory.text
    let (begun, pauses) = (Counter(), Counter())
    let trial = try Self.trial()
    var store = MemoryStore(memory).interrupted { (_, name) throws(StoreError) in
      if name == "begin" { begun.count() }
    }
    do throws(StoreError) {
      _ = try trial.settle(on: &store, retries: Retries(tries: 8) { _ in pauses.count() })
      Issue.record("settled")
    } catch {
      guard case .requirement(.credential(let key, tenant: nil, holder: .nobody)) = error else {
        Issue.record(error)
        return
      }
      #expect(key.issuer == "mail" && key.kind == .password && key.subject == "ada@gmail.com")
    }
    #expect(begun.value == 1)
    #expect(pauses.value == 0)
    #expect(memory.text == before)
  }

  @Test("where nobody has it, the same is settled")
  func isSettled() throws {
    let memory = try Self.memory(otherHasPassword: false)
    var store = MemoryStore(memory)
    let settled = try Self.trial().settle(on: &store)
    #expect(
      settled.decision?.changes.requirements.contains { $0.description.contains("`mail` password") }
        == true)
    #expect(memory.rows.accounts[0].methods.count == 1)
  }

  // MARK: Pools

  /// A policy with two pools, in which an account can enter a pool and move to a new address.
  private static let pools = """
    linkpolicy: 1
    name: two-pools
    pools: {staff: [staff.example], rest: ["*"]}
    providers: {staff.example: {kind: federated}, p: {kind: federated}, q: {kind: federated}}
    decisions:
      link.federated:
        rows:
          - {id: enter, account: [unverified, verified], credential: new, same-provider: none, address: taken, do: [link]}
          - {id: move, account: [unverified, verified], credential: new, same-provider: none, address: free, do: [set-email]}
          - {id: rest, refuse: no}
    errors: {no: {}}
    """

  @Test(
    "an address that another account of a pool holds is not given, and not tried again",
    arguments: [
      ("q", "ada@gmail.com", ["p", "q", "*"]),
      ("staff.example", "new@gmail.com", ["staff.example"]),
    ])
  func poolIsNotRetried(provider: String, address: String, pool: [String]) throws {
    let memory = SharedMemory()
    var store = MemoryStore(memory)
    try store.edit { rows in
      for (id, email, provider) in [
        ("u1", "ada@gmail.com", "staff.example"), ("u2", address, provider),
      ] {
        var stored = MemoryRows.StoredAccount(row: Account(id: id, email: email), given: nil)
        stored.methods.append(
          MemoryRows.StoredMethod(
            key: MethodKey(issuer: provider, kind: .federated, subject: id),
            method: Method(provider, .federated, subject: id), passwordHash: nil))
        rows.accounts.append(stored)
      }
      rows.sessions.append(
        ("s1", StoredSession(account: "u1", epoch: 0, isEnded: false, isRecent: true)))
    }
    let before = memory.text
    let pauses = Counter()
    var trial = Trial(
      Attempt(
        .link,
        with: Assertion(verified: "p", subject: "s1", addresses: [AddressRecord(address)])),
      by: .session("s1"))
    trial.policy = try Policy(yaml: Array(Self.pools.utf8))
    do throws(StoreError) {
      _ = try trial.settle(on: &store, retries: Retries(tries: 8) { _ in pauses.count() })
      Issue.record("settled")
    } catch {
      guard case .requirement(.address(let question, holders: let holders)) = error else {
        Issue.record(error)
        return
      }
      #expect(question.address == address && question.pool == pool && holders == [])
    }
    #expect(pauses.value == 0)
    #expect(memory.text == before)
  }
}
