import LinkPolicy
import LinkPolicyStore
import MemoryStore
import Testing

@Suite("Whatever a transaction meets, nothing is half done and nothing is tried without end")
struct InterruptionTests {
  /// How many calls of the store an attempt makes where nothing happens, and what it leaves.
  private func whole(_ trial: Trial) throws -> (calls: Int, text: String) {
    let memory = try Trial.filled()
    var store = MemoryStore(memory).interrupted { (_, _) throws(StoreError) in }
    _ = try trial.settle(on: &store)
    return (store.calls, memory.text)
  }

  @Test("a transaction that fails at any of its calls leaves nothing, and is not tried again")
  func failsAtEach() throws {
    for (name, trial) in Trial.all {
      let (calls, _) = try whole(trial)
      for place in 1...calls {
        let memory = try Trial.filled()
        let before = memory.text
        var rolledBack = false
        var store = MemoryStore(memory).interrupted { (call, name) throws(StoreError) in
          rolledBack = rolledBack || name == "rollBack"
          if call == place { throw .failed("the disk is full") }
        }
        #expect(throws: StoreError.self, "\(name), call \(place)") {
          try trial.settle(on: &store)
        }
        #expect(memory.text == before, "\(name), call \(place)")
        #expect(store.calls <= place + 1, "\(name), call \(place)")
        #expect(rolledBack || place == 1, "\(name), call \(place)")
      }
    }
  }

  @Test("one that meets a conflict at any of its calls comes to the same the second time")
  func meetsConflictAtEach() throws {
    for (name, trial) in Trial.all {
      let (calls, text) = try whole(trial)
      // The last call of one that changes nothing rolls back, which ends in an error.
      for place in 1...calls {
        let memory = try Trial.filled()
        var isLast = false
        var store = MemoryStore(memory).interrupted { (call, name) throws(StoreError) in
          if call == place {
            isLast = name == "rollBack"
            throw .conflict("another came first")
          }
        }
        let settled: Settled
        do {
          settled = try trial.settle(on: &store)
        } catch {
          #expect(isLast, "\(name), call \(place): \(error)")
          continue
        }
        guard case .now(_, _, let tries) = settled else {
          Issue.record("\(name), call \(place)")
          continue
        }
        #expect(tries == 2, "\(name), call \(place)")
        #expect(memory.text == text, "\(name), call \(place)")
      }
    }
  }

  @Test("there are as many tries as are allowed, with a pause between, and then an error")
  func isBounded() throws {
    for (tries, expected) in [(8, 8), (3, 3), (1, 1), (0, 1), (-1, 1)] {
      let memory = try Trial.filled()
      let before = memory.text
      var begun = 0
      var store = MemoryStore(memory).interrupted { (_, name) throws(StoreError) in
        begun += name == "begin" ? 1 : 0
        if name == "commit" { throw .conflict("another came first") }
      }
      let pauses = Counter()
      let retries = Retries(tries: tries) { _ in pauses.count() }
      #expect(throws: StoreError.self) {
        try Trial.signIn("google.com", "g1").settle(on: &store, retries: retries)
      }
      #expect(begun == expected)
      #expect(pauses.value == expected - 1)
      #expect(memory.text == before)
    }
    #expect(Retries().tries == 8)
  }

  @Test("a commit whose answer is lost is uncertain, and not tried again")
  func isUncertain() throws {
    let memory = try Trial.filled()
    var begun = 0
    var store = MemoryStore(memory).interrupted { (_, name) throws(StoreError) in
      begun += name == "begin" ? 1 : 0
      if name == "commit" { throw .failed("the connection is gone") }
    }
    do {
      _ = try Trial.signIn("google.com", "g1").settle(on: &store)
      Issue.record("settled")
    } catch {
      guard case .uncertain("the connection is gone") = error else {
        Issue.record(error)
        return
      }
    }
    #expect(begun == 1)
  }

  @Test("where rolling back fails as well, both are told, and nothing is tried again")
  func cannotRollBack() throws {
    let memory = try Trial.filled()
    var begun = 0
    var store = MemoryStore(memory).interrupted { (_, name) throws(StoreError) in
      begun += name == "begin" ? 1 : 0
      if name == "holder" { throw .conflict("another came first") }
      if name == "rollBack" { throw .failed("the connection is gone") }
    }
    do {
      _ = try Trial.signIn("google.com", "g1").settle(on: &store)
      Issue.record("settled")
    } catch {
      #expect(
        error.description == "another came first; and rolling back: the connection is gone")
      guard case .failed = error else {
        Issue.record(error)
        return
      }
    }
    #expect(begun == 1)
  }
}
