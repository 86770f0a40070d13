internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// A reader of the text between tokens, for which libyaml produces no events.
///
/// Only white space, indicators and comments can occur between two tokens. A `#` between tokens starts a comment, and a
/// `?` starts an explicit key. Inside a token, the reader checks only the indentation of further lines.
struct GapReader {
  private let bytes: [UInt8]
  private let isASCII: Bool
  private let file: Int
  /// The number of Unicode scalars before the cursor; `offset` is the corresponding number of bytes.
  private var index = 0
  private var offset = 0
  private var position: SourcePosition
  /// Whether a character other than white space precedes the cursor on its line.
  private var hasContent = false
  private var indentationTab: SourcePosition?
  /// The minimum column for further lines of a flow collection or quoted text.
  ///
  /// These lines must start at least one column to the right of the enclosing block collection.
  private var leastColumn = 1
  /// Whether the last token was quoted text or a closing bracket.
  ///
  /// After such a token, a value can directly follow a `:`, as in `{"a":b}`.
  private var isAfterJSON = false
  /// The comments and dashes for a formatter; nil if the caller requested no comments.
  private(set) var trivia: YAMLTrivia?

  init(_ text: SourceText, file: Int, keepsTrivia: Bool) {
    trivia = keepsTrivia ? YAMLTrivia() : nil
    bytes = text.bytes
    isASCII = text.isASCII
    self.file = file
    position = SourcePosition(file: file, line: 1, column: text.hasMark ? 2 : 1)
  }

  /// The byte after the cursor; nil at the end of the text.
  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Reads the gap before a token; `inFlow` is true if the token is within brackets.
  mutating func read(to mark: Mark, inFlow: Bool, into problems: inout ProblemList) {
    while index < mark.index, let byte {
      switch byte {
      case UInt8(ascii: "#"):
        if !isSeparated {
          problems.add(SyntaxProblem.closeComment(at: position))
        }
        readComment(into: &problems)
        continue
      case UInt8(ascii: "\t"):
        if !hasContent, indentationTab == nil {
          indentationTab = position
        }
      case UInt8(ascii: " "):
        skipSpaces(to: mark)
        continue
      case UInt8(ascii: "\n"):
        break
      default:
        if byte == UInt8(ascii: "?"), isExplicitKey {
          problems.add(Self.explicitKey(at: position))
        }
        if byte == UInt8(ascii: "-") {
          trivia?.dashes.append(position)
        }
        if byte == UInt8(ascii: ":"), inFlow, !isAfterJSON, beginsPlain(after: offset) {
          problems.add(SyntaxProblem.closeColon(at: position))
        }
        isAfterJSON = false
        meetContent(into: &problems)
      }
      advance()
    }
  }

  /// The form of a token, which determines whether text can directly follow a `:` after the token.
  enum Token {
    /// The token is plain text or an opening bracket.
    case other
    /// The token is quoted text or a closing bracket, as in JSON.
    case json
  }

  /// Sets the minimum column of the following lines to one column right of a block collection; nil removes the minimum.
  mutating func indentLines(behind column: Int?) {
    leastColumn = (column ?? 0) + 1
  }

  /// Whether the cursor is at a `-` within brackets, and no text directly follows the `-`.
  var isBareDash: Bool {
    byte == UInt8(ascii: "-") && !beginsPlain(after: offset)
  }

  /// Skips a token, and checks the indentation of further lines if the token spans several lines.
  mutating func skip(
    to mark: Mark, _ end: SourcePosition, _ token: Token = .other,
    into problems: inout ProblemList
  ) {
    guard index < mark.index else { return }
    defer { isAfterJSON = token == .json }
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

  /// Returns the bytes of a token that starts at the cursor.
  func token(to mark: Mark) -> ArraySlice<UInt8> {
    bytes[offset..<(offset + byteCount(of: max(0, mark.index - index)))]
  }

  /// Returns the byte at a mark, which must not precede the cursor; nil at the end of the text.
  func byte(at mark: Mark) -> UInt8? {
    let end = token(to: mark).endIndex
    return end < bytes.count ? bytes[end] : nil
  }

  /// The position of the cursor.
  var place: SourcePosition { position }

  /// Skips the bytes up to the next white space and returns them, shortened for a message.
  mutating func takeWord() -> Name {
    let start = offset
    while let byte, byte > UInt8(ascii: " ") {
      advance()
    }
    return Name(bytes: Array(bytes[start..<offset].prefix(64)))
  }

  /// Skips one white space character, or one comment without recording the comment.
  mutating func skipBlank() {
    if byte == UInt8(ascii: "#") {
      skipLine()
    } else {
      advance()
    }
  }

  private mutating func meetContent(into problems: inout ProblemList) {
    if !hasContent, position.column < leastColumn {
      problems.add(SyntaxProblem.shallow(at: position, least: leastColumn))
    }
    meetText(into: &problems)
  }

  /// Records that the current line has text or a comment, and reports a tab in the line's indentation.
  ///
  /// The column is not checked, because a comment can start in any column.
  private mutating func meetText(into problems: inout ProblemList) {
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

  /// Skips spaces, which are the most frequent characters between tokens.
  private mutating func skipSpaces(to mark: Mark) {
    let most = min(mark.index - index, bytes.count - offset)
    var count = 0
    while count < most, bytes[offset + count] == UInt8(ascii: " ") {
      count += 1
    }
    index += count
    offset += count
    position.column += count
  }

  private mutating func readComment(into problems: inout ProblemList) {
    let isTrailing = hasContent
    let start = (offset, position)
    meetText(into: &problems)
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

  /// Whether the cursor is at the start of a line or after white space.
  private var isSeparated: Bool {
    offset == 0 || bytes[offset - 1] <= UInt8(ascii: " ")
  }

  /// Returns whether plain text directly follows the byte at an offset, within brackets.
  private func beginsPlain(after offset: Int) -> Bool {
    guard offset + 1 < bytes.count else { return false }
    let next = bytes[offset + 1]
    return next > UInt8(ascii: " ") && !Self.flowIndicators.contains(next)
  }

  private static let flowIndicators = Array(",[]{}".utf8)

  /// Whether a `?` starts an explicit key, and is not part of a tag or an anchor.
  ///
  /// Inside brackets, libyaml accepts an explicit key without a space after the `?`.
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
