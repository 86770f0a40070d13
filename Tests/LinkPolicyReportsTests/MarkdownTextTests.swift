import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import LinkPolicyTesting
import Testing

@Suite("Text in Markdown stands in code spans that it cannot leave")
struct MarkdownTextTests {
  @Test("fences are of a length that the text does not have, with space where it is needed")
  func code() {
    let cases = [
      ("@octocat", "`@octocat`"), ("a`b", "``a`b``"), ("``", "` `` `"), ("`", "`` ` ``"),
      ("a``b`c", "```a``b`c```"), ("`a", "`` `a ``"), ("", "(empty)"), ("  ", "`  `"),
      (" a ", "`  a  `"), (" a", "` a`"), ("a\n# b", "`a·# b`"), ("a\\", "`a\\`"),
      ("|", "`|`"), ("##[x]", "`#·[x]`"), ("https://x.example #1", "`https://x.example #1`"),
    ]
    for (text, expected) in cases {
      #expect(MarkdownText(text).text == expected)
      #expect(MarkdownReader.outsideCode(expected).allSatisfy { "(empty)".contains($0) })
    }
    #expect(MarkdownText(String(repeating: "x", count: 9), limit: 3).text == "`xxx…`")
  }

  @Test("spans that meet stay apart")
  func pieces() {
    let text: MarkdownText = "\("a")\("b")`\("c")`"
    #expect(MarkdownReader.outsideCode(text.text).replacing(" ", with: "") == "c")
    #expect(("\\\("a")" as MarkdownText).text == "\\ `a`")
  }

  @Test("a bar ends no cell, whatever backslashes stand before it")
  func row() {
    let cases = [
      ("|", #"`\|`"#), (#"\|"#, #"`\\\|`"#), (#"\\|"#, #"`\\\|`"#), (#"\\\|"#, #"`\\\\\|`"#),
      ("||", #"`\|\|`"#), (#"a\"#, #"`a\`"#),
    ]
    for (text, expected) in cases {
      #expect(MarkdownText(row: [MarkdownText(text), "x"]).text == "| \(expected) | x |\n")
    }
    #expect(MarkdownText(row: ["", "a"]).text == "| | a |\n")
  }

  @Test("in a line of HTML everything is a reference, in code")
  func html() {
    #expect(
      MarkdownText(inHTML: "<b>@x\n").text == "<code>&#60;b&#62;&#64;x·</code>")
  }

  @Test("a block of JSON has a fence that is not in it")
  func block() {
    let text = MarkdownText(json: Array(#"{"a":"````"}"#.utf8), indent: "  ").text
    #expect(text == "  `````json\n  {\"a\":\"````\"}\n  `````\n")
    #expect(MarkdownText(json: Array("{}".utf8), indent: "").text == "```json\n{}\n```\n")
  }
}
