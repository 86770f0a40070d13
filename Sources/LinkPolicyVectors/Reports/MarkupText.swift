internal import LinkPolicy
internal import LinkPolicyJSON

/// Text quoted in formats in which some characters mean more than themselves.
package enum MarkupText {
  private static var cellLength: Int { 160 }

  // MARK: Markdown

  /// Text that is only text in a table: nothing in it marks up, links, mentions or ends the cell.
  package static func cell(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in shortened(text, cellLength).unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "|": result.append(contentsOf: "&#124;".unicodeScalars)
      case "@": result.append(contentsOf: "&#64;".unicodeScalars)
      case "`", "*", "_", "[", "]", "\\", "#", "~", "!":
        result.append("\\")
        result.append(scalar)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// Text as code, which cannot hold its own marks.
  package static func code(_ text: String, limit: Int? = nil) -> String {
    let shown = shortened(text, limit ?? cellLength)
    return "`" + shown.replacing("`", with: "'").replacing("|", with: "¦") + "`"
  }

  private static func shortened(_ text: String, _ limit: Int) -> String {
    let printable = Name(text).printable
    guard printable.unicodeScalars.count > limit else { return printable }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: printable.unicodeScalars.prefix(limit))
    return String(view) + "…"
  }

  // MARK: GitHub's commands

  /// Text behind the last colons of a command.
  package static func commandData(_ text: String) -> String {
    let lines = text.split(separator: "\n").map { Name(String($0)).printable }
    return lines.joined(separator: "\n").replacing("%", with: "%25")
      .replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  /// Text of a property, where colon and comma mean something too.
  package static func commandProperty(_ text: String) -> String {
    commandData(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
