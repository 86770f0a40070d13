package import LinkPolicyDiagnostics

/// Text of a Markdown document in GitHub's dialect, for comments on pull requests.
///
/// Text from input is put into code spans, because GitHub creates no link, mention, reference, formula or emoji inside
/// a code span. Escaping is not enough, because GitHub looks for mentions and references after rendering.
package typealias MarkdownText = OutputText<MarkdownFormat>

/// The rules for escaping text in ``MarkdownText``: input text becomes a code span.
package enum MarkdownFormat: OutputFormat {
  // GitHub limits a comment to 65,536 characters, so long texts are cut.
  private static var usualLimit: Int { 160 }

  package static func escaped(_ text: String) -> String {
    code(text, limit: usualLimit)
  }

  /// Returns the text as a code span, cut at the limit.
  ///
  /// The fence is the shortest run of backticks that does not occur in the text.
  static func code(_ text: String, limit: Int) -> String {
    let shown = shortened(text, limit)
    guard !shown.utf8.isEmpty else { return "(empty)" }
    var runs: Set<Int> = []
    var run = 0
    for byte in shown.utf8 {
      if byte == backtick {
        run += 1
      } else {
        runs.insert(run)
        run = 0
      }
    }
    runs.insert(run)
    let length = (1...).first { !runs.contains($0) } ?? 1
    let fence = String(repeating: "`", count: length)
    let (first, last) = (shown.utf8.first, shown.utf8.last)
    // Renderers remove one space at each end of a code span, unless the text consists of spaces.
    let isSpaced = first == space && last == space && shown.utf8.contains { $0 != space }
    let padding = first == backtick || last == backtick || isSpaced ? " " : ""
    return fence + padding + shown + padding + fence
  }

  /// Inserts a space before a code span that follows a backtick or a backslash.
  ///
  /// A backtick before the span would extend the fence, and a backslash would escape the fence.
  package static func append(_ piece: String, to text: inout String) {
    let last = text.utf8.last
    if piece.utf8.first == backtick, last == backtick || last == backslash {
      text += " "
    }
    text += piece
  }

  /// Returns text for HTML elements such as `<summary>`, in which Markdown code spans are not available.
  static func html(_ text: String, limit: Int) -> String {
    var result = "<code>"
    for scalar in shortened(text, limit).unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", "-", ".", "/", "·", "…":
        result.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x80: result += "&#" + String(scalar.value) + ";"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "</code>"
  }

  private static func shortened(_ text: String, _ limit: Int) -> String {
    let line = HarmlessText.line(text)
    guard line.unicodeScalars.count > limit else { return line }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: line.unicodeScalars.prefix(limit))
    view.append("…")
    return String(view)
  }

  private static var backtick: UInt8 { UInt8(ascii: "`") }
  private static var backslash: UInt8 { UInt8(ascii: "\\") }
  private static var space: UInt8 { UInt8(ascii: " ") }
}

extension OutputText where Format == MarkdownFormat {
  /// Creates a code span from input text, cut at the limit.
  package init(_ text: String, limit: Int) {
    self.init(trusted: MarkdownFormat.code(text, limit: limit))
  }

  /// Creates an HTML `<code>` element from input text, cut at 80 Unicode scalars.
  package init(inHTML text: String) {
    self.init(trusted: MarkdownFormat.html(text, limit: 80))
  }

  /// Creates a row of a table; a cell can contain code spans with `|`.
  ///
  /// A table requires `\|` for `|` even in a code span. For some renderers, an even number of backslashes before `|`
  /// would end the cell.
  package init(row cells: [MarkdownText]) {
    var row = "|"
    for cell in cells {
      row += " "
      var backslashes = 0
      for scalar in cell.text.unicodeScalars {
        if scalar == "|" {
          row += backslashes.isMultiple(of: 2) ? "\\" : "\\\\"
        }
        backslashes = scalar == "\\" ? backslashes + 1 : 0
        row.unicodeScalars.append(scalar)
      }
      row += row.utf8.last == UInt8(ascii: " ") ? "|" : " |"
    }
    self.init(trusted: row + "\n")
  }

  /// Creates a fenced block of JSON, and indents each line.
  ///
  /// The fence is longer than any run of backticks in the block.
  package init(json bytes: [UInt8], indent: StaticString) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
      HarmlessText.line(String($0))
    }
    var longest = 2
    for line in lines {
      for run in line.split(whereSeparator: { $0 != "`" }) {
        longest = max(longest, run.utf8.count)
      }
    }
    let fence = String(repeating: "`", count: longest + 1)
    let all = [fence + "json"] + lines + [fence]
    self.init(trusted: all.map { indent.description + $0 + "\n" }.joined())
  }
}

extension OutputText.Interpolation where Format == MarkdownFormat {
  /// Appends a code span with input text, cut at the limit.
  package mutating func appendInterpolation(_ text: String, limit: Int) {
    appendInterpolation(MarkdownText(text, limit: limit))
  }

  /// Appends an HTML `<code>` element with input text, cut at 80 Unicode scalars.
  package mutating func appendInterpolation(inHTML text: String) {
    appendInterpolation(MarkdownText(inHTML: text))
  }
}
