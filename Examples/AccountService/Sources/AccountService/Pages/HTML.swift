/// A fragment of an HTML page.
///
/// A fragment is created only from a literal or by interpolation. Literal text is used unchanged, and every
/// interpolated text is escaped.
struct HTML: Sendable, ExpressibleByStringInterpolation {
  /// The HTML of the fragment.
  private(set) var text: String

  init(stringLiteral literal: String) {
    text = literal
  }

  init(stringInterpolation interpolation: StringInterpolation) {
    text = interpolation.text
  }

  /// Joins fragments.
  init(_ pieces: [HTML]) {
    text = pieces.map { $0.text }.joined()
  }

  /// Returns a text with all markup escaped, for an element or a quoted attribute.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // Control characters, and characters that change the writing direction, are replaced by U+FFFD.
      case "\u{0}"..."\u{8}", "\u{B}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}",
        "\u{2066}"..."\u{2069}":
        escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    mutating func appendInterpolation(_ value: String) {
      text += HTML.escaped(value)
    }

    mutating func appendInterpolation(_ number: Int) {
      text += String(number)
    }

    mutating func appendInterpolation(_ piece: HTML) {
      text += piece.text
    }

    mutating func appendInterpolation(_ pieces: [HTML]) {
      for piece in pieces {
        text += piece.text
      }
    }
  }
}
