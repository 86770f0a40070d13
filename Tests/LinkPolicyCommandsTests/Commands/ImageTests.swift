import LinkPolicySystem
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

/// `compile`, and images in the place of policies.
@Suite struct ImageTests {
  private let scratch: Scratch
  private let path: String
  private let policy = Fixtures.path("policy.yaml")

  init() throws {
    scratch = try Scratch()
    path = scratch.path("small.image")
    let run = ToolRun("compile", policy, "-o", path)
    #expect(run.code == .clean && run.errors.isEmpty, "\(run.errors)")
  }

  /// The image with something done to it, as another file.
  private func altered(_ edit: (inout [UInt8]) -> Void) throws -> String {
    var bytes = try scratch.read("small.image")
    edit(&bytes)
    return try scratch.write("altered.image", bytes)
  }

  @Test func decidesLikeThePolicy() throws {
    let requests = Fixtures.path("requests.jsonl")
    for words in [["decide"], ["lookup"], ["explain"], ["explain", "--format", "json"]] {
      let (image, text) = (ToolRun(words + [path, requests]), ToolRun(words + [policy, requests]))
      #expect(image.output == text.output && image.code == text.code, "\(words)")
    }
    let cases = Fixtures.path("cases.yaml")
    let (image, text) = (
      ToolRun("play", cases, "--policy", path), ToolRun("play", cases, "--policy", policy)
    )
    #expect(!image.output.isEmpty && image.output == text.output && image.code == text.code)
  }

  @Test func comesFromStandardInput() throws {
    let run = ToolRun(
      ["decide", "-", Fixtures.path("requests.jsonl")], input: try scratch.read("small.image"))
    #expect(run.output == ToolRun("decide", path, Fixtures.path("requests.jsonl")).output)
  }

  @Test func saysSizeAndDigest() throws {
    let count = try scratch.read("small.image").count
    let run = ToolRun("compile", policy, "--out", path, "--format", "json")
    #expect(
      run.output.hasPrefix(#"{"policy":"small","image":"\#(path)","bytes":\#(count),"digest":""#))
    #expect(
      ToolRun("compile", policy, "-o", path).output.hasPrefix("\(path): \(count) bytes, digest "))
    #expect(ToolRun("compile", policy, "--format", "json").code == .usage)
  }

  @Test func writesNoImageOfWhatDoesNotLoad() throws {
    let gap = ToolRun("compile", Fixtures.path("gap.yaml"), "-o", scratch.path("none.image"))
    #expect(gap.code == .invalidInput && gap.errors.contains("error"))
    #expect(try scratch.names == ["small.image"])
    let nowhere = ToolRun("compile", policy, "-o", scratch.path("none/none.image"))
    #expect(nowhere.code != .clean && nowhere.errors.contains("none.image"))
    let own = try scratch.write("own.yaml", Fixtures.bytes("policy.yaml"))
    #expect(ToolRun("compile", own, "-o", own).code != .clean, "it replaces what it reads")
  }

  @Test func refusesWhatIsNotAsItWasWritten() throws {
    func says(_ edit: (inout [UInt8]) -> Void) throws -> String {
      let run = ToolRun("decide", try altered(edit), Fixtures.path("requests.jsonl"))
      #expect(run.code == .invalidInput && run.output.isEmpty)
      return run.errors
    }
    let count = try scratch.read("small.image").count
    #expect(try says { $0.removeLast(9) }.contains("truncated: \(count - 9) of \(count) bytes"))
    #expect(
      try says { $0[4] = 3 }.contains("the image has format 3, but this library reads format 2"))
    #expect(try says { $0[count - 3] ^= 4 }.contains("checksum"))
    #expect(try says { $0 = Array($0.prefix(5)) }.contains("truncated"))
  }

  @Test func verbsThatLookAtTablesAskForThePolicy() throws {
    let cases = Fixtures.path("cases.yaml")
    let commands = [
      ["check", path], ["expand", path], ["compile", path], ["diff", path, policy],
      ["diff", policy, path], ["compare", path, policy], ["coverage", path, cases],
      ["generate", path], ["mutate", path, cases], ["render", path], ["prove", path],
      ["test", cases, "--policy", path],
    ]
    for words in commands {
      let run = ToolRun(words)
      let said = run.output + run.errors
      #expect(run.code == .invalidInput, "\(words): \(run.code) \(said)")
      #expect(said.contains("the file is a policy image"), "\(words): \(said)")
    }
    // A case names its policy, and a policy what it extends, as text.
    let extending = try scratch.write(
      "own.yaml", Array("linkpolicy: 1\nname: own\nextends: small.image\n".utf8))
    #expect(ToolRun("decide", extending, Fixtures.path("requests.jsonl")).code == .invalidInput)
    #expect(ToolRun("fmt", path).code == .invalidInput)
  }

  @Test func anImageIsNotWrittenToAScreen() {
    for isScreen in [true, false] {
      var terminal = Terminal.inMemory(isScreen: isScreen)
      let code = CommandLineTool.run(["compile", policy], &terminal)
      #expect(code == (isScreen ? .usage : .clean))
      #expect(terminal.output.bytes.isEmpty == isScreen)
    }
  }
}
