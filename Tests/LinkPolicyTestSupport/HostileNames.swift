/// Names that try to be something else wherever they are printed.
package enum HostileNames {
  /// Ends of elements, cells, code spans and comments; commands of build servers; control, invisible and
  /// reordering characters; what is no character at all; quotes and escapes; and two that are harmless.
  package static let all = [
    "plain", "<a href=\"x\">&amp;</a>]]>", "</title><script>alert(\"1\" & '2')</script>",
    "\u{0}\u{1}\u{1B}[31m\u{7F}\u{9B}", "\u{1B}]0;t\u{7}", "\n::error::\r\n%0A", "##[error]x",
    "| ` @me <b> **", "\u{202E}\u{2028}\u{FEFF}\u{FFFE}\u{FFFF}", "\u{E0041}", "😀é", "\\\"'",
    "-->", " ",
  ]
}
