import LinkPolicy
import LinkPolicyPresets
import LinkPolicyStore
import MemoryStore
import Synchronization
import Testing

@Suite("An attempt is settled in one transaction")
struct SettlingTests {
  @Test("an account is made once, and found the next time")
  func createsOnce() throws {
    let memory = SharedMemory()
    var store = MemoryStore(memory)
    let first = try Trial.signIn("google.com", "g1").settle(on: &store)
    let second = try Trial.signIn("google.com", "g1").settle(on: &store)
    #expect(first.outcome.newAccount == "u1")
    #expect(second.outcome.newAccount == nil)
    #expect(memory.rows.accounts.count == 1)
    #expect(memory.rows.accounts[0].row.version == 1)
    #expect(memory.rows.sessions.map(\.id) == [first, second].map(\.outcome.session))
  }

  @Test("a refusal writes nothing, and commits nothing")
  func refuses() throws {
    let memory = try Trial.filled()
    let before = memory.text
    var store = MemoryStore(memory).interrupted { (_, name) throws(StoreError) in
      if name == "commit" { throw .failed("nothing is to be committed") }
    }
    let settled = try Trial.signIn("github.com", "h1").settle(on: &store)
    #expect(settled.decision?.isAllowed == false)
    #expect(memory.text == before)
  }

  @Test("notices are handed out with the ids that the store gave, and stay in the outbox")
  func handsOutNotices() throws {
    let memory = try Trial.filled()
    var store = MemoryStore(memory)
    let settled = try Trial(
      Attempt(Action("request-reset"), address: "ada@gmail.com")
    ).settle(on: &store)
    guard case .mail(let code, let purpose, let address)? = settled.outcome.notices.first?.notice
    else {
      Issue.record("no mail")
      return
    }
    #expect(code == "c2")
    #expect(purpose == .reset)
    #expect(address == "ada@gmail.com")
    #expect(memory.rows.outbox.map(\.id) == ["n1", "n2"])
  }

  @Test("somebody is told of the look-up, of each decision and of each further try")
  func tells() throws {
    let told = Mutex<[String]>([])
    let hook: @Sendable (PolicyEvent) -> Void = { event in
      let word =
        switch event {
        case .lookedUp: "looked up"
        case .decided: "decided"
        case .refused: "refused"
        case .faulted: "faulted"
        case .retried(_, let time): "again \(time)"
        }
      told.withLock { $0.append(word) }
    }
    let commits = Counter()
    var store = MemoryStore(try Trial.filled()).interrupted { (_, name) throws(StoreError) in
      guard name == "commit" else { return }
      commits.count()
      if commits.value == 1 { throw .conflict("another was first") }
    }
    _ = try Trial.signIn("google.com", "g9", "eve@gmail.com").settle(on: &store, telling: hook)
    #expect(told.withLock { $0 } == ["looked up", "decided", "again 1", "decided"])
    told.withLock { $0 = [] }
    _ = try Trial.signIn("github.com", "h1").settle(on: &store, telling: hook)
    #expect(told.withLock { $0 } == ["looked up", "refused"])
    told.withLock { $0 = [] }
    var nameless = Trial.signIn("nobody.example", "n1")
    nameless.passwordHash = nil
    #expect(throws: StoreError.self) { try nameless.settle(on: &store, telling: hook) }
    #expect(told.withLock { $0 } == ["faulted"])
  }

  @Test("with an id, what was committed is not committed again")
  func settlesOnce() throws {
    let memory = SharedMemory()
    var store = MemoryStore(memory)
    let first = try Trial.signIn("google.com", "g1").settle(on: &store, once: "r1")
    let before = memory.text
    let again = try Trial.signIn("google.com", "g1").settle(on: &store, once: "r1")
    guard case .before(let outcome) = again else {
      Issue.record("settled again")
      return
    }
    #expect(outcome.session == first.outcome.session)
    #expect(outcome.events.isEmpty)
    #expect(again.decision == nil)
    #expect(memory.text == before)
  }

