import Foundation
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

@Suite("The policy of a case stays in the folder of its suite")
struct CasePolicyTests {
  private static func cases(_ policy: String) -> [UInt8] {
    Array(
      """
      vectors: 1
      policy: "\(policy)"
      cases:
        - id: a
          steps: [{wait: old}]
          accounts: []
      """.utf8)
  }

  /// A folder with a policy at its top, and folders below for vectors.
  private func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path("suite/below"), withIntermediateDirectories: true)
    try scratch.write("outside.yaml", Array("secret: [\n".utf8))
    try scratch.write("suite/small.yaml", Fixtures.bytes("policy.yaml"))
    return scratch
  }

  @Test("a way out is refused at the case, and no line of the file is shown")
  func outside() throws {
    let scratch = try scratch()
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: scratch.path("suite/way.yaml"), withDestinationPath: "../outside.yaml")
    try manager.createSymbolicLink(atPath: scratch.path("suite/up"), withDestinationPath: "..")
    let paths = [
      "../outside.yaml", scratch.path("outside.yaml"), "./way.yaml", "up/outside.yaml",
      "below/../../outside.yaml", "/etc/passwd", "file:///etc/passwd",
    ]
    for path in paths {
      let file = try scratch.write("suite/cases.yaml", Self.cases(path))
      for command in [["test"], ["play"], ["coverage", "firebase"], ["mutate", "firebase"]] {
        let run = ToolRun(command + [file])
        #expect(run.code == .invalidInput, "\(command) \(path): \(run)")
        #expect(run.errors.contains("suite/cases.yaml:4:5: error[unreadable-file]"), "\(run)")
        #expect(!(run.output + run.errors).contains("secret"), "\(command) \(path): \(run)")
      }
      let run = ToolRun("test", file, "--policy", scratch.path("suite/small.yaml"))
      #expect(run.code == .clean, "\(path): \(run)")
    }
  }

  @Test("the suite's folder is the nearest with a manifest, else the file's own")
  func roots() throws {
    let scratch = try scratch()
    let file = try scratch.write("suite/below/cases.yaml", Self.cases("../small.yaml"))
    #expect(ToolRun("test", file).code == .invalidInput)
    try scratch.write("suite/suite.json", Array("{}".utf8))
    #expect(ToolRun("test", file).code == .clean)
    try scratch.write("suite/below/suite.json", Array("{}".utf8))
    #expect(ToolRun("test", file).code == .invalidInput)
    try scratch.write("suite/below/cases.yaml", Self.cases("./small.yaml"))
    #expect(ToolRun("test", file).errors.contains("there is no such file"))
    try scratch.write("suite/below/small.yaml", Fixtures.bytes("policy.yaml"))
    #expect(ToolRun("test", file).code == .clean)
  }

  @Test("what a case's policy extends stays beside it, wherever the case reached it by")
  func extended() throws {
    let scratch = try scratch()
    let over = "linkpolicy: 1\nname: over\nextends: ../small.yaml\n"
    try scratch.write("suite/below/over.yaml", Array(over.utf8))
    let file = try scratch.write("suite/cases.yaml", Self.cases("below/over.yaml"))
    let run = ToolRun("test", file)
    #expect(run.code == .invalidInput && run.errors.contains("the file is outside"), "\(run)")
  }
}
