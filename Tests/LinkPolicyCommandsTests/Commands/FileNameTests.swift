import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

/// Files that end in `.yml` are what those that end in `.yaml` are.
@Suite("The ends of files' names")
struct FileNameTests {
  @Test("findings/review.md 11: every verb takes vectors whose file ends in `.yml`")
  func vectors() throws {
    var outputs: [[String]] = []
    // In one folder, since ids go by the paths of policies.
    let scratch = try Scratch()
    for name in ["cases.yaml", "cases.yml"] {
      try scratch.write(name, Fixtures.bytes("cases.yaml"))
      let policy = try scratch.write("policy.yaml", Fixtures.bytes("policy.yaml"))
      // What is no file of vectors by its name is not looked at in a folder.
      try scratch.write("notes.txt", [])
      try scratch.write("policy.yaml.txt", Fixtures.bytes("policy.yaml"))
      let file = scratch.path(name)
      outputs.append(
        [
          ["test", file], ["play", file], ["coverage", policy, file],
          ["mutate", policy, file, "--limit", "1", "--operator", "row-removed"],
        ].map { words in
          let run = ToolRun(words)
          #expect(!run.output.isEmpty && run.code != .invalidInput, "\(words): \(run.errors)")
          return run.output.replacing(scratch.folder, with: "").replacing(name, with: "cases")
        })
    }
    #expect(outputs[0] == outputs[1])
  }

  @Test("findings/review.md 11: folders are looked through for `.yml` too")
  func folders() throws {
    let scratch = try Scratch()
    try scratch.write(
      "cases.yml",
      Array(
        """
        vectors: 1
        policy: firebase
        cases:
          - id: y1
            steps:
              - attempt: {action: sign-in, provider: google.com, subject: g1, addresses: [{email: a@gmail.com}]}
                expect: {outcome: allowed}

        """.utf8))
    try scratch.write("notes.txt", Array("nothing".utf8))
    let run = ToolRun("test", scratch.folder)
    #expect(run.code == .clean && run.output.contains("1 passed"), "\(run)")
    let named = ToolRun("test", scratch.path("notes.txt"))
    #expect(named.code == .invalidInput, "\(named)")
    #expect(named.errors.contains("vector files end in `.yaml`, `.yml`, `.json` or `.jsonl`"))
  }

  @Test("a base that ends in `.yml` is a file")
  func bases() throws {
    let scratch = try Scratch()
    try scratch.write("policy.yml", Fixtures.bytes("policy.yaml"))
    let path = try scratch.write(
      "over.yml", Array("linkpolicy: 1\nname: over\nextends: policy.yml\n".utf8))
    let run = ToolRun("check", path)
    #expect(run.code == .clean, "\(run)")
  }
}
