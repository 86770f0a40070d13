/// Lines of output under construction, each with the comment that ends it.
struct LineWriter {
  /// The width that lines keep to where they can.
  static let width = 110

  private struct Line {
    var text: [UInt8]
    var comment: [UInt8] = []
    /// The width of the text, in scalars.
    var width: Int
    var isBlank: Bool { text.isEmpty && comment.isEmpty }
  }

  private var lines: [Line] = []
  /// Whether tokens can still be added to the last line.
  private(set) var isOpen = false

  /// The column after the last character, from zero.
  var column: Int { lines.last?.width ?? 0 }

  /// Begins a line, after a blank one if asked for.
  mutating func start(indent: Int, afterBlank: Bool = false) {
    if afterBlank, let last = lines.last, !last.isBlank {
      lines.append(Line(text: [], width: 0))
    }
    lines.append(Line(text: [UInt8](repeating: 0x20, count: indent), width: indent))
    isOpen = true
  }

  mutating func add(_ text: [UInt8]) {
    lines[lines.count - 1].text += text
    lines[lines.count - 1].width += text.scalarCount
  }

  mutating func add(_ text: String) {
    add(Array(text.utf8))
  }

  /// Ends the last line with a comment; false if it has one already or there is no line.
  mutating func end(with comment: ArraySlice<UInt8>) -> Bool {
    guard isOpen, !lines.isEmpty else { return false }
    lines[lines.count - 1].comment = Array(comment)
    isOpen = false
    return true
  }

  mutating func addLine(comment: ArraySlice<UInt8>, indent: Int, afterBlank: Bool) {
    start(indent: indent, afterBlank: afterBlank)
    add(Array(comment))
    isOpen = false
  }

  /// The text, comments that end adjacent lines beneath each other.
  func finished() -> [UInt8] {
    var bytes: [UInt8] = []
    var index = 0
    while index < lines.count {
      let end = lines[index...].firstIndex { $0.comment.isEmpty } ?? lines.count
      let run = lines[index..<max(end, index + 1)]
      let column = run.map(\.width).max() ?? 0
      for line in run {
        bytes += line.text
        if !line.comment.isEmpty {
          let gap = Self.commentGap(line: line, column: column)
          bytes += [UInt8](repeating: 0x20, count: gap) + line.comment
        }
        bytes.append(0x0A)
      }
      index = run.endIndex
    }
    return bytes
  }

  /// One far line must not push the comments of all others out of sight.
  private static func commentGap(line: Line, column: Int) -> Int {
    column + 2 <= Self.width ? column - line.width + 2 : 2
  }
}

extension Sequence<UInt8> {
  /// The number of scalars in UTF-8 bytes.
  var scalarCount: Int {
    count { $0 & 0xC0 != 0x80 }
  }
}
