import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyYAML

@Suite("A key that is in a map twice is found however long the map is")
struct DuplicateKeyTests {
  /// Keys that differ at both ends, only in the middle, only in length, and not at all in letters.
  private static let families: [(name: String, key: @Sendable (Int) -> String)] = [
    ("ends", { "\($0)-key-\($0)" }),
    ("middle", { "key-" + String($0 + 1000) + "-end" }),
    ("length", { String(repeating: "a", count: $0 + 1) }),
    ("beyond ASCII", { "é\($0)ü" }),
  ]

  @Test("refuses each key written again, with the place of the first", arguments: 0..<4)
  func again(family: Int) {
    let key = Self.families[family].key
    for count in [1, 2, 3, 11, 12, 13, 47, 48, 49, 63, 64, 65, 90] {
      let lines = (0..<count).map { key($0) + ": a\n" }.joined()
      let (whole, none) = read(lines)
      #expect(none.isEmpty && whole.root?.map?.entries.count == count)
      for twice in Set([0, count / 2, count - 1]) {
        let (reading, diagnostics) = read(lines + key(twice) + ": {b: c}\nlast: d\n")
        #expect(diagnostics.map(\.place) == ["yaml-duplicate-key \(count + 1):1"])
        #expect(diagnostics.first?.related.map(\.position.line) == [twice + 1])
        // The first one stays, and the value of the second belongs to nobody.
        #expect(reading.root?.map?.entries.count == count + 1)
        #expect(reading.root?.map?[Name(key(twice))]?.scalar?.value == "a")
      }
    }
  }

  @Test("refuses every other key of a map that is written twice over, one after the other")
  func everyOther() {
    let (reading, diagnostics) = read((0..<40).map { "k\($0): a\nk\($0): b\n" }.joined())
    #expect(diagnostics.map(\.place) == (1...40).map { "yaml-duplicate-key \(2 * $0):1" })
    #expect(reading.root?.map?.entries.count == 40)
  }
}