  @Test("another attempt under a known id is another request, and is told nothing of the first")
  func bindsIDs() throws {
    let memory = SharedMemory()
    var store = MemoryStore(memory)
    let first = try Trial.signIn("google.com", "g1").settle(on: &store, once: "r1")
    var stolen = Assertion(
      verified: "google.com", subject: "g1", addresses: [AddressRecord("ada@gmail.com")],
      nonce: .mismatched)
    let others = [
      Trial.signIn("google.com", "mallory"), .signIn("github.com", "g1"),
      .signIn("google.com", "g1", "mallory@gmail.com"), Trial(Attempt(.signIn, with: stolen)),
      Trial(Attempt(.signIn, with: stolen, tenant: "t")),
      Trial(Attempt(.delete), by: .session(try #require(first.outcome.session))),
      Trial(Attempt(.updateEmail, address: "m@gmail.com"), by: .session("s1")),
      Trial(Attempt(.updateEmail, address: "n@gmail.com"), by: .session("s1")),
      Trial(Attempt(.updateEmail, address: "n@gmail.com"), by: .session("s2")),
    ]
    stolen.nonce = .matched
    var ids = [try Self.remembered(as: "r1", .signIn("google.com", "g1"))]
    for other in others {
      let id = try Self.remembered(as: "r1", other)
      #expect(!ids.contains(id))
      ids.append(id)
    }
    for inputs in [["factor": "wrong"], ["factor": "right"], ["hook": "right"]] as [Inputs] {
      var stating = Trial.signIn("google.com", "g1")
      stating.attempt.inputs = inputs
      let id = try Self.remembered(as: "r1", stating)
      #expect(!ids.contains(id))
      ids.append(id)
    }
    let mallory = try others[0].settle(on: &store, once: "r1")
    #expect(mallory.decision != nil)
    #expect(mallory.outcome.session != first.outcome.session)
    // Both are remembered, each for itself.
    let again = try others[0].settle(on: &store, once: "r1")
    #expect(again.decision == nil && again.outcome.session == mallory.outcome.session)
    let ada = try Trial.signIn("google.com", "g1").settle(on: &store, once: "r1")
    #expect(ada.decision == nil && ada.outcome.session == first.outcome.session)
  }

  private static func remembered(as id: String, _ trial: Trial) throws -> String {
    let joined = trial.attempt.requestID(id, by: trial.caller)
    #expect(joined.hasPrefix(id + ".") && joined.utf8.count == id.utf8.count + 65)
    #expect(trial.attempt.requestID(id, by: trial.caller) == joined)
    return joined
  }

  @Test("a new password without a hash is the caller's fault, and nothing is written")
  func wantsHash() throws {
    let memory = try Trial.filled()
    let before = memory.text
    var store = MemoryStore(memory)
    var trial = Trial(
      Attempt(Action("reset-password")), by: Lookup.Caller(session: nil, target: nil, code: "c1"))
    trial.passwordHash = nil
    #expect(throws: StoreError.self) { try trial.settle(on: &store) }
    #expect(memory.text == before)
    trial.passwordHash = "hash"
    let settled = try trial.settle(on: &store)
    #expect(settled.decision?.isAllowed == true)
    #expect(memory.rows.accounts[0].methods.contains { $0.passwordHash == "hash" })
  }

  @Test("a decision made outside is committed while its answers hold, and no longer")
  func commitsOutside() throws {
    let memory = SharedMemory()
    var (one, other) = (MemoryStore(memory), MemoryStore(memory))
    func decided(_ trial: Trial, on store: inout MemoryStore) throws -> Decision {
      let lookup = try trial.policy.lookup(for: trial.attempt, by: trial.caller, under: [:])
      return try store.decision(on: lookup, method: .enabled, under: trial.policy)
    }
    let google = Trial.signIn("google.com", "g1")
    let facebook = Trial.signIn("facebook.com", "f1")
    let first = try decided(google, on: &one)
    let second = try decided(facebook, on: &other)
    _ = try one.commit(first.changes, under: google.policy, passwordHash: nil)
    let before = memory.text
    do {
      _ = try other.commit(second.changes, under: facebook.policy, passwordHash: nil)
      Issue.record("committed")
    } catch {
      guard case .requirement(.address(let question, holders: [])) = error else {
        Issue.record(error)
        return
      }
      #expect(question.address == "ada@gmail.com")
    }
    #expect(memory.text == before)
    let again = try decided(facebook, on: &other)
    _ = try other.commit(again.changes, under: facebook.policy, passwordHash: nil)
    #expect(memory.rows.accounts.count == 1)
  }
}
