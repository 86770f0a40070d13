import Foundation
import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyYAML

@Suite("Formatting changes the look alone")
struct FormattingTests {
  private func format(_ text: String) -> String? {
    (try? PolicyFormatter.format(Array(text.utf8), name: "test")).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test("small layouts")
  func layouts() {
    let cases: [(String, String)] = [
      ("a", "a\n"),
      ("{a: b}", "{a: b}\n"),
      ("a: 1\r\n\r\n\r\n\r\nb: 2\r\n", "a: 1\n\nb: 2\n"),
      ("\u{FEFF}---\na: 1\n...\n", "a: 1\n"),
      ("a:\n- b\n-   c", "a:\n  - b\n  - c\n"),
      ("a:   # c\n   b:   1", "a:  # c\n  b: 1\n"),
      ("a: # c\n  {b: 1}", "a:  # c\n  {b: 1}\n"),
      ("a: [] # é\nbéb: 1 # d\n", "a: []   # é\nbéb: 1  # d\n"),
      ("a: [ # c\n ]", "a: [  # c\n    ]\n"),
      ("a: [b # c\n , d]", "a: [b,  # c\n    d]\n"),
      ("x: {b: , c: ''}", "x: {b: , c: \"\"}\n"),
      (
        "- {id: é, do: []}\n- {id: long, do: []}\n",
        "- {id: é,    do: []}\n- {id: long, do: []}\n"
      ),
      ("a: 'no'\nb: no\nc: \"x\\ty\"\n", "a: \"no\"\nb: no\nc: \"x\\ty\"\n"),
      ("claims:\n  v: {t: [true, 'true']}\n", "claims:\n  v: {t: [true, \"true\"]}\n"),
      ("a: x, y\n", "a: x, y\n"),
      ("# only at the end\n\na: 1\n\n# end", "# only at the end\n\na: 1\n\n# end\n"),
    ]
    for (text, expected) in cases {
      #expect(format(text) == expected)
      checkFormatting(Array(text.utf8))
    }
  }

  @Test("refuses what the reader refuses")
  func refused() {
    let bytes = Array("a: &b 1\nb: [".utf8)
    let error = #expect(throws: InvalidInput.self) {
      try PolicyFormatter.format(bytes, name: "p.yaml")
    }
    #expect(error?.diagnostics.map(\.place) == ["yaml-anchor 1:4", "yaml-syntax 2:5"])
    #expect(error?.sources.files.first?.name == "p.yaml")
  }

  @Test("prints a tree without its text")
  func prints() {
    func text(_ value: String) -> YAMLNode { YAMLNode(.scalar(YAMLScalar(Name(value)))) }
    func entry(_ key: String, _ value: YAMLNode) -> YAMLMap.Entry {
      YAMLMap.Entry(Located(Name(key)), value: value)
    }
    let values = [
      "a", "a: b", "a #b", "- a", "-a", "", " a", "a ", "*a", "\"", "[", "a,b", "a]", "x\ny", "---",
      "<<", "é", "?", "a:b", ":a", "%a", "@a", "`a", "'a", "#a", "|", ">", "!a", "&a", "{", "}",
      "~",
      "on", "a\\b", "-", "http://x", "a?b", "...", "a\tb", "\u{A0}",
    ]
    for value in values {
      let block = YAMLNode(.map(YAMLMap([entry(value, text(value))])))
      let flow = YAMLNode(.list(YAMLList([text(value), text(value)], .flow)))
      let pair = YAMLNode(.map(YAMLMap([entry(value, text(value))], .pair)))
      let root = YAMLNode(.map(YAMLMap([entry("a", block), entry("b", flow), entry("c", pair)])))
      let (reading, diagnostics) = read(PolicyFormatter.print(root))
      #expect(diagnostics.isEmpty, "\(value)")
      let map = reading.root?.map
      #expect(map?["a"]?.map?.entries.first?.key.value == Name(value))
      #expect(map?["a"]?.map?[Name(value)]?.scalar?.value == Name(value))
      #expect(map?["b"]?.list?.items.map { $0.scalar?.value } == [Name(value), Name(value)])
      #expect(map?["c"]?.map?[Name(value)]?.scalar?.value == Name(value))
    }
    let empty = YAMLNode(.map(YAMLMap([entry("a", YAMLNode(.list(YAMLList([]))))])))
    #expect(String(decoding: PolicyFormatter.print(empty), as: UTF8.self) == "a: []\n")
  }

  @Test("no row is longer than 110 where breaking can avoid it")
  func width() {
    for length in stride(from: 5, to: 60, by: 3) {
      let word = String(repeating: "w", count: length)
      let rows = """
        rows:
          - {id: a, one: \(word), two: [\(word), \(word)], do: [\(word), \(word), \(word)], because: x}
          - {id: \(word), two: y, refuse: \(word)}
          - {id: c, action: [\(word), \(word), \(word), \(word)], refuse: z}

        """
      let lines = (format(rows) ?? "").split(separator: "\n")
      #expect(lines.count >= 4 && lines.allSatisfy { $0.count <= 110 }, "\(length)")
      checkFormatting(Array(rows.utf8))
    }
  }
}
