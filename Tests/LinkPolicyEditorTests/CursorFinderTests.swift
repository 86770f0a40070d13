import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyPresets
import LinkPolicyYAML
import Testing

@testable import LinkPolicyCommands

@Suite("What stands at a place in a text")
struct CursorFinderTests {
  /// The place of `|` in a text without it, in words.
  private static func place(_ marked: String) -> String {
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
    let bytes = Array((parts[0] + parts[1]).utf8)
    guard let place = CursorFinder.place(at: parts[0].utf8.count, in: bytes) else { return "none" }
    let path = place.path.map { $0.name?.text ?? "-" }.joined(separator: "/")
    let part =
      switch place.part {
      case .key(let beside):
        "key beside [" + beside.map { $0.text }.joined(separator: " ") + "]"
      case .start: "start"
      case .value: "value"
      case .item: "item"
      }
    return path + " " + part + " `" + place.text.text + "`" + (place.hasColon ? " :" : "")
      + (place.needsSpace ? " space" : "")
  }

  @Test("by indentation")
  func block() {
    #expect(Self.place("|") == " start ``")
    #expect(Self.place("na|") == " start `na`")
    #expect(Self.place("name: x\n|") == " key beside [name] ``")
    #expect(Self.place("name: x\nti|tle: y\nproof: {}\n") == " key beside [name proof] `title` :")
    #expect(Self.place("name: |") == "name value ``")
    #expect(Self.place("name:|") == "name value `` space")
    #expect(Self.place("name: fo|o bar # c") == "name value `foo bar`")
    #expect(Self.place("a:\n  |") == "a start ``")
    #expect(Self.place("a:\n  b|") == "a start `b`")
    #expect(Self.place("a:\n  b: 1\n  |\n  c: 2\n") == "a key beside [b c] ``")
    #expect(Self.place("a:\n  b: 1\n|") == " key beside [a] ``")
    #expect(Self.place("a:\n  - |") == "a/- start ``")
    #expect(Self.place("a:\n- |") == "a/- start ``")
    #expect(Self.place("a:\n  -|") == "a/- start `` space")
    #expect(Self.place("a:\n  - b: 1\n    c|") == "a/- key beside [b] `c`")
    #expect(Self.place("a:\n  - b: 1\n  - |") == "a/- start ``")
    #expect(Self.place("a:\r\n  b: 1\r\n  |\r\n") == "a key beside [b] ``")
    #expect(Self.place("\u{FEFF}na|me: 1") == " start `name` :")
  }

  @Test("in brackets")
  func flow() {
    #expect(Self.place("a: {|}") == "a key beside [] ``")
    #expect(Self.place("a: {b: 1, |, c: 2}") == "a key beside [b c] ``")
    #expect(Self.place("a: {b: 1, c|}") == "a key beside [b] `c`")
    #expect(Self.place("a: {b: |}") == "a/b value ``")
    #expect(Self.place("a: {b:|}") == "a/b value `` space")
    #expect(Self.place("a: {b: c|d, e: 1}") == "a/b value `cd`")
    #expect(Self.place("a: [|]") == "a/- item ``")
    #expect(Self.place("a: [b, |c]") == "a/- item `c`")
    #expect(Self.place("a: [b, c: |]") == "a/-/c value ``")
    #expect(Self.place("a: [b, c: d, |]") == "a/- item ``")
    #expect(Self.place("a: [b, c: [d, |]]") == "a/-/c/- item ``")
    #expect(Self.place("a: {b: {not: |}}") == "a/b/not value ``")
    #expect(Self.place("a: [\n  b,\n  |\n]") == "a/- item ``")
    #expect(Self.place("a: {b: \"c|d\"}") == "a/b value `cd`")
  }

  @Test("where nothing is closed yet")
  func unclosed() {
    let above = "t:\n  rows:\n    - {id: x, do: [a]}\n"
    #expect(Self.place(above + "    - {id: y, |") == "t/rows/- key beside [id] ``")
    #expect(Self.place(above + "    - {id: y, do: [|\n    - {id: z}\n") == "t/rows/-/do/- item ``")
    // What is open in a line ends where the next is indented no further.
    #expect(
      Self.place(above + "    - {id: y, do: [b\n    - {id: z, |}\n")
        == "t/rows/- key beside [id] ``")
    #expect(Self.place(above + "    - {id: y\nlast: |") == "last value ``")
    #expect(Self.place("a: {b: \"c|, d: 1}") == "a/b value `c`")
  }

  @Test("however deep")
  func deep() {
    let open = String(repeating: "[a, b: {c: ", count: 50_000)
    #expect(Self.place("a: " + open + "|").hasSuffix("value ``"))
    #expect(Self.place(String(repeating: "- ", count: 100_000) + "a|").hasSuffix("`a`"))
    let indented = (0..<2000).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    #expect(Self.place(indented + "|") == " key beside [a] ``")
  }

  @Test("nowhere in comments, and behind what is complete")
  func nowhere() {
    #expect(Self.place("a: b # c|") == "none")
    #expect(Self.place("# |") == "none")
    #expect(Self.place("a: {b: c} # |") == "none")
    #expect(Self.place("a: {b: c |}") == "none")
    #expect(Self.place("a: \"b\" |") == "none")
    #expect(Self.place("a: {b: c} |") == "none")
  }

  @Test("keys and scalars of texts that are YAML stand where the strict reader has them")
  func agrees() throws {
    for name in Presets.names {
      let bytes = try #require(Presets.yaml(named: name))
      var diagnostics: [Diagnostic] = []
      let root = try #require(YAMLReader.read(bytes, file: 0, into: &diagnostics).root)
      let lines = SourceLines(bytes)
      var strict: [String] = []
      func word(_ path: TextPath, _ text: Name, _ place: SourcePosition, _ isKey: Bool) {
        let names = path.map { $0.name?.text ?? "-" }.joined(separator: "/")
        strict.append("\(lines.offset(of: place)) \(names) \(isKey) \(text.text)")
      }
      func walk(_ node: YAMLNode, _ path: TextPath) {
        if let scalar = node.scalar, !scalar.isMissing {
          word(path, scalar.value, node.position, false)
        }
        for item in node.list?.items ?? [] {
          walk(item, path + [.item])
        }
        for entry in node.map?.entries ?? [] {
          word(path, entry.key.value, entry.key.position, true)
          walk(entry.value, path + [.key(entry.key.value)])
        }
      }
      walk(root, [])
      let lenient = LenientScanner.spots(in: bytes).map { spot in
        let names = spot.path.map { $0.name?.text ?? "-" }.joined(separator: "/")
        return "\(spot.range.lowerBound) \(names) \(spot.isKey) \(spot.text.text)"
      }
      #expect(strict.count > 10)
      for (a, b) in zip(strict, lenient) where a != b {
        Issue.record("\(name): \(a), but \(b)")
        break
      }
      #expect(strict.count == lenient.count)
    }
  }
}
