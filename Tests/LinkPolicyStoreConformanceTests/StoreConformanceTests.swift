import LinkPolicy
import LinkPolicyStore
import MemoryStore
import Testing

@testable import LinkPolicyTesting

@Suite("A store that forgets something is told what")
struct StoreConformanceTests {
  /// The suites that ship and have sequences of hand, in the folder of this package.
  private static let suites = [
    "facts", "hardened", "unrelated", "firebase-emulator-rules", "stores",
  ]

  private static func cases(_ suites: [String] = suites) throws -> [StoreConformance.StoreCase] {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return try StoreConformance().cases(at: suites.map { "/" + root + "/vectors/" + $0 })
      // Its change set uses the code that it also cancels: a store that forgets the second is reported under the first.
      .filter { $0.vector.id != "w0009" }
  }

  @Test("the store in memory passes, and everything is asked of it")
  func sound() throws {
    let memory = SharedMemory()
    let report = StoreConformance().check(try Self.cases()) { MemoryStore(memory) }
    #expect(report.isClean, "\(report.lines.joined(separator: "\n"))")
    #expect(report.findings.isEmpty)
    #expect(report.unasked == [])
  }

  @Test("whatever a store forgets, and whatever write it alters, is named, and nothing else is")
  func named() throws {
    let cases = try Self.cases()
    for fault in StoreFault.all {
      let memory = SharedMemory()
      let report = StoreConformance().check(cases) { FaultyStore(memory, fault) }
      let named = report.findings.map { $0.subject ?? "nothing" }.sorted()
      #expect(
        named == fault.duties.map(\.word).sorted(),
        "\(fault): \(report.lines.joined(separator: "\n"))")
      #expect(!report.isClean, "\(fault)")
    }
  }

  @Test("of a password it is said whether its hash is not stored, kept from before, or lost")
  func hashes() throws {
    let cases = try Self.cases()
    func text(_ fault: StoreFault) -> String {
      let memory = SharedMemory()
      return StoreConformance().check(cases) { FaultyStore(memory, fault) }.findings
        .map(\.text).joined(separator: "; ")
    }
    let of = " of the method of `password` of `u1` is "
    #expect(text(.forgotten(.passwordHash)) == "the hash of a new password" + of + "not stored")
    #expect(
      text(.keptHash)
        == "the hash of the former password" + of + "kept, and that of the new one is not stored")
    #expect(
      text(.lostHash)
        == "the password hash" + of + "lost where the method is put again without a new one")
  }

  @Test("a store passes whose labels, holders, ended sessions and outbox come in another order")
  func orders() throws {
    let memory = SharedMemory()
    let report = StoreConformance().check(try Self.cases()) { FaultyStore(memory, .otherOrders) }
    #expect(report.isClean, "\(report.lines.joined(separator: "\n"))")
    #expect(report.findings.isEmpty)
  }

  @Test("two connections that do not share their rows are reported once, and nothing is played")
  func separate() throws {
    let report = StoreConformance().check(try Self.cases(["stores"])) {
      MemoryStore(SharedMemory())
    }
    #expect(
      report.lines == [
        "the connections: `open` is called twice, and its two connections do not share their rows: the second "
          + "does not see an account that the first has committed; open both to one database, such as one file, "
          + "and not `:memory:` twice",
        "0 passed, 1 failed",
      ])
    #expect(!report.isClean)
  }

  @Test("a connection that cannot be opened or used is reported once")
  func unusable() throws {
    var opened = 0
    let closed = StoreConformance().check(try Self.cases(["stores"])) {
      () throws(StoreError) -> MemoryStore in
      opened += 1
      if opened == 2 { throw .failed("too many connections") }
      return MemoryStore(SharedMemory())
    }
    #expect(closed.failures.map(\.text) == ["the store cannot be opened: too many connections"])
    let memory = SharedMemory()
    let mute = StoreConformance().check(try Self.cases(["stores"])) {
      () throws(StoreError) -> MemoryStore in
      var store = MemoryStore(memory)
      try store.begin()
      return store
    }
    #expect(
      mute.failures.map(\.text) == ["an account cannot be added and read: a transaction is open"])
  }
}
