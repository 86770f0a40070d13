import Foundation
import LinkPolicy
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyYAML

@Suite("Formatting keeps its promises on any valid text")
struct FormattingFuzzTests {
  @Test("generated documents with comments in every gap")
  func generated() {
    var writer = UntidyWriter(seed: 7)
    var count = 0
    for _ in 0..<1500 {
      let bytes = writer.document()
      if read(bytes).1.isEmpty {
        count += 1
        checkFormatting(bytes)
      }
    }
    #expect(count > 1200)
  }

  @Test("files with lines and comments put in, and bytes changed", arguments: ["messy", "design"])
  func mutated(_ name: String) throws {
    let url = GoldenTests.folder.appending(path: name + ".input.yaml")
    let original = try Array(Data(contentsOf: url))
    var generator = SeededGenerator(seed: 11)
    let pieces = [
      "\n", "\n\n", " # c\n", "\n  # d\n", " ", "  ", ",", "[]", "{}", "- ", "x", "'", ": ",
    ]
    var count = 0
    for _ in 0..<1500 {
      var bytes = original
      for _ in 0...generator.below(3) {
        let index = generator.below(bytes.count)
        bytes.insert(contentsOf: pieces[generator.below(pieces.count)].utf8, at: index)
      }
      if read(bytes).1.isEmpty {
        count += 1
        checkFormatting(bytes)
      }
    }
    #expect(count > 100)
  }
}
