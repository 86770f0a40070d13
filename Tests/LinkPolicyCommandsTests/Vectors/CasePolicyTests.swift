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

@Suite("The policy of a case can be a system or an image")
struct NamedCasePolicyTests {
  @Test("vectors that a verb wrote for a system are played")
  func system() throws {
    let name = "auth-js"
    let scratch = try Scratch()
    let file = scratch.path("vectors.jsonl")
    let written = ToolRun("generate", name, "--count", "20", "--answers", "policy", "--out", file)
    #expect(written.code == .clean, "\(written.errors)")
    for words in [["test"], ["play"]] {
      let run = ToolRun(words + [file])
      #expect(run.code == .clean && run.errors.isEmpty, "\(words): \(run.errors)")
    }
    let coverage = ToolRun("coverage", name, file)
    #expect(!coverage.errors.contains("not shipped"), "\(coverage.errors)")
    #expect(coverage.code != .invalidInput, "\(coverage.errors)")
  }

  /// A case of the policy in a file of the folder of the case.
  private func cases(_ policy: String) -> [UInt8] {
    Array(
      (#"{"id":"a","policy":"\#(policy)","steps":[{"wait":"old"}],"accounts":[]}"# + "\n").utf8)
  }

  @Test("a case names an image with its text, and `play` takes an image without text")
  func image() throws {
    let scratch = try Scratch()
    let policy = Fixtures.path("policy.yaml")
    #expect(ToolRun("compile", policy, "-o", scratch.path("f.image")).code == .clean)
    #expect(
      ToolRun("compile", policy, "--no-text", "-o", scratch.path("bare.image")).code == .clean)
    let file = try scratch.write("cases.jsonl", cases("./f.image"))
    for words in [["test"], ["play"], ["coverage", scratch.path("f.image")]] {
      let run = ToolRun(words + [file])
      #expect(run.code != .invalidInput && run.errors.isEmpty, "\(words): \(run.errors)")
    }
    let bare = try scratch.write("bare.jsonl", cases("./bare.image"))
    #expect(ToolRun("play", bare).code == .clean)
    let untested = ToolRun("test", bare)
    #expect(untested.code == .invalidInput)
    #expect((untested.output + untested.errors).contains("image without text"), "\(untested)")
  }

  @Test("a damaged image is rejected")
  func damaged() throws {
    let scratch = try Scratch()
    let policy = Fixtures.path("policy.yaml")
    #expect(ToolRun("compile", policy, "-o", scratch.path("f.image")).code == .clean)
    var bytes = try scratch.read("f.image")
    bytes[bytes.count - 1] ^= 1
    try scratch.write("f.image", bytes)
    let file = try scratch.write("cases.jsonl", cases("./f.image"))
    for verb in ["test", "play"] {
      #expect(ToolRun(verb, file).code == .invalidInput, "\(verb)")
    }
  }

  @Test("an image outside the suite is not read")
  func outside() throws {
    let scratch = try Scratch()
    let compiled = ToolRun(
      "compile", Fixtures.path("policy.yaml"), "-o", scratch.path("f.image"))
    #expect(compiled.code == .clean)
    try FileManager.default.createDirectory(
      atPath: scratch.path("suite"), withIntermediateDirectories: true)
    let file = try scratch.write("suite/cases.jsonl", cases("../f.image"))
    for verb in ["test", "play"] {
      let run = ToolRun(verb, file)
      #expect(run.code == .invalidInput && run.errors.contains("unreadable-file"), "\(run)")
    }
  }
}
