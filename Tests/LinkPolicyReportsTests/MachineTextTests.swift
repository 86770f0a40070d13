import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyTesting

@Suite("Text in what machines read")
struct MachineTextTests {
  @Test("XML holds what it can, and nothing that marks up or begins a line")
  func xml() {
    let cases = [
      ("<a b=\"c\">&'", "&lt;a b=&quot;c&quot;&gt;&amp;&#x27;"), ("a\nb\tc", "a&#xa;b&#x9;c"),
      ("\u{0}\u{1B}\u{FFFE}\u{FFFF}\r", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
      ("\u{202E}\u{E0041}", "&#x202e;&#xe0041;"), ("##[error]", "#&#x23;[error]"),
      ("]]>", "]]&gt;"), ("é😀", "é😀"),
    ]
    for (text, expected) in cases {
      #expect(XMLText(text).text == expected)
    }
  }

  @Test("a command for GitHub is one line, whose parts end where they should")
  func command() {
    let place = ReportPlace(file: "a,b:c\n%", position: SourcePosition(line: 2, column: 3))
    let message: TerminalText = "one\n\("two\n::error::%0A\r\u{1B}")"
    var report = HostedReport(of: "check", rules: [], summary: "m")
    report.findings = [
      HostedFinding(
        .warning, rule: "r", title: .kinds("t::u,v\n"), message, at: place,
        key: (name: "k/v1", parts: []))
    ]
    #expect(
      report.github.text == "::warning file=a%2Cb%3Ac·%25,line=2,col=3,title=t%3A%3Au%2Cv·::"
        + "one%0Atwo·::error::%250A··\n::notice title=linkpolicy check::m\n")
  }
}
