import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

@Suite("Vectors from the command line")
struct VectorCommandTests {
  private static let cases = Fixtures.path("cases.yaml")

  @Test("no case at all is a failure that says so")
  func nothing() throws {
    let scratch = try Scratch()
    for arguments in [
      ["test"], ["play"], ["coverage", "firebase"], ["mutate", "firebase"], ["vectors", "stats"],
      ["vectors", "lint"],
    ] {
      let run = ToolRun(arguments + [scratch.folder])
      #expect(
        run.code == .invalidInput && run.errors.contains("there is no "), "\(arguments): \(run)")
    }
    for arguments in [
      ["test", Self.cases, "--id", "x"],
      ["play", Self.cases, "--id", "x"], ["test", Self.cases, "--proves", "x"],
      ["test", Self.cases, "--id", "example-1", "--proves", "S1"],
    ] {
      let run = ToolRun(arguments)
      #expect(run.code == .findings, "\(arguments)")
      #expect((run.output + run.errors).contains("no case"), "\(arguments): \(run)")
    }
  }

  @Test("what is selected is played, the rest is counted as skipped")
  func selection() {
    let selections: [([String], Int)] = [
      ([], 2), (["--id", "example-2"], 1), (["--proves", "R4"], 1), (["--proves=S1"], 1),
      (["--id", "example-1", "--proves", "R3"], 1),
    ]
    for (options, count) in selections {
      let run = ToolRun(["test", Self.cases, "--format", "json"] + options)
      #expect(run.code == .clean, "\(options)")
      let head = #"{"passed":\#(count),"failed":0,"skipped":\#(2 - count),"known":0,"#
      #expect(run.output.hasPrefix(head), "\(run.output)")
      #expect(run.errors.isEmpty)
    }
  }

  @Test("the format of standard input is told by its text")
  func standardInput() throws {
    let policy = ["--policy", Fixtures.path("policy.yaml")]
    let step =
      #""steps":[{"attempt":{"action":"sign-in","provider":"google.com","subject":"g1"},"#
      + #""expect":{"outcome":"allowed"}}]"#
    let one = #"{"id":"a","policy":"p",\#(step)}"#
    let document = #"{"vectors":1,"policy":"p","cases":[{"id":"a",\#(step)}]}"#
    for text in [
      one, one + "\n", document, document.replacing(",", with: ",\n"), "\n " + document,
      "vectors: 1\npolicy: p\ncases:\n  - {id: a, \(step.dropFirst(0))}\n",
    ] {
      let run = ToolRun(["test", "-"] + policy, input: Array(text.utf8))
      #expect(run.output == "1 passed, 0 failed, 1 step\n", "\(text): \(run)")
    }
    for text in ["", "{", "[]", "\u{0}", "vectors: 2"] {
      let run = ToolRun(["test", "-"] + policy, input: Array(text.utf8))
      #expect(run.code == .invalidInput, "\(text): \(run)")
      #expect(run.errors.contains("<stdin>"), "\(text): \(run)")
    }
  }

  @Test("a file that cannot be read does not keep the others from being run")
  func several() {
    let run = ToolRun("test", Fixtures.path("binary.bin"), Fixtures.path("shape.yaml"), Self.cases)
    #expect(run.code == .invalidInput)
    #expect(run.output == "2 passed, 0 failed, 3 steps\n")
    #expect(run.errors.contains("binary.bin") && run.errors.contains("shape.yaml"))
  }

  @Test("a policy that cannot be used is told once, before any case")
  func brokenPolicy() {
    for verb in ["test", "play"] {
      let run = ToolRun(verb, Self.cases, "--policy", Fixtures.path("gap.yaml"))
      #expect(run.code == .invalidInput)
      #expect(run.output.isEmpty)
      #expect(run.errors.hasPrefix("gap.yaml:26:3: error[gap]"))
    }
  }
}
