import Foundation
import Testing

@testable import LinkPolicyCommands

/// What commands print, as reviewed.
enum Golden {
  /// Set to write what is printed as what is expected, for review in the diff.
  static let records = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"

  /// Compares a run with the file of its name.
  static func check(_ name: String, _ words: [String], _ run: ToolRun) {
    var text = "$ linkpolicy " + words.joined(separator: " ") + "\n" + run.output
    if !run.errors.isEmpty {
      text += "--- standard error\n" + run.errors
    }
    text += "--- exit \(run.code.rawValue)\n"
    let file = Fixtures.root.appending(path: "Golden/" + name + ".txt")
    if records {
      try? Data(text.utf8).write(to: file)
    }
    let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? "(no file)"
    #expect(text == expected, "Golden/\(name).txt")
  }
}
