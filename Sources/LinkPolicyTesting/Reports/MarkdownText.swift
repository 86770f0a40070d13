package import LinkPolicyDiagnostics

/// Text of a Markdown document as GitHub reads it, for comments on pull requests.
///
/// Text from input stands in code spans, which is where nothing is read as markup: no link, no bare
/// address, no mention, no reference to an issue or commit, no formula, no emoji. Mentions and
/// references are looked for after rendering, so that no escape in the source would stop them.
package typealias MarkdownText = OutputText<MarkdownFormat>

/// The format of ``MarkdownText``.
package enum MarkdownFormat: OutputFormat {
  // A comment may have 65,536 characters.
  private static var usualLimit: Int { 160 }

  package static func escaped(_ text: String) -> String {
    code(text, limit: usualLimit)
  }

  /// A code span of the text, cut where it is longer than the limit.
  ///
  /// Its fences are the shortest run of backticks that the text does not have.
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
    // A reader takes away one space at both ends, unless there is nothing else.
    let isSpaced = first == space && last == space && shown.utf8.contains { $0 != space }
    let padding = first == backtick || last == backtick || isSpaced ? " " : ""
    return fence + padding + shown + padding + fence
  }

  /// A code span beside a backtick would have other fences, and behind a backslash none.
  package static func append(_ piece: String, to text: inout String) {
    let last = text.utf8.last
    if piece.utf8.first == backtick, last == backtick || last == backslash {
      text += " "
    }
    text += piece
  }

  /// Text of a part of the document that is HTML, in which there are no code spans: `<summary>`.
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
  /// Text from input in a code span, of which so many characters are shown.
  package init(_ text: String, limit: Int) {
    self.init(trusted: MarkdownFormat.code(text, limit: limit))
  }

  /// Text from input in a line of HTML.
  package init(inHTML text: String) {
    self.init(trusted: MarkdownFormat.html(text, limit: 80))
  }

  /// The row of a table: each cell ends where it should, whatever code spans are in it.
  ///
  /// A table takes `\|` for `|` even in a code span; an even number of backslashes before it would
  /// end the cell for some readers.
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

  /// Bytes of JSON in a block of their own, each line behind an indent.
  ///
  /// Its fence is longer than any run of backticks in it.
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
  /// Text from input in a code span, of which so many characters are shown.
  package mutating func appendInterpolation(_ text: String, limit: Int) {
    appendInterpolation(MarkdownText(text, limit: limit))
  }

  /// Text from input in a line of HTML.
  package mutating func appendInterpolation(inHTML text: String) {
    appendInterpolation(MarkdownText(inHTML: text))
  }
}
