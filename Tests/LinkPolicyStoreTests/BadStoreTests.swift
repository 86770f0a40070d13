import LinkPolicy
import LinkPolicyStore
import MemoryStore
import Testing

@Suite("Stores that answer wrongly end in an error")
struct BadStoreTests {
  /// What settling comes to on a memory, with something in the place of the accounts that it has.
  private func error(
    _ trial: Trial, on memory: SharedMemory, begun: inout Int,
    _ answered: @escaping (Account?) -> Account? = { $0 }
  ) -> StoreError? {
    let count = Counter()
    var store = MemoryStore(memory).interrupted { (_, name) throws(StoreError) in
      if name == "begin" { count.count() }
    }
    store.answered = answered
    defer { begun = count.value }
    do throws(StoreError) {
      _ = try trial.settle(on: &store)
      return nil
    } catch {
      return error
    }
  }

  @Test("an account that it names and does not have")
  func missingAccount() throws {
    let memory = try Trial.filled()
    var begun = 0
    let found = error(.signIn("facebook.com", "f1"), on: memory, begun: &begun) { _ in nil }
    #expect(found?.description == "the store names the account `u1`, and does not have it")
    #expect(begun == 1)
  }

  @Test("another account than the one that was asked for")
  func otherAccount() throws {
    let memory = try Trial.filled()
    var begun = 0
    let found = error(.signIn("facebook.com", "f1"), on: memory, begun: &begun) { account in
      var other = account
      other?.id = "u2"
      return other
    }
    #expect(found?.description == "the store was asked for the account `u1`, and gives `u2`")
    #expect(begun == 1)
  }

  @Test("a holder of an address that has another one")
  func otherAddress() throws {
    let memory = try Trial.filled()
    var begun = 0
    let found = error(.signIn("google.com", "g1"), on: memory, begun: &begun) { account in
      var other = account
      other?.email = "eve@gmail.com"
      return other
    }
    guard case .input(let error)? = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(error.reason == .contradiction)
    #expect(begun == 1)
  }

  @Test("a session ahead of its account is torn, and looked up again a bounded number of times")
  func tornSession() throws {
    let memory = try Trial.filled()
    var store = MemoryStore(memory)
    try store.edit { $0.sessions[0].row.epoch = 7 }
    var begun = 0
    let found = error(
      Trial(Attempt(Action("sign-out")), by: .session("s1")), on: memory, begun: &begun)
    guard case .busy(tries: 8, _)? = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(begun == 8)
  }

  @Test("an account whose version changes while it is looked at is a conflict, and bounded")
  func movingVersion() throws {
    let memory = try Trial.filled()
    let before = memory.text
    let reads = Counter()
    var begun = 0
    let found = error(.signIn("google.com", "g1"), on: memory, begun: &begun) { account in
      reads.count()
      var other = account
      other?.version = reads.value
      return other
    }
    guard case .busy(tries: 8, _)? = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(begun == 8)
    #expect(memory.text == before)
  }

  @Test("two rows of one account, versions and epochs at their ends, methods of nobody")
  func oddRows() throws {
    let edits: [(inout MemoryRows) -> Void] = [
      { $0.accounts.append($0.accounts[0]) },
      { $0.accounts[0].row.version = .max },
      { $0.accounts[0].row.version = .min },
      { $0.accounts[0].row.epoch = .max },
      { $0.accounts[0].row.epoch = .min },
      { $0.accounts[0].row.id = "" },
      { $0.accounts[0].row.email = "no address" },
      { $0.accounts[0].row.tenant = "\u{0}" },
      { $0.accounts[0].methods[0].method.provider = "nobody.example" },
      { $0.accounts[0].methods[0].method.kind = .password },
      { $0.accounts[0].methods[0].method.subject = nil },
      { $0.accounts[0].methods += $0.accounts[0].methods },
      { $0.accounts[0].methods = [] },
      { $0.accounts[0].row.labels = [("no such", "label")] },
      { $0.sessions[0].row.account = "nobody" },
      { $0.sessions[0].row.epoch = .max },
      { $0.codes[0].row.account = "nobody" },
      { $0.codes[0].row.address = "" },
      { $0.codes[0].row.tenant = "elsewhere" },
      { $0.codes[0].row.purpose = CodePurpose("no-such") },
    ]
    for (number, edit) in edits.enumerated() {
      for (name, trial) in Trial.all {
        let memory = try Trial.filled()
        var store = MemoryStore(memory)
        try store.edit(edit)
        let before = memory.text
        var begun = 0
        let found = error(trial, on: memory, begun: &begun)
        #expect(begun <= 8, "edit \(number), \(name)")
        if found != nil {
          #expect(memory.text == before, "edit \(number), \(name)")
        }
      }
    }
  }
}
