import Foundation
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

extension Golden {
  /// Compares a run of the tool with the file of its name.
  static func check(_ name: String, _ words: [String], _ run: ToolRun) {
    var text = "$ linkpolicy " + words.joined(separator: " ") + "\n" + run.output
    if !run.errors.isEmpty {
      text += "--- standard error\n" + run.errors
    }
    text += "--- exit \(run.code.rawValue)\n"
    let file = Fixtures.root.appending(path: "Golden/" + name + ".txt")
    #expect(difference(text, file) == nil)
  }
}
