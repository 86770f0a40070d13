internal import Testing

@testable internal import AccountService

@Suite struct HTMLTests {
  @Test func whatIsPutInIsNoMarkup() {
    let typed = #"<script>alert("1")</script> & 'quoted'"#
    let page: HTML = "<p title=\"\(typed)\">\(typed)</p>"
    let escaped =
      "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;quoted&#39;"
    #expect(page.text == "<p title=\"\(escaped)\">\(escaped)</p>")
  }

  @Test func piecesStandAsTheyAre() {
    let inner: HTML = "<b>\("<i>")</b>"
    let page: HTML = "<p>\(inner)\([inner, inner])\(3)</p>"
    #expect(page.text == "<p><b>&lt;i&gt;</b><b>&lt;i&gt;</b><b>&lt;i&gt;</b>3</p>")
  }

  @Test func noCharacterEndsAnAttributeOrTurnsTheLine() {
    for value in UInt32(0)..<0x2070 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let escaped = HTML.escaped(String(Character(scalar)))
      for forbidden in ["<", ">", "\"", "'", "\u{0}", "\u{1B}", "\u{202E}", "\u{2066}"] {
        #expect(!escaped.unicodeScalars.contains(forbidden.unicodeScalars.first ?? " "))
      }
      #expect(!escaped.isEmpty)
    }
    // A quotation mark and a following combining mark are one character, but the quotation mark
    // must still be escaped.
    #expect(HTML.escaped("\"\u{301}<\u{338}") == "&quot;\u{301}&lt;\u{338}")
  }

  @Test func hiddenFieldsHoldWhatWasTyped() {
    let form = Form.post(to: "/x", "Go", hidden: [("a", "\"><script>")])
    #expect(form.text.contains("value=\"&quot;&gt;&lt;script&gt;\""))
  }
}
