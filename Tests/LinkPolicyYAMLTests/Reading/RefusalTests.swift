import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyYAML

@Suite("What the reader refuses, and where")
struct RefusalTests {
  struct Case: Sendable {
    var text: String
    var places: [String]
    init(_ text: String, _ places: String...) {
      self.text = text
      self.places = places
    }
  }

  static let structure = [
    Case("", "yaml-empty 1:1"),
    Case("# nothing\n", "yaml-empty 1:1"),
    Case("---\n", "yaml-empty 1:1"),
    Case("a: 1\nb: 2\na: 3\n", "yaml-duplicate-key 3:1"),
    Case("a: 1\n\"a\": 2\n", "yaml-duplicate-key 2:1"),
    Case("é: {x: 1, x: 2, x: 3}\n", "yaml-duplicate-key 1:11", "yaml-duplicate-key 1:17"),
    Case("a: &b 1\n", "yaml-anchor 1:4"),
    Case("é: [ü, &b c]\n", "yaml-anchor 1:8"),
    Case("a: &b !!str c\n", "yaml-anchor 1:4", "yaml-tag 1:7"),
    Case("a: !!str &b c\n", "yaml-tag 1:4", "yaml-anchor 1:10"),
    Case("&a b: c\n", "yaml-anchor 1:1"),
    Case("a: &x\n  b: c\n", "yaml-anchor 1:4"),
    Case("a: !t\n  - b\n", "yaml-tag 1:4"),
    Case("a: ! b\n", "yaml-tag 1:4"),
    Case("a: *b\n", "yaml-alias 1:4"),
    Case("*a : b\nc: d\n", "yaml-alias 1:1"),
    Case("a: {b: *c, d: *e}\n", "yaml-alias 1:8", "yaml-alias 1:15"),
    Case("<<: {a: b}\n", "yaml-merge-key 1:1"),
    Case("a:\n  <<: *b\n", "yaml-merge-key 2:3", "yaml-alias 2:7"),
    Case("%YAML 1.1\n---\na: b\n", "yaml-directive 1:1"),
    Case("%TAG ! x:\n---\na: b\n", "yaml-directive 1:1"),
    Case("# c\n%FOO bar\n---\na: b\n", "yaml-directive 2:1"),
    Case("a: 1\n---\nb: 2\n", "yaml-several-documents 2:1"),
    Case("a: 1\n...\nb: 2\n", "yaml-several-documents 3:1"),
    Case("[a]: 1\nb: 2\n", "yaml-complex-key 1:1"),
    Case("{[a]: 1}", "yaml-complex-key 1:2"),
    Case("{{a: 1}: 2}", "yaml-complex-key 1:2"),
    Case("? a\n: b\n? c\n: d\n", "yaml-complex-key 1:1", "yaml-complex-key 3:1"),
    Case("? [a]\n: b\n", "yaml-complex-key 1:1", "yaml-complex-key 1:3"),
    Case("x: [? a : b]\n", "yaml-complex-key 1:5"),
    Case("x: {é, ? a : b}\n", "yaml-complex-key 1:8"),
    Case("x: {?}\n", "yaml-complex-key 1:5"),
    Case("x: {?a: b, ?c: d}\n", "yaml-complex-key 1:5", "yaml-complex-key 1:12"),
    Case("x: [?a]\n", "yaml-complex-key 1:5"),
    Case("x: {?: a}\n", "yaml-complex-key 1:5"),
    Case("x: [!a?b c]\n", "yaml-tag 1:5"),
    Case("a: |\n  b\n", "yaml-block-scalar 1:4"),
    Case("é: [x]\nb: >-\n  b\n", "yaml-block-scalar 2:4"),
  ]

