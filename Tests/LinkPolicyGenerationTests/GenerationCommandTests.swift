import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCompiler

/// The program that builds run.
@Suite("Generation from the command line")
struct GenerationCommandTests {
  private static func run(_ arguments: String...) -> (
    ending: GenerationCommand.GenerationExitCode, said: String
  ) {
    var said = ""
    let ending = GenerationCommand.run(arguments) { said += $0.text }
    return (ending, said)
  }

  @Test(
    "a file names its type",
    arguments: [
      ("sign-in.linkpolicy.yaml", "SignInPolicy"), ("a.b.linkpolicy.yaml", "ABPolicy"),
      (".linkpolicy.yaml", nil),
      ("sign-in.yaml", nil), ("ü.linkpolicy.yaml", nil),
    ] as [(String, String?)])
  func types(file: String, expected: String?) {
    #expect(GenerationCommand.typeName(ofFile: file) == expected)
  }

  @Test("a policy becomes a source; one with an error none, and the old source stands")
  func writing() throws {
    let scratch = try Scratch()
    let good = """
      linkpolicy: 1
      name: test
      providers: {a.example: {kind: federated}}
      decisions: {sign-in: {rows: [{id: any, refuse: no}]}}
      errors: {no: {}}
      """
    try scratch.write("p.linkpolicy.yaml", Array(good.utf8))
    let (path, target) = (scratch.path("p.linkpolicy.yaml"), scratch.path("p.swift"))
    let first = Self.run(path, "--out", target)
    #expect(first.ending == .clean && first.said.isEmpty, "\(first)")
    let source = try scratch.read("p.swift")
    #expect(String(decoding: source, as: UTF8.self).contains("enum PPolicy {"))

    try scratch.write("p.linkpolicy.yaml", Array((good + "\nnothing: {}\n").utf8))
    let second = Self.run(path, "--out", target)
    #expect(second.ending == .invalidInput)
    #expect(second.said.hasPrefix("\(path):6:1: error: "), "\(second.said)")
    #expect(try scratch.read("p.swift") == source)
  }

  @Test("neither the policy nor what it extends is written over, also by another name")
  func overwriting() throws {
    let scratch = try Scratch()
    let base = Array(
      """
      linkpolicy: 1
      name: base
      providers: {a.example: {kind: federated}}
      decisions: {sign-in: {rows: [{id: any, refuse: no}]}}
      errors: {no: {}}

      """.utf8)
    let policy = Array("linkpolicy: 1\nextends: ./base.yaml\nname: p\n".utf8)
    try scratch.write("base.yaml", base)
    try scratch.write("p.linkpolicy.yaml", policy)
    for target in ["p.linkpolicy.yaml", "base.yaml", "./base.yaml"] {
      let run = Self.run(scratch.path("p.linkpolicy.yaml"), "--out", scratch.path(target))
      #expect(run.ending == .notWritten, "\(target)")
      #expect(run.said.hasSuffix("which was read; name another file for the output\n"), "\(run)")
    }
    #expect(try scratch.read("p.linkpolicy.yaml") == policy)
    #expect(try scratch.read("base.yaml") == base)
    let run = Self.run(scratch.path("p.linkpolicy.yaml"), "--out", scratch.path("p.swift"))
    #expect(run.ending == .clean, "\(run.said)")
  }

  @Test(
    "bad command lines and files that are not there end in a message",
    arguments: [
      ([], GenerationCommand.GenerationExitCode.usage), (["a", "b"], .usage),
      (["--out", "--out", "x"], .usage),
      (["nowhere.linkpolicy.yaml", "--out", "/dev/null"], .invalidInput),
      (["x.yaml", "--out", "/dev/null"], .invalidInput),
      (["link.linkpolicy.yaml", "--out", "/dev/null"], .invalidInput),
    ])
  func refused(arguments: [String], expected: GenerationCommand.GenerationExitCode) {
    var said = ""
    #expect(GenerationCommand.run(arguments) { said += $0.text } == expected)
    #expect(said.contains("usage:") || said.contains("error: "))
  }
}
