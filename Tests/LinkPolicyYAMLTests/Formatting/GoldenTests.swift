import Foundation
import LinkPolicy
import Testing

@testable import LinkPolicyYAML

@Suite("Formatted files look as reviewed")
struct GoldenTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/Formatting")

  /// Set to write what is printed as what is expected, for review in the diff.
  static let records = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

  @Test("input becomes expected", arguments: ["messy", "firebase", "design"])
  func golden(_ name: String) throws {
    let input = try Data(contentsOf: Self.folder.appending(path: name + ".input.yaml"))
    let expected = Self.folder.appending(path: name + ".expected.yaml")
    let output = try PolicyFormatter.format(Array(input), name: name)
    if Self.records {
      try Data(output).write(to: expected)
    }
    let text = try String(decoding: Data(contentsOf: expected), as: UTF8.self)
    #expect(String(decoding: output, as: UTF8.self) == text)
    checkFormatting(Array(input))
  }
}
