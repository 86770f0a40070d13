/// Filters for text from input, which must not control a terminal or give a command to a build server.
package enum HarmlessText {
  /// The character that replaces a hidden character.
  package static var mark: Unicode.Scalar { "·" }

  /// Returns the text on one line, with the same number of scalars.
  ///
  /// A mark replaces each control character, each invisible character and each character that reorders text. The
  /// function also puts a mark into each build server command inside a line, so that the server ignores the command.
  package static func line(_ text: String) -> String {
    guard needsCare(text) else { return text }
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      line.append(isHidden(scalar) ? mark : scalar)
    }
    return withoutInnerCommands(String(line))
  }

  // Most texts need no change, and this check is much faster than rewriting the text.
  private static func needsCare(_ text: String) -> Bool {
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte < 0x20 || byte > 0x7E || (byte == hash && last == hash) {
        return true
      }
      last = byte
    }
    return false
  }

  /// Returns the text, of any number of lines, without build server commands.
  package static func withoutCommands(_ text: String) -> String {
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte == last, byte == hash || byte == UInt8(ascii: ":") {
        return withoutLeadingCommands(withoutInnerCommands(text))
      }
      last = byte
    }
    return text
  }

  /// Returns whether a character controls a device, ends a line, is invisible, or reorders text.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Control characters, the soft hyphen, and invisible characters that join, fill or order text.
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5: true
    case 0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164: true
    case 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB: true
    case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: true
    default: false
    }
  }

  private static var hash: UInt8 { UInt8(ascii: "#") }

  /// Returns the text with a mark in each build server command of the form `##…[`, such as `##[error]`.
  ///
  /// Older GitHub runners, and runners of other vendors, find a command anywhere in a line.
  private static func withoutInnerCommands(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    var index = 1
    var isChanged = false
    while index < scalars.count {
      if scalars[index] == "#", scalars[index - 1] == "#" {
        var end = index + 1
        while end < scalars.count, isLetter(scalars[end]) {
          end += 1
        }
        if end < scalars.count, scalars[end] == "[" {
          scalars[index] = mark
          isChanged = true
        }
      }
      index += 1
    }
    guard isChanged else { return text }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z": true
    default: false
    }
  }

  /// The scanner's position in a line; the position determines whether a build server command can start there.
  private enum LinePosition {
    /// Only white space precedes the position.
    case start
    /// White space and one colon precede the position.
    case colon
    /// The position is past the point at which a command can begin.
    case inside
  }

  /// Returns the text, of any number of lines, without `::` at the start of a line or after leading white space.
  ///
  /// A GitHub runner interprets a line that starts with `::` as a command.
  private static func withoutLeadingCommands(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var place = LinePosition.start
    for scalar in text.unicodeScalars {
      switch place {
      case .start:
        place = scalar == ":" ? .colon : isSpace(scalar) ? .start : .inside
      case .colon:
        if scalar == ":" {
          result.removeLast()
          result.append(mark)
        }
        place = isEnd(scalar) ? .start : .inside
      case .inside:
        place = isEnd(scalar) ? .start : .inside
      }
      result.append(scalar)
    }
    return String(result)
  }

  private static func isEnd(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r"
  }

  // The white space that the runner skips at the start of a line.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }
}
