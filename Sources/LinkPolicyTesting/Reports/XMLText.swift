package import LinkPolicyDiagnostics

/// Text of an XML 1.0 document.
package typealias XMLText = OutputText<XMLFormat>

/// The rules for escaping text in ``XMLText``, such as `&lt;` for `<`.
package enum XMLFormat: OutputFormat {
  /// Returns the escaped text for an element or a quoted attribute, on one line.
  ///
  /// Line feeds, tabs and invisible characters become references; characters that XML does not allow become
  /// U+FFFD.
  package static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var before: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&", "<", ">", "\"", "'", "\n", "\t": result.append(contentsOf: reference(scalar))
      // Build servers interpret `##` as the start of a command, so a reference replaces the second `#`.
      case "#" where before == "#": result.append(contentsOf: reference(scalar))
      case _ where !isCharacter(scalar): result.append("\u{FFFD}")
      case _ where HarmlessText.isHidden(scalar): result.append(contentsOf: reference(scalar))
      default: result.append(scalar)
      }
      before = scalar
    }
    return String(result)
  }

  /// Returns whether XML 1.0 and 1.1 allow a character.
  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: false
    case 0xFDD0...0xFDEF: false
    case let value: value & 0xFFFE != 0xFFFE
    }
  }

  private static func reference(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    let text =
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: "&#x" + String(scalar.value, radix: 16) + ";"
      }
    return text.unicodeScalars
  }
}
