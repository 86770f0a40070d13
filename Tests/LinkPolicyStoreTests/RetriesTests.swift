import LinkPolicy
import MemoryStore
import Testing

@testable import LinkPolicyStore

@Suite("Between two tries there is a pause that grows")
struct RetriesTests {
  /// Draws one end of every range.
  private struct End: RandomNumberGenerator {
    let value: UInt64

    func next() -> UInt64 { value }
  }

  private static func pauses(_ value: UInt64, _ tries: ClosedRange<Int>) -> [UInt32] {
    var numbers = End(value: value)
    var pauses: [UInt32] = []
    for number in tries {
      Retries.wait(number, using: &numbers) { pauses.append($0) }
    }
    return pauses
  }

  @Test("the pause after n tries is 2ⁿ⁻¹ to 2ⁿ milliseconds, and at most 128")
  func bounds() {
    #expect(Self.pauses(1, 1...7) == [1000, 2000, 4000, 8000, 16_000, 32_000, 64_000])
    #expect(Self.pauses(.max, 1...7) == [2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000])
    #expect(Self.pauses(.max, 8...9) == Self.pauses(.max, 7...7) + Self.pauses(.max, 7...7))
    #expect(Self.pauses(1, -1...0) == Self.pauses(1, 1...1) + Self.pauses(1, 1...1))
  }

  @Test("within these bounds the time is random")
  func isRandom() {
    var numbers = SystemRandomNumberGenerator()
    var pauses: Set<UInt32> = []
    for _ in 0..<50 {
      Retries.wait(7, using: &numbers) { pauses.insert($0) }
    }
    #expect(pauses.count > 10)
  }

  @Test(
    "an attempt that meets conflicts pauses after each try but the last, and is given how many there were"
  )
  func order() throws {
    let asked = Counters()
    var store = MemoryStore(try Trial.filled()).interrupted { (_, name) throws(StoreError) in
      if name == "commit" { throw .conflict("another came first") }
    }
    #expect(throws: StoreError.self) {
      try Trial.signIn("google.com", "g1").settle(on: &store, retries: Retries { asked.add($0) })
    }
    #expect(asked.values == [1, 2, 3, 4, 5, 6, 7])
  }
}
