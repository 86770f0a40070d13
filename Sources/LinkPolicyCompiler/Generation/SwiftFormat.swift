package import LinkPolicyDiagnostics

/// Swift source, in which whatever comes from a policy stands inside of a string literal or a comment.
package typealias SwiftText = OutputText<SwiftFormat>

/// The format of ``SwiftText``.
package enum SwiftFormat: OutputFormat {
  /// The text for the inside of a one-line string literal, or of a comment of one line.
  ///
  /// Quotes and backslashes are escaped, so that nothing ends the literal or is interpolated in it, and so is all that is
  /// not visible ASCII: a line separator could end a comment, and a direction mark could show a reviewer another source.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": escaped += "\\" + String(scalar)
      case " "..."~": escaped.unicodeScalars.append(scalar)
      case _: escaped += "\\u{" + String(scalar.value, radix: 16) + "}"
      }
    }
    return escaped
  }
}
