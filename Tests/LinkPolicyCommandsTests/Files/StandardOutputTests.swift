import LinkPolicySystem
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

/// `-` names standard output, for every verb that writes into a file.
@Suite("Standard output by its name")
struct StandardOutputTests {
  private let scratch: Scratch
  private let policy = Fixtures.path("policy.yaml")

  init() throws {
    scratch = try Scratch()
  }

  @Test("what goes there anyway goes there, and no file is made")
  func output() throws {
    let export = try scratch.write(
      "users.json",
      Array(
        #"{"users": [{"localId": "u1", "providerUserInfo": [{"providerId": "google.com", "rawId": "g1"}]}]}"#
          .utf8))
    let commands: [[String]] = [
      ["compile", policy], ["render", policy], ["generate", policy, "--stores", "20"],
      ["import", policy, export, "--from", "firebase"],
    ]
    for words in commands {
      let option = words[0] == "generate" ? "--out" : "-o"
      let (plain, named) = (ToolRun(words), ToolRun(words + [option, "-"]))
      #expect(!plain.output.isEmpty, "\(words): \(plain.errors)")
      #expect(plain.output == named.output && plain.code == named.code, "\(words)")
    }
    var terminal = Terminal.inMemory(isScreen: true)
    #expect(CommandLineTool.run(["compile", policy, "-o", "-"], &terminal) == .usage)
    #expect(terminal.output.bytes.isEmpty)
  }

  @Test("what is written beside the output needs a file of its own")
  func besideIt() {
    let commands: [[String]] = [
      ["prove", policy, "--certificate", "-"], ["prove", policy, "--vectors", "-"],
      ["mutate", policy, Fixtures.path("cases.yaml"), "--adequate", "-"],
      ["check", policy, "--report", "json=-"],
      ["test", Fixtures.path("cases.yaml"), "--report", "junit=-"],
    ]
    for words in commands {
      let run = ToolRun(words)
      #expect(run.code == .usage, "\(words)")
      #expect(run.errors.contains("needs a file"), "\(words): \(run.errors)")
    }
  }

  @Test("what has to be given stands without brackets in a usage line")
  func required() {
    let usage = ImportCommand.help.usage
    #expect(usage.hasPrefix("linkpolicy import POLICY EXPORT --from firebase"))
    #expect(ToolRun("import", policy, "users.json").code == .usage)
  }

  @Test(
    "a policy that extends what has an odd name ends in a finding",
    arguments: [
      "nowhere", "größe.yaml", "a b.yaml", "./-o", "--help", "-", "./", "..", "../x.yaml",
      "/etc/passwd",
      "\u{202E}", "😀/😀.yaml",
    ])
  func oddNames(_ name: String) throws {
    let text = "linkpolicy: 1\nname: odd\nextends: \"\(name)\"\n"
    let path = try scratch.write("odd.yaml", Array(text.utf8))
    let export = try scratch.write("users.json", Array(#"{"users": []}"#.utf8))
    let run = ToolRun("import", path, export, "--from", "firebase")
    #expect(run.code == .invalidInput, "\(run)")
    #expect(run.errors.contains("odd.yaml:3:") && run.errors.contains("error["), "\(run.errors)")
    #expect(run.output.isEmpty)
  }
}
