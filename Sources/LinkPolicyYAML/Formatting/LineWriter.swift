internal import LinkPolicy

/// A buffer of output lines, each with the comment at its end.
struct LineWriter {
  /// The preferred maximum width of lines.
  static let width = 110

  private struct OutputLine {
    var text: [UInt8]
    var comment: [UInt8] = []
    /// The width of the text, in Unicode scalars.
    var width: Int
    var isBlank: Bool { text.isEmpty && comment.isEmpty }
  }

  private var lines: [OutputLine] = []
  /// Whether tokens can still be added to the last line.
  private(set) var isOpen = false

  /// The column after the last character, counted from zero.
  var column: Int { lines.last?.width ?? 0 }

  /// Starts a line, optionally after a blank line.
  mutating func start(indent: Int, afterBlank: Bool = false) {
    if afterBlank, let last = lines.last, !last.isBlank {
      lines.append(OutputLine(text: [], width: 0))
    }
    lines.append(OutputLine(text: [UInt8](repeating: 0x20, count: indent), width: indent))
    isOpen = true
  }

  mutating func add(_ text: [UInt8]) {
    lines[lines.count - 1].text += text
    lines[lines.count - 1].width += text.scalarCount
  }

  mutating func add(_ text: String) {
    add(Array(text.utf8))
  }

  /// Ends the last line with a comment; returns false if the line already has a comment, or if there is no line.
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

