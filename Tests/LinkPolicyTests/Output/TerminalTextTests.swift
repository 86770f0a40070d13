import LinkPolicy
import Testing

@testable import LinkPolicyDiagnostics

@Suite("Text for a terminal is only text")
struct TerminalTextTests {
  @Test("what drives a terminal, ends a line or hides is shown as a mark, one for each")
  func escaped() {
    let cases = [
      ("plain ä 😀", "plain ä 😀"), ("\u{1B}[31mred\u{1B}[0m", "·[31mred·[0m"),
      ("\u{1B}[2Jx", "·[2Jx"), ("a\rb\tc\u{9B}\u{202E}", "a·b·c··"), ("a\nb\r\nc", "a·b··c"),
      ("\u{85}\u{B}\u{C}\u{2028}\u{2029}", "·····"), ("\u{1B}]0;t\u{7}", "·]0;t·"),
      ("\u{AD}\u{200B}\u{2066}\u{FEFF}\u{E0041}", "·····"), ("", ""),
      ("##[error]x", "#·[error]x"), ("##vso[task.x]", "#·vso[task.x]"), ("## a", "## a"),
      ("###[x]", "##·[x]"), ("a##[b##c[", "a#·[b#·c["),
    ]
    for (text, expected) in cases {
      #expect("\(text)" as TerminalText == expected, "\(text)")
      #expect(TerminalText(text).text.unicodeScalars.count == text.unicodeScalars.count)
    }
  }

  @Test("no line begins with a command of a build server, behind white space or where pieces meet")
  func commands() {
    let colon = ":"
    let (hash, bracket) = ("##", "[error]")
    let cases: [(TerminalText, String)] = [
      ("\("::error::x")\n", "·:error::x\n"), ("  \("::error::x")", "  ·:error::x"),
      ("a\n\("\u{3000}::error::x")", "a\n\u{3000}·:error::x"), ("\(colon)\(colon)x", "·:x"),
      ("a \("::error::x")", "a ::error::x"), (":\n\(":x")", ":\n:x"), ("a: \(":b")", "a: :b"),
      ("\(hash)\(bracket)", "#·[error]"), ("\(":")\n\(":")", ":\n:"), ("\(":::")", "·::"),
    ]
    for (text, expected) in cases {
      #expect(text.text == expected)
    }
  }

  @Test("colour comes from the style alone")
  func colour() {
    let foreign = "\u{1B}[32mx"
    let text = TerminalText(foreign)
    let style = DiagnosticStyle(coloured: true)
    #expect(text.coloured(.red, style).text == "\u{1B}[31m·[32mx\u{1B}[0m")
    #expect(text.coloured(.red, .plain).text == "·[32mx")
  }

  @Test("own lines stay lines, and are harmless each")
  func lines() {
    let text = TerminalText(ownLines: " 1 | a\u{1B}\r\n   | ^\n")
    #expect(text.text == " 1 | a··\n   | ^\n")
  }

  @Test("literals, numbers, words and texts make one text")
  func interpolation() {
    let list: TerminalText = ["a\n", "b"].joined(by: ", ")
    let text: TerminalText = "\(1, of: "row") \(2, of: "row") \(3) \(list) \(Name("n\n"))"
    #expect(text.text == "1 row 2 rows 3 a·, b n·")
  }

  @Test("a finding stays in its lines, and the caret below its column")
  func findings() {
    let line = "a\u{1B}\t\u{200B}##[x]b: \"::error::\""
    let sources = SourceMap(files: [SourceMap.File(name: "::error::f", bytes: Array(line.utf8))])
    let finding = Diagnostic(
      .unknownName, .error, "unknown `\n::error::x\u{1B}[31m`",
      at: SourcePosition(line: 1, column: 9), help: "say\n::warning::y",
      related: [Diagnostic.Related("\n::notice::z", at: SourcePosition(line: 1, column: 1))])
    let text = finding.rendered(in: sources)
    let lines = text.split(separator: "\n").map { String($0) }
    #expect(
      lines == [
        "·:error::f:1:9: error[unknown-name]: unknown `·::error::x·[31m`",
        " 1 | a···#·[x]b: \"::error::\"", "   |         ^", "  = help: say·::warning::y",
        "  = ::error::f:1:1: ·::notice::z", " 1 | a···#·[x]b: \"::error::\"", "   | ^",
      ])
  }
}

extension TerminalText {
  fileprivate static func == (text: TerminalText, expected: String) -> Bool {
    text.text == expected
  }
}