  static let tabs = [
    Case("a:\n\tb: 1\n", "yaml-tab-indentation 2:1"),
    Case("a:\n  \tb: 1\n", "yaml-tab-indentation 2:3"),
    Case("a: [b,\n\tc]\n", "yaml-tab-indentation 2:1"),
    Case("a: \"b\n\tc\"\n", "yaml-tab-indentation 2:1"),
    Case("a: b\n\tc\n", "yaml-tab-indentation 2:1"),
    Case("a: b\n \tc\n", "yaml-tab-indentation 2:2"),
    Case("-\ta: 1\n", "yaml-tab-indentation 1:2"),
    Case("a: 1\n\t# b\nc: 2\n", "yaml-tab-indentation 2:1"),
  ]

  static let characters = [
    Case("a: b\0c\n", "yaml-control-character 1:5"),
    Case("é: \u{1}\u{7F}\n", "yaml-control-character 1:4", "yaml-control-character 1:5"),
    Case("a: \u{85}b\n# \u{9F}\n", "yaml-control-character 1:4", "yaml-control-character 2:3"),
    Case("a: \u{202E}b\n", "yaml-bidi-control 1:4"),
    Case("a: \u{2066}\u{2069}\n", "yaml-bidi-control 1:4", "yaml-bidi-control 1:5"),
    Case(
      "a: \u{200E}\u{200F}\u{61C}\n",
      "yaml-bidi-control 1:4", "yaml-bidi-control 1:5", "yaml-bidi-control 1:6"),
    Case("a: b\u{2028}c\u{2029}\n", "yaml-line-separator 1:5", "yaml-line-separator 1:7"),
    Case("a: 1\n\u{FEFF}b: 2\n", "yaml-byte-order-mark 2:1"),
    Case("\u{FEFF}\u{FEFF}b: 2\n", "yaml-byte-order-mark 1:2"),
    Case("\u{FEFF}b: \0\n", "yaml-control-character 1:5"),
    Case("a: 1\r b: 2\n", "yaml-carriage-return 1:5"),
    Case("a: 1\r", "yaml-carriage-return 1:5"),
    Case("a: 1\r\n\0b: 2\r\n", "yaml-control-character 2:1"),
  ]

  static let escapes = [
    Case("é: \"b\\0\"\n", "yaml-control-character 1:6"),
    Case("a: \"\\x07 \\\\0 \\u202e\"\n", "yaml-control-character 1:5", "yaml-bidi-control 1:14"),
    Case("a: \"\\N\\L\"\n", "yaml-control-character 1:5", "yaml-line-separator 1:7"),
    Case(
      "a: \"é\n  \\e \\\n  \\U0000FEFF\"\n",
      "yaml-control-character 2:3", "yaml-byte-order-mark 3:3"),
    Case("\"\\uFDD0\": b\n", "yaml-noncharacter 1:2"),
  ]

  static let syntax = [
    Case("a: [b\n", "yaml-syntax 2:1"),
    Case("a: [é", "yaml-syntax 1:6"),
    Case("\u{FEFF}a: [é", "yaml-syntax 1:7"),
    Case("a: \"b\n", "yaml-syntax 2:1"),
    Case("a: b: c\n", "yaml-syntax 1:5"),
    Case("a: b\n c: d\n", "yaml-syntax 2:3"),
    Case("é: @b\n", "yaml-syntax 1:4"),
    Case("a: 1\nb\nc: 2\n", "yaml-syntax 3:1"),
    Case("a: \"\\q\"\n", "yaml-syntax 1:5"),
    Case("a: \"\\ud800\"\n", "yaml-syntax 1:7"),
    Case("[a] b\n", "yaml-syntax 1:5"),
    Case("a: {b}}\n", "yaml-syntax 1:7"),
  ]