  /// Returns the text, with the comments of adjacent lines aligned.
  func finished() -> [UInt8] {
    var bytes: [UInt8] = []
    var index = 0
    while index < lines.count {
      let end = lines[index...].firstIndex { $0.comment.isEmpty } ?? lines.count
      let run = lines[index..<max(end, index + 1)]
      let column = run.map { $0.width }.max() ?? 0
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

  /// Returns the number of spaces before a comment: up to the common column, or two if that column is beyond the line
  /// width.
  private static func commentGap(line: OutputLine, column: Int) -> Int {
    column + 2 <= Self.width ? column - line.width + 2 : 2
  }
}

/// The parts of a source text that its tree does not contain but a formatter keeps: unwritten comments, blank lines and
/// dashes.
struct SourceTrivia {
  private let comments: [YAMLComment]
  private let dashes: [SourcePosition]
  private let blankLines: Set<Int>
  private var next = 0

  init(_ trivia: YAMLTrivia, in bytes: [UInt8]) {
    comments = trivia.comments
    dashes = trivia.dashes
    var blank: Set<Int> = []
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    where line.allSatisfy({ $0 <= UInt8(ascii: " ") }) {
      blank.insert(index + 1)
    }
    blankLines = blank
  }

  /// Returns whether the line before the given line is blank.
  func hasBlank(before line: Int) -> Bool {
    blankLines.contains(line - 1)
  }

  /// Consumes and returns the next comment, if it precedes `place` or if `place` is nil; otherwise returns nil.
  mutating func takeComment(before place: SourcePosition?) -> YAMLComment? {
    guard next < comments.count else { return nil }
    let comment = comments[next]
    if let place, !Self.isBefore(comment.position, place) { return nil }
    next += 1
    return comment
  }

  /// Returns whether a node contains a comment.
  func hasComment(in node: YAMLNode) -> Bool {
    let first = Self.partition(comments.count) {
      Self.isBefore(comments[$0].position, node.position)
    }
    return first < comments.count && Self.isBefore(comments[first].position, node.end)
  }

  /// Returns the position of a list item's dash; all dashes of a block list are in the column of the list.
  func dash(of item: YAMLNode, in list: YAMLNode) -> SourcePosition {
    var index = Self.partition(dashes.count) { !Self.isBefore(item.position, dashes[$0]) } - 1
    while index >= 0 {
      if dashes[index].column == list.position.column { return dashes[index] }
      index -= 1
    }
    return item.position
  }

  private static func isBefore(_ a: SourcePosition, _ b: SourcePosition) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }

  /// Returns the first index for which a condition is false; the condition must be true before that index and false
  /// after it.
  private static func partition(_ count: Int, _ holds: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}

/// The rules for writing scalars, plain or in quotes.
struct ScalarText {
  /// Whether a plain scalar was plain at the same position in the source and can therefore stay plain.
  let trustsPlain: Bool

  /// Returns the text of a scalar, in double quotes if the scalar is quoted or if plain text would have a different
  /// meaning.
  func text(_ value: Name, _ style: YAMLScalar.Style, inFlow: Bool) -> [UInt8] {
    let isPlain = style == .plain && (trustsPlain ? Self.isOneLine(value) : isSafe(value, inFlow))
    return isPlain ? value.bytes : Self.quoted(value)
  }

  func text(_ scalar: YAMLScalar, inFlow: Bool) -> [UInt8] {
    text(scalar.value, scalar.style, inFlow: inFlow)
  }

  private static func isOneLine(_ value: Name) -> Bool {
    value.bytes.allSatisfy { $0 >= 0x20 || $0 == 0x09 }
  }

  private func isSafe(_ value: Name, _ inFlow: Bool) -> Bool {
    let bytes = value.bytes
    guard let first = bytes.first, let last = bytes.last else { return false }
    if Self.leading.contains(first) || first == 0x20 || last == 0x20 { return false }
    if first == UInt8(ascii: "-"), bytes.count == 1 || bytes[1] == 0x20 { return false }
    // At the start of a line, `---` and `...` would start or end a document.
    if bytes.starts(with: Array("---".utf8)) || bytes.starts(with: Array("...".utf8)) {
      return false
    }
    // The reader would reject a plain key that looks like a merge key.
    if bytes == Array("<<".utf8) { return false }
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0x20
      switch byte {
      case 0..<0x20: return false
      case UInt8(ascii: ":") where next == 0x20: return false
      case UInt8(ascii: " ") where next == UInt8(ascii: "#"): return false
      default: if inFlow, Self.flow.contains(byte) { return false }
      }
    }
    return true
  }

  private static let leading = Array(",[]{}#&*!|>'\"%@`?:".utf8)
  private static let flow = Array(",[]{}?".utf8)

  private static func quoted(_ value: Name) -> [UInt8] {
    var text = [UInt8(ascii: "\"")]
    for byte in value.bytes {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case 0x0A: text += Array("\\n".utf8)
      case 0x0D: text += Array("\\r".utf8)
      case 0x09: text += Array("\\t".utf8)
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
    return text
  }
}

extension ScalarText {
  /// Returns a value on one line, with collections in brackets.
  func inline(_ node: YAMLNode, inFlow: Bool = true) -> [UInt8] {
    switch node.content {
    case .scalar(let scalar):
      return text(scalar.value, scalar.style, inFlow: inFlow)
    case .list(let list):
      return Array("[".utf8) + joined(list.items.map { inlineItem($0) }) + Array("]".utf8)
    case .map(let map):
      return Array("{".utf8) + joined(map.entries.map { inline($0) }) + Array("}".utf8)
    }
  }

  /// Returns an item of a flow list on one line; in a flow list, a map of one entry needs no braces.
  func inlineItem(_ node: YAMLNode) -> [UInt8] {
    if let map = node.map, map.style == .pair, map.entries.count == 1 {
      return inline(map.entries[0])
    }
    return inline(node)
  }

  /// Returns an entry of a flow map on one line.
  func inline(_ entry: YAMLMap.Entry) -> [UInt8] {
    key(entry, inFlow: true) + Array(": ".utf8) + inline(entry.value)
  }

  func key(_ entry: YAMLMap.Entry, inFlow: Bool) -> [UInt8] {
    text(entry.key.value, entry.keyStyle, inFlow: inFlow)
  }

  private func joined(_ parts: [[UInt8]]) -> [UInt8] {
    Array(parts.joined(separator: Array(", ".utf8)))
  }
}

extension Sequence<UInt8> {
  /// The number of Unicode scalars that the UTF-8 bytes encode.
  var scalarCount: Int {
    count { $0 & 0xC0 != 0x80 }
  }
}
