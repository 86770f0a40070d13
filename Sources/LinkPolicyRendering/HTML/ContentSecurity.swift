internal import LinkPolicy

/// What a browser is allowed to do for a page: take its one style sheet and its one script, by
/// their digests, and nothing else, whatever got into the page's text.
struct ContentSecurity {
  /// The policy, as the value of the header of that name.
  let text: String

  init(_ sheet: StyleSheet, _ script: PageScript) {
    text = """
      default-src 'none'; style-src '\(Self.source(sheet.text))'; \
      script-src '\(Self.source(script.text))'; base-uri 'none'; form-action 'none'
      """
  }

  private static func source(_ text: String) -> String {
    "sha256-" + Base64.text(of: SHA256.digest(of: Array(text.utf8)))
  }
}