  /// What libyaml reads and YAML 1.2 does not have.
  static let lenient = [
    Case("a: [b, c,#x\n  d]\n", "yaml-syntax 1:10"),
    Case("a: [#x\n  d]\n", "yaml-syntax 1:5"),
    Case("a: \"v\"#x\n", "yaml-syntax 1:7"),
    Case("a: 'é'#x\nb: 1\n", "yaml-syntax 1:7"),
    Case("'a'#x\n", "yaml-syntax 1:4"),
    Case("a: [b]#x\n", "yaml-syntax 1:7"),
    Case("a: {b: c}#x\n", "yaml-syntax 1:10"),
    Case("- {b: \"c\"#x\n  }\n", "yaml-syntax 1:10"),
    Case("a: [-]\n", "yaml-syntax 1:5"),
    Case("a: [b, -, c]\n", "yaml-syntax 1:8"),
    Case("a: {-, b: -}\n", "yaml-syntax 1:5", "yaml-syntax 1:11"),
    Case("a: [-[b]]\n", "yaml-syntax 1:5", "yaml-syntax 1:6"),
    Case("a: [:b]\n", "yaml-syntax 1:5"),
    Case("a: [b, :c]\n", "yaml-syntax 1:8"),
    Case("a: [b,\nc]\n", "yaml-syntax 2:1"),
    Case("a: [\n  b\n]\n", "yaml-syntax 3:1"),
    Case("a:\n  b: {c: d,\n  e: f\n  }\n", "yaml-syntax 3:3", "yaml-syntax 4:3"),
    Case("- [b,\nc]\n", "yaml-syntax 2:1"),
    Case("a:\n- [b,\n{c:\nd}]\n", "yaml-syntax 3:1", "yaml-syntax 4:1"),
    Case("a: [[b],\n[\"c\"]]\n", "yaml-syntax 2:1"),
    Case("a: \"b\nc\"\n", "yaml-syntax 2:1"),
    Case("a: 'b\n\nc\n  d'\n", "yaml-syntax 3:1"),
    Case("a:\n  - \"b\n  c\"\n", "yaml-syntax 3:3"),
    Case("a: {b: \"c\nd\"}\n", "yaml-syntax 2:1"),
    Case("a: [b\nc]\n", "yaml-syntax 2:1"),
  ]

  @Test("passes what stands as it should")
  func passes() {
    let texts = [
      ("a: [b, c, #x\n  d]\n", "m{a: [b, c, d]}"), ("a: \"v\" #x\n", "m{a: ~v~}"),
      ("a: [b,\n c\n ]\n", "m{a: [b, c]}"), ("a: [b,\n\n# c\n  d]\n", "m{a: [b, d]}"),
      ("[b,\nc]\n", "[b, c]"), ("\"b\n\nc\"\n", "~b\nc~"),
      ("a: [-b, --, -#]\n", "m{a: [-b, --, -#]}"),
      ("a: [{\"b\":c}, {\"b\" :c}, {'b':'c'}]\n", "m{a: [{~b~: c}, {~b~: c}, {~b~: ~c~}]}"),
      ("a:\n- [b,\n c]\n", "m{a: l[[b, c]]}"), ("a: b#c\nd#e: f\n", "m{a: b#c, d#e: f}"),
      ("a: 'b\n\n c'\n\"d\": e\n", "m{a: ~b\nc~, ~d~: e}"),
      ("{a: b,\n\"c\": d\n}\n", "{a: b, ~c~: d}"),
    ]
    for (text, outline) in texts {
      let (reading, diagnostics) = read(text)
      #expect(diagnostics.isEmpty, "\(text.debugDescription): \(diagnostics.map(\.place))")
      #expect(reading.root?.outline == outline, "\(text.debugDescription)")
    }
  }

  static let many = [
    Case(
      "a: &x 1\nb: *x\na: !t 2\n<<: 3\n[c]: |\n  d\ne: \"\\0\"\n",
      "yaml-anchor 1:4", "yaml-alias 2:4", "yaml-duplicate-key 3:1", "yaml-tag 3:4",
      "yaml-merge-key 4:1", "yaml-complex-key 5:1", "yaml-block-scalar 5:6",
      "yaml-control-character 7:5"),
    // A syntax error on a line whose characters were refused is only the echo of that.
    Case("a: 1\n\0\nb: 2\n", "yaml-control-character 2:1"),
    Case("a: \0\nb: [\n", "yaml-control-character 1:4", "yaml-syntax 3:1"),
  ]

