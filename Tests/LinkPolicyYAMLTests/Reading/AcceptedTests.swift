import LinkPolicy
import Testing

@testable import LinkPolicyYAML

@Suite("What the reader accepts")
struct AcceptedTests {
  static let trees: [(text: String, outline: String)] = [
    ("a: 1", "m{a: 1}"),
    ("a: {b: c, d: [e, f]}\n", "m{a: {b: c, d: [e, f]}}"),
    ("- a\n- b: c\n  d: e\n", "l[a, m{b: c, d: e}]"),
    ("a:\n- b\n", "m{a: l[b]}"),
    ("\"a\": 'b'\n", "m{~a~: ~b~}"),
    ("a: no\nb: 1_0\nc: 12:30\nd: ~\n", "m{a: no, b: 1_0, c: 12:30, d: ~}"),
    ("a:\nb: ''\n", "m{a: , b: ~~}"),
    ("do: [drop: [x, y], sign-in]", "m{do: [<drop: [x, y]}, sign-in]}"),
    ("# only\na: 1 # b\n", "m{a: 1}"),
    ("---\na: 1\n...\n", "m{a: 1}"),
    ("\u{FEFF}a: 1\n", "m{a: 1}"),
    ("a: 1\r\nb:\r\n  c: 2\r\n", "m{a: 1, b: m{c: 2}}"),
    ("a: b\n  c\n", "m{a: b c}"),
    ("a: \"b\\n\\tc\\u00e9\"\n", "m{a: ~b\n\tcé~}"),
    ("a:\tb\n", "m{a: b}"),
    ("\"<<\": 1\n", "m{~<<~: 1}"),
    ("é: 😀\n", "m{é: 😀}"),
    ("a: b#c\nd: e #f\n", "m{a: b#c, d: e}"),
  ]

  @Test("builds the tree, styles kept")
  func trees() {
    for (text, outline) in Self.trees {
      let (reading, diagnostics) = read(text)
      #expect(reading.root?.outline == outline, "\(text)")
      #expect(diagnostics.map(\.place) == [], "\(text)")
    }
  }

  @Test("gives every node its place, in scalars")
  func places() {
    let cases: [(String, [String])] = [
      ("a: 1", ["1:1-1:5", "1:4-1:5"]),
      ("é: {ü: \"😀\"}", ["1:1-1:12", "1:4-1:12", "1:8-1:11"]),
      ("a:\n  - b\n  - [c]\n", ["1:1-3:8", "2:3-3:8", "2:5-2:6", "3:5-3:8", "3:6-3:7"]),
      ("\u{FEFF}a: b", ["1:2-1:6", "1:5-1:6"]),
      ("a: 1\r\nbc: 2\r\n", ["1:1-2:6", "1:4-1:5", "2:5-2:6"]),
      ("a: [b: c]", ["1:1-1:10", "1:4-1:10", "1:5-1:9", "1:8-1:9"]),
    ]
    for (text, places) in cases {
      #expect(read(text).0.root?.places == places, "\(text)")
    }
  }

  @Test("finds comments in the gaps alone")
  func comments() {
    let text = """
      # é first
      a: "# no" # one
      b: c#no   # two \t
      c: [ # three
        d, # four
        #five
      ]
      # six
      """
    let comments = (read(text, keepsTrivia: true).0.trivia?.comments ?? []).map {
      "\($0.position.line):\($0.position.column) \($0.isTrailing) "
        + String(decoding: $0.text, as: UTF8.self)
    }
    #expect(
      comments == [
        "1:1 false # é first", "2:11 true # one", "3:11 true # two", "4:6 true # three",
        "5:6 true # four", "6:3 false #five", "8:1 false # six",
      ])
  }

  @Test("counts events and nodes")
  func counts() {
    let statistics = read("a: [b, c]\n").0.statistics
    #expect(statistics == YAMLReadStatistics(events: 11, nodes: 5))
  }
}
