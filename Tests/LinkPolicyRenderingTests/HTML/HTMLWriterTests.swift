import LinkPolicy
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyRendering

@Suite("Writing HTML")
struct HTMLWriterTests {
  private func written(_ write: (inout HTMLWriter) -> Void) -> String {
    var html = HTMLWriter()
    write(&html)
    return html.text
  }

  @Test("text and attributes cannot be markup")
  func escapes() {
    let hostile = "</title><script>alert(\"1\" & '2')</script>"
    let escaped =
      "&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;"
    #expect(written { $0.element(.code, text: hostile) } == "<code>" + escaped + "</code>")
    let attributed = written { $0.element(.code, [HTMLAttribute(.label, hostile)]) }
    #expect(attributed == "<code aria-label=\"" + escaped + "\"></code>")
  }

  @Test(
    "what HTML does not allow, and what would reorder text, is replaced",
    arguments: ["\u{0}", "\u{1B}", "\u{7F}", "\u{85}", "\u{202E}", "\u{2066}", "\u{FFFE}", "\r"])
  func replaces(character: String) {
    #expect(written { $0.write("a" + character + "b") } == "a\u{FFFD}b")
  }

  @Test("other text stays as it is", arguments: ["a b", "Ünïcode — 日本", "👩‍👩‍👧", ""])
  func keeps(text: String) {
    #expect(written { $0.write(text) } == text)
  }

  @Test("no line of a text begins a line of the page, and nothing in it commands a build server")
  func lines() {
    #expect(written { $0.write("a\n\t::error::b") } == "a&#10;&#9;::error::b")
    #expect(written { $0.write("a ##[error]b") } == "a #&#35;[error]b")
  }

  @Test("only addresses of the web become links")
  func links() {
    let link = written { $0.link(toWeb: "https://a.example/?b=\"c\"", "A") }
    #expect(link == "<a href=\"https://a.example/?b=&quot;c&quot;\" rel=\"noreferrer\">A</a>")
    for address in ["javascript:alert(1)", "data:text/html,x", "//a.example", "a.html"] {
      let text = written { $0.link(toWeb: address, "A") }
      #expect(text == "A (" + address + ")")
    }
    #expect(written { $0.link(toWeb: "", "A") } == "A")
  }

  @Test("void elements have no end, blocks start lines")
  func elements() {
    let text = written { html in
      html.element(.div) { html in
        html.element(.meta, [HTMLAttribute(.charset, "utf-8")])
        html.element(.span, text: "a")
      }
    }
    #expect(text == "<div>\n<meta charset=\"utf-8\"><span>a</span></div>")
  }

  @Test("anchors are plain, and different for different rows")
  func anchors() {
    let names: [Name] = ["a", "b", "a b", "a|b", "a_b", "a__b", "_", "", "é", "A", "<", "a.b"]
    var seen: Set<String> = []
    for table in names {
      for id in names {
        let anchor = Anchor(row: RowName(table: table, id: id))
        let isPlain = anchor.id.utf8.allSatisfy { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
          default: false
          }
        }
        #expect(isPlain, "\(anchor.id)")
        #expect(seen.insert(anchor.id).inserted, "\(anchor.id)")
        #expect(seen.insert(anchor.heading.id).inserted, "\(anchor.heading.id)")
      }
    }
  }
}
