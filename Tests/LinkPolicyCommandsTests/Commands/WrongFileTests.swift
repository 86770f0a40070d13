import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

/// A file of another kind than the one wanted is told by its head, by one finding.
@Suite("Files of another kind")
struct WrongFileTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// The beginning of a file of each kind, as somebody may have written it.
  private func bytes(_ kind: FileKind) throws -> [UInt8] {
    let text: String
    switch kind {
    case .policy: return try Fixtures.bytes("policy.yaml")
    case .image:
      #expect(
        ToolRun("compile", Fixtures.path("policy.yaml"), "-o", scratch.path("x.image")).code
          == .clean)
      return try scratch.read("x.image")
    case .vectors: text = "# cases\nvectors: 1\npolicy: firebase\ncases: []\n"
    case .manifest: text = "{\n  \"format\": \"linkpolicy-vectors/1\",\n  \"shards\": []\n}\n"
    case .assumptions: text = "assume: 1\nallow: [clicks]\n"
    case .claims: text = #"{"linkpolicy-claims": 1, "subject": "sub", "name": "name"}"#
    case .map: text = "map: 1\nproviders: {google.com: google}\n"
    case .approvals: text = "approvals: 1\nchanges: []\n"
    case .known: text = "known:\n  - {id: f0001, reason: later}\n"
    case .export: text = #"{"users": [{"localId": "u1"}]}"#
    case .certificate: text = #"{"certificate":1,"policy":"firebase"}"#
    }
    return Array(text.utf8)
  }

  /// What a verb says of a file of a kind that it does not take.
  private func expect(
    _ kind: FileKind, _ words: [String], _ path: String, wanting wanted: String
  ) {
    let run = ToolRun(words.map { $0 == "@" ? path : $0 })
    let said = run.output + run.errors
    #expect(run.code == .invalidInput, "\(words) \(kind): \(said)")
    let lines = said.split(separator: "\n").filter { $0.contains(": error[") }
    #expect(lines.count == 1, "\(words) \(kind): \(said)")
    #expect(
      said.contains("[wrong-file]: the file is \(kind.name), but \(wanted) is expected\n"),
      "\(words) \(kind): \(said)")
    #expect(said.contains("= help: \(kind.use)\n"), "\(words) \(kind): \(said)")
  }

  @Test(
    "findings/review.md 7: every verb that takes a policy says which other kind a file is of, and who takes it"
  )
  func policies() throws {
    let policy = Fixtures.path("policy.yaml")
    let verbs: [[String]] = [
      ["check", "@"], ["diff", policy, "@"], ["prove", "@"], ["render", "@"],
      ["compile", "@", "-o", "-"],
      ["mutate", "@", Fixtures.path("cases.yaml")], ["decide", "@"], ["lookup", "@"],
      ["explain", "@"], ["expand", "@"],
      ["coverage", "@", Fixtures.path("cases.yaml")], ["compare", "@", policy],
      ["fmt", "--pin", "@"],
    ]
    for kind in FileKind.allCases where kind != .policy && kind != .image {
      let path = try scratch.write("file.yaml", bytes(kind))
      for words in verbs {
        expect(kind, words, path, wanting: "a policy")
      }
    }
  }

  @Test("findings/review.md 7: so does what takes vectors, assumptions, known failures and exports")
  func others() throws {
    let policy = Fixtures.path("policy.yaml")
    let readers: [(wanted: FileKind, words: [String])] = [
      (.vectors, ["test", "@"]), (.vectors, ["play", "@"]),
      (.vectors, ["mutate", policy, "@"]), (.assumptions, ["prove", policy, "--assume", "@"]),
      (.known, ["test", Fixtures.path("cases.yaml"), "--known", "@"]),
      (.export, ["import", policy, "@", "--from", "firebase"]),
    ]
    for kind in FileKind.allCases where kind != .image {
      let path = try scratch.write("file.yaml", bytes(kind))
      for (wanted, words) in readers where wanted != kind {
        expect(kind, words, path, wanting: wanted.name)
      }
    }
    let path = try scratch.write("suite.json", bytes(.policy))
    expect(.policy, ["test", scratch.folder], path, wanting: FileKind.manifest.name)
  }

  @Test("an image is none of them, and vectors of one line a case are known too")
  func imagesAndLines() throws {
    let image = try scratch.write("an.image", bytes(.image))
    expect(.image, ["test", "@"], image, wanting: "a file of vectors")
    expect(.image, ["fmt", "@"], image, wanting: "YAML")
    let lines = try scratch.write(
      "lines.jsonl", Array(#"{"id":"x1","policy":"firebase","steps":[]}"#.utf8))
    expect(.vectors, ["check", "@"], lines, wanting: "a policy")
    let run = ToolRun("fmt", lines)
    #expect(
      run.code == .invalidInput && run.errors.contains("the file has the name of a JSON file"))
  }

  @Test("a text with a NUL is binary, whatever its head, at the position of the NUL")
  func textWithNUL() throws {
    let path = try scratch.write(
      "nul.yaml", Array("linkpolicy: 1\nname: x\nextends: f\u{E4} \u{0}\n".utf8))
    for words in [["check"], ["fmt"], ["prove"]] {
      let run = ToolRun(words + [path])
      let said = run.output + run.errors
      #expect(run.code == .invalidInput && !said.contains("wrong-file"), "\(words): \(said)")
      #expect(
        said.contains("nul.yaml:3:13: error[unreadable-file]: "), "\(words): \(said)")
      #expect(said.contains("the file is binary, not text"), "\(words): \(said)")
    }
  }

  @Test("what has no head of any kind is told as before")
  func unknown() throws {
    let path = try scratch.write("none.yaml", Array("nothing: 1\n".utf8))
    let run = ToolRun("check", path)
    #expect(run.code == .invalidInput && !run.output.contains("wrong-file"))
  }
}