  @Test(
    "names the problem at its line and column",
    arguments: [structure, tabs, characters, escapes, syntax, lenient, many])
  func refuses(_ cases: [Case]) {
    for item in cases {
      let (_, diagnostics) = read(item.text)
      #expect(diagnostics.map(\.place) == item.places, "\(item.text.debugDescription)")
      for diagnostic in diagnostics {
        #expect(diagnostic.level == .error && diagnostic.help != nil)
        #expect(!diagnostic.message.hasSuffix(".") && diagnostic.message.first?.isUppercase != true)
      }
    }
  }

  @Test("counts columns in scalars where the bytes are not UTF-8")
  func invalidBytes() {
    let cases: [([UInt8], [String])] = [
      ([0x61, 0x3A, 0x20, 0xFF, 0x0A], ["yaml-invalid-utf8 1:4"]),
      ([0xC3, 0xA9, 0x3A, 0x20, 0xC3, 0x0A], ["yaml-invalid-utf8 1:4"]),
      (
        [0x61, 0x3A, 0x20, 0xE2, 0x82, 0x61, 0xC0, 0x80],
        [4, 6, 7].map { "yaml-invalid-utf8 1:\($0)" }
      ),
      ([0x61, 0x3A, 0x20, 0xED, 0xA0, 0x80], [4, 5, 6].map { "yaml-invalid-utf8 1:\($0)" }),
    ]
    for (bytes, places) in cases {
      #expect(read(bytes).1.map(\.place) == places, "\(bytes)")
    }
  }

  @Test("refuses noncharacters")
  func noncharacters() {
    let values: [UInt32] = [0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF]
    for scalar in values.compactMap(Unicode.Scalar.init) {
      let places = read("é: " + String(scalar) + "\n").1.map(\.place)
      #expect(places == ["yaml-noncharacter 1:4"], "\(scalar.value)")
    }
  }

  @Test("shows the first of two equal keys")
  func related() {
    let diagnostics = read("é: {x: 1, y: 2, x: 3}\n").1
    #expect(diagnostics.first?.related.first?.position == SourcePosition(line: 1, column: 5))
    let many = (0..<40).map { "k\($0): 1\n" }.joined() + "k7: 2\n"
    let late = read(many).1
    #expect(late.map(\.place) == ["yaml-duplicate-key 41:1"])
    #expect(late.first?.related.first?.position == SourcePosition(line: 8, column: 1))
  }

  @Test("keeps the rest of the tree beside what it refuses")
  func recovers() {
    let text = "a: &x 1\n<<: 2\n[c]: {d: 3}\na: 4\ne: *x\nf: [5]\n"
    #expect(read(text).0.root?.outline == "m{a: 1, e: *x, f: [5]}")
    #expect(read("a: 1\nb: [\n").0.root == nil)
    #expect(read("a: 1\n---\nb: 1\n").0.root?.outline == "m{a: 1}")
  }

  @Test("says after a syntax error that nothing follows")
  func nothingFollows() {
    let others = [Self.tabs[0], Case("%FOO\n"), Case("a: 1\n---\nb: 2\n")]
    for item in Self.syntax + others {
      #expect(read(item.text).1.last?.help?.contains("nothing after this place was read") == true)
    }
  }

  @Test("puts the caret under the place")
  func excerpt() {
    let bytes = Array("é: [ü, &b c]\n".utf8)
    let sources = SourceMap(files: [SourceMap.File(name: "p.yaml", bytes: bytes)])
    let rendered = read(bytes).1.map { $0.rendered(in: sources) }
    #expect(
      rendered.first?.hasPrefix(
        """
        p.yaml:1:8: error[yaml-anchor]: the anchor `&b` is not allowed
         1 | é: [ü, &b c]
           |        ^
        """) == true)
  }
}
