internal import LinkPolicy

/// Goes through a text alongside libyaml's events and reads what they leave out.
///
/// Between two tokens stand only white space, indicators and comments, so a `#` there begins a
/// comment and a `?` there an explicit key; inside a token nothing is looked at.
struct GapReader {
  private let bytes: [UInt8]
  private let isASCII: Bool
  private let file: Int
  /// The scalars, bytes, and place up to which the text has been gone through.
  private var index = 0
  private var offset = 0
  private var position: SourcePosition
  /// Whether the current line holds something other than white space before the cursor.
  private var hasContent = false
  private var indentationTab: SourcePosition?
  /// What a formatter needs beside the tree; nil where nobody asks for it.
  private(set) var trivia: YAMLTrivia?

  init(_ text: SourceText, file: Int, keepsTrivia: Bool) {
    trivia = keepsTrivia ? YAMLTrivia() : nil
    bytes = text.bytes
    isASCII = text.isASCII
    self.file = file
    position = SourcePosition(file: file, line: 1, column: text.hasMark ? 2 : 1)
  }

  /// The byte the cursor stands before.
  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Reads the gap up to a token.
  mutating func read(to mark: Mark, into problems: inout ProblemList) {
    while index < mark.index, let byte {
      switch byte {
      case UInt8(ascii: "#"):
        readComment(into: &problems)
        continue
      case UInt8(ascii: "\t"):
        if !hasContent, indentationTab == nil {
          indentationTab = position
        }
      case UInt8(ascii: " "), UInt8(ascii: "\n"):
        break
      default:
        if byte == UInt8(ascii: "?"), isExplicitKey {
          problems.add(Self.explicitKey(at: position))
        }
        if byte == UInt8(ascii: "-") {
          trivia?.dashes.append(position)
        }
        meetContent(into: &problems)
      }
      advance()
    }
  }

  /// Goes over a token; its text is read only where it can hide a tab at the start of a line.
  mutating func skip(to mark: Mark, _ end: SourcePosition, into problems: inout ProblemList) {
    guard index < mark.index else { return }
    meetContent(into: &problems)
    if end.line == position.line {
      offset += byteCount(of: mark.index - index)
      index = mark.index
      position = end
      return
    }
    while index < mark.index, let byte {
      if byte == UInt8(ascii: "\t"), !hasContent, indentationTab == nil {
        indentationTab = position
      } else if byte > UInt8(ascii: " ") {
        meetContent(into: &problems)
      }
      advance()
    }
  }

  /// The bytes of a token that begins at the cursor.
  func token(to mark: Mark) -> ArraySlice<UInt8> {
    bytes[offset..<(offset + byteCount(of: max(0, mark.index - index)))]
  }

  /// The byte at a place not before the cursor.
  func byte(at mark: Mark) -> UInt8? {
    let end = token(to: mark).endIndex
    return end < bytes.count ? bytes[end] : nil
  }

  /// Where the cursor stands.
  var place: SourcePosition { position }

  /// Goes over the bytes up to the next white space and returns them, cut to what a message needs.
  mutating func takeWord() -> Name {
    let start = offset
    while let byte, byte > UInt8(ascii: " ") {
      advance()
    }
    return Name(bytes: Array(bytes[start..<offset].prefix(64)))
  }

  /// Goes over one blank, or a comment without keeping it.
  mutating func skipBlank() {
    if byte == UInt8(ascii: "#") {
      skipLine()
    } else {
      advance()
    }
  }

  private mutating func meetContent(into problems: inout ProblemList) {
    hasContent = true
    if let tab = indentationTab {
      problems.add(SyntaxProblem.tab(at: tab))
      indentationTab = nil
    }
  }

  private mutating func advance() {
    let byte = bytes[offset]
    offset += 1
    if byte == UInt8(ascii: "\n") {
      position.line += 1
      position.column = 1
      hasContent = false
      indentationTab = nil
    } else {
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 {
        offset += 1
      }
      position.column += 1
    }
    index += 1
  }

  private mutating func readComment(into problems: inout ProblemList) {
    let isTrailing = hasContent
    let start = (offset, position)
    meetContent(into: &problems)
    skipLine()
    var text = bytes[start.0..<offset]
    while let last = text.last, last <= UInt8(ascii: " ") {
      text.removeLast()
    }
    trivia?.comments.append(YAMLComment(text: text, position: start.1, isTrailing: isTrailing))
  }

  private mutating func skipLine() {
    while let byte, byte != UInt8(ascii: "\n") {
      advance()
    }
  }

  /// Whether a `?` begins an explicit key and is no part of a tag or an anchor.
  ///
  /// Inside of brackets libyaml takes it for one without a blank behind it.
  private var isExplicitKey: Bool {
    guard offset > 0 else { return true }
    return bytes[offset - 1] <= UInt8(ascii: " ") || Self.openers.contains(bytes[offset - 1])
  }

  private static let openers = Array("{[,:-".utf8)

  private func byteCount(of scalars: Int) -> Int {
    if isASCII { return min(scalars, bytes.count - offset) }
    var end = offset
    for _ in 0..<scalars where end < bytes.count {
      end += 1
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 {
        end += 1
      }
    }
    return end - offset
  }

  private static func explicitKey(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .yamlComplexKey, .error, "a key written with `?` is not allowed", at: position,
      help: "write `key: value`")
  }
}
