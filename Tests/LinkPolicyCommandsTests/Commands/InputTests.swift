import Testing

@testable import LinkPolicyCommands

@Suite("Files that are none, and files of another kind")
struct InputTests {
  private static let commands: [[String]] = [
    ["check"], ["check", "--format", "json"], ["expand"], ["fmt"], ["fmt", "--check"],
    ["decide"], ["lookup"], ["explain"], ["decide", Fixtures.path("policy.yaml")],
    ["lookup", Fixtures.path("policy.yaml")], ["explain", Fixtures.path("policy.yaml")], ["play"],
    ["test"], ["test", "--format", "json"],
    ["play", Fixtures.path("cases.yaml"), "--policy"],
  ]

  @Test("missing, directory, binary: code 3 and a message that names the file")
  func unusable() {
    for command in Self.commands {
      for file in [
        Fixtures.path("nowhere.yaml"), Fixtures.folder, Fixtures.path("binary.bin"), "",
      ] {
        let readsFolders = command == ["play"] || command.first == "test"
        guard file != Fixtures.folder || !readsFolders else { continue }
        if file.isEmpty, command.last == "--policy" { continue }
        let run = ToolRun(command + [file])
        let said = run.output + run.errors
        #expect(run.code == .invalidInput, "\(command) \(file)")
        #expect(said.contains(Fixtures.relative(file)), "\(command) \(file)")
        #expect(said.contains("error"), "\(command) \(file)")
      }
    }
  }

  @Test("empty: no policy, no case, no request")
  func empty() {
    for command in Self.commands {
      let run = ToolRun(command + [Fixtures.path("empty.yaml")])
      #expect(run.code == .invalidInput, "\(command)")
      #expect((run.output + run.errors).contains("empty"), "\(command): \(run)")
    }
  }

  @Test("standard input in the place of a file")
  func standardInput() throws {
    let policy = try Fixtures.bytes("policy.yaml")
    let requests = try Fixtures.bytes("requests.jsonl")
    let path = Fixtures.path("policy.yaml")
    let decided = ToolRun("decide", path, Fixtures.path("requests.jsonl"))
    #expect(ToolRun(["decide", path], input: requests).output == decided.output)
    #expect(ToolRun(["decide", path, "-"], input: requests).output == decided.output)
    let other = ToolRun(["decide", "-", Fixtures.path("requests.jsonl")], input: policy)
    #expect(other.output == decided.output.replacing(#""policy.yaml""#, with: #""<stdin>""#))
    #expect(ToolRun(["check", "-"], input: policy).output == ToolRun("check", path).output)
    #expect(ToolRun(["expand", "-"], input: policy).output == ToolRun("expand", path).output)
    let finding = ToolRun(["check", "-"], input: try Fixtures.bytes("gap.yaml")).output
    #expect(finding.hasPrefix("<stdin>:26:3: error[gap]"))
  }

  @Test("shipped policies by name, and a path where a name would do")
  func shipped() throws {
    // Whether it is free of findings is asked where the policy is tested.
    let check = ToolRun("check", "firebase")
    #expect(check.output.contains("firebase: "))
    #expect([.clean, .findings].contains(check.code))
    #expect(ToolRun("expand", "firebase").output.contains("name: firebase"))
    #expect(ToolRun("check", "./firebase").code == .invalidInput)
  }

  @Test("a policy that cannot be used decides nothing")
  func brokenPolicy() {
    let run = ToolRun(["decide", Fixtures.path("gap.yaml")], input: Array("{}".utf8))
    #expect(run.code == .invalidInput)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("error[gap]"))
  }
}
