import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyYAML

@Suite("Work is bounded by count")
struct BoundTests {
  @Test("refuses a file over the byte limit unread")
  func bytes() {
    let (reading, diagnostics) = read([UInt8](repeating: 0x61, count: 100 << 20))
    #expect(diagnostics.map(\.place) == ["yaml-byte-limit 1:1"])
    #expect(reading.statistics == YAMLReadStatistics())
  }

  @Test("stops at once where collections are too deep")
  func depth() {
    let bombs = [
      String(repeating: "[", count: 100_000),
      String(repeating: "{a: ", count: 100_000),
      String(repeating: "- ", count: 100_000),
      String(repeating: "[a: ", count: 100_000),
      String(repeating: "? ", count: 100_000),
      String(repeating: "{", count: 1_000_000),
      (0..<1000).map { String(repeating: " ", count: $0) + "a:\n" }.joined(),
    ]
    for bomb in bombs {
      let (reading, diagnostics) = read(bomb)
      #expect(diagnostics.last?.code == .yamlDepthLimit)
      #expect(reading.root == nil)
      #expect(reading.statistics.events <= 60 && reading.statistics.nodes <= 40)
    }
    let allowed = String(repeating: "[", count: 16) + String(repeating: "]", count: 16)
    #expect(read(allowed).1.isEmpty)
    #expect(read("[" + allowed + "]").1.map(\.place) == ["yaml-depth-limit 1:17"])
  }

  @Test("stops at once where there are too many values")
  func nodes() {
    var limits = YAMLLimits.standard
    limits.nodes = 10
    let (reading, diagnostics) = read("a: [1, 2, 3, 4, 5, 6, 7]\nb: [1, 2]\n", limits: limits)
    #expect(diagnostics.map(\.place) == ["yaml-node-limit 2:1"])
    #expect(reading.statistics.nodes == 11)
    let million = "[" + String(repeating: "a,", count: 2_000_000) + "]"
    let read = read(million)
    #expect(read.1.map(\.code) == [.yamlRowLimit, .yamlNodeLimit])
    #expect(read.0.statistics.nodes == 1_000_001)
  }

  @Test("refuses long scalars and lists, and goes on")
  func sizes() {
    let long = String(repeating: "é", count: 2048)
    #expect(read("a: \(long)\n").1.isEmpty)
    #expect(
      read("a: \(long)x\nb: *c\n").1.map(\.place) == ["yaml-scalar-limit 1:4", "yaml-alias 2:4"])
    let rows = String(repeating: "- a\n", count: 10_000)
    #expect(read(rows).1.isEmpty)
    let (reading, diagnostics) = read(rows + "- b\n- c\n")
    #expect(diagnostics.map(\.place) == ["yaml-row-limit 10001:3"])
    #expect(reading.root?.list?.items.count == 10_000)
  }

  @Test("survives bombs")
  func bombs() {
    var alias = "a0: &a0 [x, x, x]\n"
    for level in 1..<40 {
      let items = [String](repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      alias += "a\(level): &a\(level) [\(items)]\n"
    }
    let (reading, diagnostics) = read(alias)
    #expect(reading.statistics.nodes < 500)
    #expect(diagnostics.count == 101 && diagnostics.last?.code == .yamlMoreProblems)
    #expect(diagnostics.last?.message == "291 further problems are not shown")

    let lines = read(String(repeating: "a\n", count: 1_000_000))
    #expect(lines.1.map(\.place) == ["yaml-scalar-limit 1:1"])
    #expect(lines.0.statistics.nodes == 1)
    let zeros = read([UInt8](repeating: 0, count: 8 << 20))
    #expect(zeros.1.count <= 101 && zeros.0.statistics.nodes == 1)
    let quote = read("\"" + String(repeating: "a", count: (8 << 20) - 2))
    #expect(quote.1.map(\.code) == [.yamlSyntax])
    let comments = read(String(repeating: "#\n", count: 1_000_000))
    #expect(comments.1.map(\.code) == [.yamlEmpty])
  }
}
