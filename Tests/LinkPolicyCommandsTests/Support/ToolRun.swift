import Foundation
import LinkPolicySystem
import LinkPolicyTestSupport

@testable import LinkPolicyCommands

/// One command run in process, and everything it wrote.
struct ToolRun {
  let code: ExitCode
  let output: String
  let errors: String

  init(_ arguments: [String], input: [UInt8] = [], isColoured: Bool = false) {
    var terminal = Terminal.inMemory(input: input, isColoured: isColoured)
    code = CommandLineTool.run(arguments, &terminal)
    output = Fixtures.relative(String(decoding: terminal.output.bytes, as: UTF8.self))
    errors = Fixtures.relative(String(decoding: terminal.errors.bytes, as: UTF8.self))
  }

  init(_ arguments: String..., input: String = "") {
    self.init(arguments, input: Array(input.utf8))
  }
}

/// The files that tests read.
enum Fixtures {
  static let root = Project.file("Tests/LinkPolicyCommandsTests")
  static let folder = root.appending(path: "Fixtures").path

  /// The folder of the package.
  static let project = Project.root.path

  static func path(_ name: String) -> String { folder + "/" + name }

  /// The text with paths as if it had been written in the folder of the fixtures.
  ///
  /// A vector's id is a hash of its inputs, and with them of the policy's path. In JSON, the vector may be a text with escaped quotes.
  static func relative(_ text: String) -> String {
    guard text.contains(folder) else { return text }
    return text.replacingOccurrences(of: folder + "/", with: "")
      .replacingOccurrences(of: folder, with: ".")
      .replacing(/("id\\?":\\?"[a-z]+)-[0-9a-f]{12}/) { "\($0.output.1)-HASH" }
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(name))))
  }
}
