import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

@Suite("What choices came to")
struct ChoiceTableTests {
  private static func graph(_ handle: Int) -> CellGraph { CellGraph(handle: Int32(handle)) }

  /// Beside a dictionary, with handles that differ little, so that many share their first slot.
  @Test func asADictionary() {
    var table = ChoiceTable()
    var known: [[Int]: Int] = [:]
    var random = SeededGenerator(seed: 11)
    for step in 0..<20_000 {
      let key = (0..<3).map { _ in Int.random(in: -2...40, using: &random) }
      let found = table.result(
        Self.graph(key[0]), Self.graph(key[1]), else: Self.graph(key[2]))
      #expect(found == known[key].map { Self.graph($0) })
      if found == nil {
        known[key] = step
        table.remember(
          Self.graph(step), of: Self.graph(key[0]), Self.graph(key[1]), else: Self.graph(key[2]))
      }
    }
    #expect(known.count > 10_000)
  }

  @Test func anEmptyOneKnowsNothing() {
    #expect(
      ChoiceTable().result(Self.graph(0), Self.graph(1), else: Self.graph(2)) == nil)
  }
}
