import LinkPolicyReview
import LinkPolicySystem
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
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

  /// The command lines of verbs that read tables, with a policy or an image as the POLICY.
  private func commands(on given: String) -> [[String]] {
    let cases = Fixtures.path("cases.yaml")
    return [
      ["check", given], ["expand", given], ["compile", given, "--no-text"],
      ["diff", given, policy], ["diff", policy, given], ["compare", given, policy],
      ["coverage", given, cases], ["generate", given], ["mutate", given, cases],
      ["render", given], ["prove", given], ["test", cases, "--policy", given],
      ["image", "verify", path, "--policy", given],
    ]
  }

  @Test func verbsThatReadTablesAskForTheTextOfAnImage() throws {
    let bare = scratch.path("bare.image")
    #expect(ToolRun("compile", policy, "--no-text", "-o", bare).code == .clean)
    for words in commands(on: bare) {
      let run = ToolRun(words)
      let said = run.output + run.errors
      #expect(run.code == .invalidInput, "\(words): \(run.code) \(said)")
      #expect(said.contains("the file is a policy image without text"), "\(words): \(said)")
    }
    // A policy extends a text.
    let extending = try scratch.write(
      "own.yaml", Array("linkpolicy: 1\nname: own\nextends: small.image\n".utf8))
    #expect(ToolRun("decide", extending, Fixtures.path("requests.jsonl")).code == .invalidInput)
    #expect(ToolRun("fmt", path).code == .invalidInput)
  }

  @Test func verbsThatReadTablesReadTheTextOfAnImage() throws {
    for (image, text) in zip(commands(on: path), commands(on: policy)) {
      let (image, text) = (ToolRun(image), ToolRun(text))
      #expect(image.code == text.code, "\(image.errors)")
    }
    let pairs = [
      ["expand"], ["test", Fixtures.path("cases.yaml"), "--policy"],
    ]
    for words in pairs {
      #expect(ToolRun(words + [path]).output == ToolRun(words + [policy]).output, "\(words)")
    }
    let difference = ToolRun("diff", policy, path)
    #expect(difference.code == .clean, "\(difference.output) \(difference.errors)")
  }

  @Test func verbsThatReadTablesRejectAForgedImage() throws {
    let forged = try forgedImage()
    // A service loads the image, because only a compilation can notice the change.
    #expect(ToolRun("decide", forged, Fixtures.path("requests.jsonl")).code == .clean)
    for words in commands(on: forged) + [["play", Fixtures.path("cases.yaml"), "--policy", forged]]
    {
      let run = ToolRun(words)
      #expect(run.code == .invalidInput, "\(words)")
      #expect((run.output + run.errors).contains("was not compiled from its text"), "\(words)")
    }
  }

  /// An image with the digest and the text of the policy, but whose first row no longer refreshes the method.
  private func forgedImage() throws -> String {
    let other = String(decoding: try Fixtures.bytes("policy.yaml"), as: UTF8.self)
      .replacing("[refresh-method, sign-in]", with: "[sign-in]")
    let path = try scratch.write("other.yaml", Array(other.utf8))
    let image = scratch.path("other.image")
    #expect(ToolRun("compile", path, "--no-text", "-o", image).code == .clean)
    let file = try ImageFile(try scratch.read("other.image"))
    let own = try ImageFile(try scratch.read("small.image"))
    let text = try #require(try ImageFile.text(in: try scratch.read("small.image")))
    return try scratch.write(
      "forged.image",
      ImageFile.bytes(
        vocabulary: file.vocabulary, rules: file.rules, digest: own.digest, text: text))
  }

  @Test func verifiesImages() throws {
    let bare = scratch.path("bare.image")
    #expect(ToolRun("compile", policy, "--no-text", "-o", bare).code == .clean)
    let verified = ToolRun("image", "verify", path)
    #expect(verified.code == .clean && verified.output.hasPrefix("\(path): verified: its text "))
    let given = ToolRun("image", "verify", bare, path, "--policy", policy)
    #expect(given.code == .clean && given.errors.isEmpty, "\(given.errors)")
    #expect(given.output.matches(of: /: verified: the given policy/).count == 2)
    let count = try scratch.read("bare.image").count
    #expect(given.output.contains("compiles to the same \(count) bytes, digest "))
    // Without the policy's file, file names and positions cannot be compared.
    #expect(
      verified.output.contains("the same image, apart from file names and positions, digest "))
    let moved = try scratch.write("moved.yaml", Fixtures.bytes("policy.yaml"))
    let elsewhere = ToolRun("image", "verify", path, "--policy", moved)
    #expect(elsewhere.code == .clean && elsewhere.output.contains("apart from file names"))
    let unknown = ToolRun("image", "verify", bare)
    #expect(unknown.code == .undecided && unknown.output.isEmpty)
    #expect(unknown.errors.contains("the image has no text to compile"))
    // The worst result of several images is the exit code.
    #expect(ToolRun("image", "verify", bare, path).code == .undecided)
    #expect(ToolRun("image", "verify", bare, try forgedImage()).code == .invalidInput)
    let other = ToolRun("image", "verify", path, "--policy", "firebase")
    #expect(other.code == .invalidInput)
    #expect(other.errors.contains("was not compiled from `firebase`"))
    let json = ToolRun("image", "verify", path, "--format", "json")
    #expect(json.output.contains(#""policy":"small""#))
    #expect(json.output.contains(#""compiled":"image""#))
    #expect(json.output.contains(#""positions":false"#))
    let exact = ToolRun("image", "verify", path, "--policy", policy, "--format", "json")
    #expect(exact.output.contains(#""positions":true"#), "\(exact.output)")
    let lines = ToolRun("image", "verify", bare, path, try forgedImage(), "--format", "json").output
    let parts = lines.split(separator: "\n").map { $0.contains(#""unverified":""#) }
    #expect(parts == [true, false, true], "\(lines)")
  }

  @Test func verifiesShippedImages() throws {
    for name in ["firebase", "auth-js"] {
      let image = scratch.path(name + ".image")
      #expect(ToolRun("compile", name, "--no-text", "-o", image).code == .clean)
      let run = ToolRun("image", "verify", image)
      #expect(run.code == .clean && run.output.contains("the shipped policy compiles"), "\(name)")
    }
  }

  @Test func refusesATextThatAnImageCannotHold() throws {
    // In double quotes, each backslash is two characters, and a key has at most 1024.
    let key = "'" + String(repeating: "\\", count: 600) + "'"
    let text = String(decoding: try Fixtures.bytes("policy.yaml"), as: UTF8.self)
      .replacing("sign-ups-closed:    {}", with: "sign-ups-closed: {names: {\(key): x}}")
    let long = try scratch.write("long.yaml", Array(text.utf8))
    let image = scratch.path("long.image")
    let run = ToolRun("compile", long, "-o", image)
    #expect(run.code == .invalidInput && run.errors.contains("cannot be read from an image"))
    #expect(run.errors.contains("compile the policy with `--no-text`"))
    #expect(ToolRun("compile", long, "--no-text", "-o", image).code == .clean)
    #expect(ToolRun("image", "verify", image, "--policy", long).code == .clean)
  }

  @Test func aForgedWriterDisplacesNoPolicy() throws {
    let file = try ImageFile(try scratch.read("small.image"))
    var rules = file.rules
    let table = Int(rules.words[Int(rules.words[ImageFormat.Rules.tables.rawValue]) + 1])
    rules.words[table + ImageFormat.Table.graph.rawValue] = ImageFormat.terminal
    let forged = ImageFile.bytes(vocabulary: file.vocabulary, rules: rules, digest: file.digest)
    let writers = try Scratch()
    try writers.write("a.image", try scratch.read("small.image"))
    try writers.write("z.image", forged)
    var terminal = Terminal.inMemory()
    let found = try WriterFolder(writers.path("")).policies(&terminal)
    #expect(found.count == 1)
    let policy = try #require(found[file.digest]).policy
    let attempt = Attempt(.signIn, with: Assertion(verified: "google.com", subject: "g1"))
    #expect(try policy.decide(attempt, in: Situation()).isAllowed)
  }

  @Test func verifiesNothingElse() throws {
    for words in [
      ["image"], ["image", "verfy", path], ["image", "verify"], ["image", "verify", "-", "-"],
    ] {
      #expect(ToolRun(words).code == .usage, "\(words)")
    }
    for name in ["policy.yaml", "cases.yaml", "none.image"] {
      let run = ToolRun("image", "verify", Fixtures.path(name))
      #expect(run.code == .invalidInput && run.output.isEmpty && !run.errors.isEmpty, "\(name)")
    }
    let cut = try altered { $0.removeLast(4) }
    #expect(ToolRun("image", "verify", cut).errors.contains("truncated"))
    let empty = try scratch.write("empty.image", [])
    #expect(ToolRun("image", "verify", empty).code == .invalidInput)
    let help = ToolRun("help", "image", "verify")
    Golden.check("help-image-verify", ["help", "image", "verify"], help)
    #expect(help.output == ToolRun("image", "verify", "--help").output)
    #expect(ToolRun("image", "--help").output == ToolRun("help", "image").output)
    #expect(ToolRun("help", "image", "verfy").code == .usage)
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
