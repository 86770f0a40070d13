import LinkPolicy
import LinkPolicyStore
import LinkPolicyVectors
import MemoryStore
import Testing

@testable import LinkPolicyStoreConformance

@Suite("A store that forgets something is told what")
struct StoreConformanceTests {
  /// The suites that ship and have sequences of hand, in the folder of this package.
  private static let suites = ["facts", "hardened", "unrelated", "firebase-emulator-rules"]

  private static func cases(_ suites: [String] = suites) throws -> [StoreConformance.Case] {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return try StoreConformance().cases(at: suites.map { "/" + root + "/vectors/" + $0 })
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
      let named = report.findings.map { $0.subject ?? "nothing" }
      #expect(named == [fault.duty.word], "\(fault): \(report.lines.joined(separator: "\n"))")
      #expect(!report.isClean, "\(fault)")
    }
  }
}
