import LinkPolicy
import Testing

@testable import LinkPolicyRendering

@Suite("The script of a page")
struct PageScriptTests {
  @Test("is short, and asks for nothing")
  func size() {
    let text = PageScript.page.text
    #expect(text.utf8.count < 4096)
    for word in ["fetch", "http", "import", "innerHTML", "eval", "</"] {
      #expect(!text.contains(word), "\(word)")
    }
  }

  @Test("is the only one that a page lets a browser run, by its digest")
  func security() {
    let text = ContentSecurity(.page, .page).text
    #expect(text.hasPrefix("default-src 'none'; style-src 'sha256-"))
    #expect(text.hasSuffix("; base-uri 'none'; form-action 'none'"))
    let digest = Base64.text(of: SHA256.digest(of: Array(PageScript.page.text.utf8)))
    #expect(text.contains("script-src 'sha256-" + digest + "'"))
    #expect(!text.contains("unsafe"))
  }
}
