internal import LinkPolicy

/// A scanner that reads a text line by line, and tracks the open collections even if the text is not valid YAML.
///
/// The scanner supports the syntax of policies: block and flow collections, plain and quoted scalars, comments. An
/// error in one line affects at most the following lines of the same collection. An unclosed bracket ends at a line
/// that is not indented further than the collection around the bracket.
struct LenientScanner {
  /// A key or scalar in the text, with its path.
  struct Spot {
    let path: TextPath
    let range: Range<Int>
    let text: Name
    let isKey: Bool
    /// The number of the map that contains the key; nil for a scalar that is not a key.
    let frame: Int?
  }

  private static var depthLimit: Int { 64 }

  private let bytes: [UInt8]
  private(set) var frames: [LenientFrame] = []
  private var frameCount = 0
  /// Whether the last scanned line ends in a comment.
  private(set) var endsInComment = false
  /// The column of the collection around the open brackets; lines inside the brackets are indented further.
  private var flowColumn = 0
  /// The function that receives each key and scalar.
  private let visit: (Spot) -> Void

  init(_ bytes: [UInt8], visit: @escaping (Spot) -> Void = { _ in }) {
    self.bytes = bytes
    self.visit = visit
  }

  /// Returns every key and scalar of a text.
  static func spots(in bytes: [UInt8]) -> [Spot] {
    let found = SpotList()
    var scanner = LenientScanner(bytes) { found.spots.append($0) }
    scanner.scan(upTo: bytes.count)
    return found.spots
  }

  /// The keys and scalars that the scanner reported.
  private final class SpotList {
    var spots: [Spot] = []
  }

  /// The path of the next token in the innermost collection.
  var path: TextPath { frames.compactMap { $0.step } }

  /// Whether the scanner is inside brackets or braces.
  var isInFlow: Bool { frames.last.map { $0.column == nil } ?? false }

  /// Scans the lines that begin before an offset.
  mutating func scan(upTo end: Int) {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < end {
      var lineEnd = start
      while lineEnd < end, bytes[lineEnd] != 0x0A {
        lineEnd += 1
      }
      let next = lineEnd + 1
      while lineEnd > start, bytes[lineEnd - 1] == 0x0D {
        lineEnd -= 1
      }
      line(start..<lineEnd)
      start = next
    }
  }

  /// Scans the line with the given bytes, without its line break.
  mutating func line(_ line: Range<Int>) {
    endsInComment = false
    var index = line.lowerBound
    while index < line.upperBound, bytes[index] == 0x20 {
      index += 1
    }
    guard index < line.upperBound, !takeComment(index) else { return }
    let column = index - line.lowerBound
    leaveFlow(column: column)
    if isInFlow {
      flow(index, line.upperBound)
    } else {
      block(index, line)
    }
  }

  /// Closes the block collections that end before a line with an indentation of `column`.
  mutating func settle(column: Int, hasDash: Bool) {
    while let last = frames.last?.column, last > column {
      frames.removeLast()
    }
    if !hasDash, case .blockList(let last)? = frames.last?.kind, last == column {
      frames.removeLast()
    }
  }

  /// Closes all open brackets if a line is not indented far enough to be inside the brackets.
  mutating func leaveFlow(column: Int) {
    while isInFlow, column <= flowColumn {
      frames.removeLast()
    }
  }

  private mutating func block(_ start: Int, _ line: Range<Int>) {
    var index = start
    while index < line.upperBound {
      let column = index - line.lowerBound
      guard Self.isDash(in: bytes, at: index, before: line.upperBound) else { break }
      settle(column: column, hasDash: true)
      if case .blockList(let last)? = frames.last?.kind, last == column {
        // The line begins the next item of the list.
      } else {
        push(.blockList(column: column))
      }
      index += 1
      while index < line.upperBound, bytes[index] == 0x20 {
        index += 1
      }
    }
    guard index < line.upperBound, !takeComment(index) else { return }
    let column = index - line.lowerBound
    settle(column: column, hasDash: false)
    if LenientToken.isFlow(bytes[index]) {
      beginFlow(index, line)
      return
    }
    let token = LenientToken(bytes, index, limit: line.upperBound, inFlow: false)
    guard token.isKey else {
      scalar(token, line)
      return
    }
    if case .blockMap(let last)? = frames.last?.kind, last == column {
    } else {
      push(.blockMap(column: column))
    }
    key(token)
    value(token.end, line)
  }

  /// Scans the value that follows the colon of a key on the same line.
  private mutating func value(_ start: Int, _ line: Range<Int>) {
    var index = start
    while index < line.upperBound, bytes[index] == 0x20 || bytes[index] == 0x09 {
      index += 1
    }
    guard index < line.upperBound, !takeComment(index) else { return }
    if LenientToken.isFlow(bytes[index]) {
      beginFlow(index, line)
    } else {
      scalar(LenientToken(bytes, index, limit: line.upperBound, inFlow: false), line)
    }
  }

  /// Scans a scalar that is not a key, and the comment after the scalar.
  private mutating func scalar(_ token: LenientToken, _ line: Range<Int>) {
    report(token, isKey: false)
    var index = token.end
    while index < line.upperBound, bytes[index] == 0x20 || bytes[index] == 0x09 {
      index += 1
    }
    _ = index < line.upperBound && takeComment(index)
  }

  /// Returns whether a comment begins at an offset, and stores the result in `endsInComment`.
  private mutating func takeComment(_ index: Int) -> Bool {
    endsInComment = bytes[index] == UInt8(ascii: "#")
    return endsInComment
  }

  private mutating func beginFlow(_ start: Int, _ line: Range<Int>) {
    flowColumn = frames.last?.column ?? -1
    flow(start, line.upperBound)
  }

  private mutating func flow(_ start: Int, _ limit: Int) {
    var index = start
    while index < limit {
      let byte = bytes[index]
      switch byte {
      case 0x20, 0x09:
        index += 1
      case UInt8(ascii: "#"):
        endsInComment = true
        return
      case UInt8(ascii: "{"):
        push(.flowMap)
        index += 1
      case UInt8(ascii: "["):
        push(.flowList)
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        close(isList: byte == UInt8(ascii: "]"))
        index += 1
        if !isInFlow {
          endsInComment = bytes[index..<limit].contains(UInt8(ascii: "#"))
          return
        }
      case UInt8(ascii: ","):
        endEntry()
        index += 1
      default:
        let token = LenientToken(bytes, index, limit: limit, inFlow: true)
        take(token)
        index = max(token.end, index + 1)
      }
    }
  }

  private mutating func take(_ token: LenientToken) {
    guard token.isKey else {
      report(token, isKey: isKeyExpected)
      return
    }
    if case .flowList? = frames.last?.kind {
      push(.pair)
    }
    key(token)
  }

  /// Whether the next token in braces is a key.
  var isKeyExpected: Bool {
    if case .flowMap? = frames.last?.kind { frames.last?.key == nil } else { false }
  }

  private mutating func endEntry() {
    if case .pair? = frames.last?.kind {
      frames.removeLast()
    } else if case .flowMap? = frames.last?.kind {
      frames[frames.count - 1].key = nil
    }
  }

  private mutating func close(isList: Bool) {
    if isList, case .pair? = frames.last?.kind {
      frames.removeLast()
    }
    switch (frames.last?.kind, isList) {
    case (.flowList, true), (.flowMap, false): frames.removeLast()
    default: break
    }
  }

  private mutating func key(_ token: LenientToken) {
    let last = frames.count - 1
    frames[last].key = nil
    report(token, isKey: true)
    frames[last].key = token.text
  }

  private mutating func push(_ kind: LenientFrame.FrameKind) {
    // No policy has collections of this depth; deeper collections count as part of their parent.
    guard frames.count < Self.depthLimit else { return }
    frames.append(LenientFrame(kind: kind, number: frameCount))
    frameCount += 1
  }

  private func report(_ token: LenientToken, isKey: Bool) {
    visit(
      Spot(
        path: path, range: token.range, text: token.text, isKey: isKey,
        frame: isKey ? frames.last?.number : nil))
  }

  /// Returns whether the dash of a list item is at an offset.
  static func isDash(in bytes: [UInt8], at index: Int, before limit: Int) -> Bool {
    bytes[index] == UInt8(ascii: "-") && (index + 1 == limit || bytes[index + 1] == 0x20)
  }
}

/// A map or list that is open at a place in a text.
struct LenientFrame {
  /// A kind of YAML collection: a map or a list.
  enum FrameKind {
    /// A block map with the column of its keys.
    case blockMap(column: Int)
    /// A block list, with the column of its dashes.
    case blockList(column: Int)
    /// A map in braces, such as `{a: 1}`.
    case flowMap
    /// A list in brackets, such as `[a, b]`.
    case flowList
    /// A map of one entry in brackets, without braces, such as `[a: 1]`.
    case pair
  }

  let kind: FrameKind
  /// The number of the collection; collections are numbered in the order of their starts.
  let number: Int
  /// The key whose value the scanner reads next or has read last; nil if the scanner reads a key next.
  var key: Name?

  /// The column of a block collection; nil for a collection in brackets or braces.
  var column: Int? {
    switch kind {
    case .blockMap(let column), .blockList(let column): column
    case .flowMap, .flowList, .pair: nil
    }
  }

  /// The step of the path from the collection to its next token.
  var step: PathStep? {
    switch kind {
    case .blockList, .flowList: .item
    case .blockMap, .flowMap, .pair: key.map { .key($0) }
    }
  }
}

/// A complete or incomplete scalar in a line.
struct LenientToken {
  /// The bytes, including quotes.
  let range: Range<Int>
  /// The value, without quotes and without the backslashes of escapes.
  let text: Name
  /// Whether a colon follows the scalar; if so, the scalar is a key.
  let isKey: Bool
  /// Whether the closing quote is missing.
  let isUnclosed: Bool
  /// The offset after the scalar and its colon.
  let end: Int

  /// Reads the scalar at an offset.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - start: the offset of the scalar, before `limit`.
  ///   - limit: the end of the line.
  ///   - inFlow: whether the scalar is in brackets or braces; a bracket, a brace or a comma then ends the scalar.
  init(_ bytes: [UInt8], _ start: Int, limit: Int, inFlow: Bool) {
    let first = bytes[start]
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      var index = start + 1
      var text: [UInt8] = []
      while index < limit, bytes[index] != first {
        if first == UInt8(ascii: "\""), bytes[index] == UInt8(ascii: "\\"), index + 1 < limit {
          index += 1
        }
        text.append(bytes[index])
        index += 1
      }
      let close = min(index + 1, limit)
      self.text = Name(bytes: text)
      range = start..<close
      isUnclosed = index >= limit
      var colon = close
      while colon < limit, bytes[colon] == 0x20 {
        colon += 1
      }
      isKey = colon < limit && bytes[colon] == UInt8(ascii: ":")
      end = isKey ? colon + 1 : close
      return
    }
    var index = start
    var isKey = false
    while index < limit {
      let byte = bytes[index]
      let next = index + 1 < limit ? bytes[index + 1] : 0x20
      if byte == UInt8(ascii: ":"), next == 0x20 || next == 0x09 || inFlow && Self.isFlow(next) {
        isKey = true
        break
      }
      if byte == UInt8(ascii: "#"), index > start, bytes[index - 1] == 0x20 { break }
      if inFlow, Self.isFlow(byte) { break }
      index += 1
    }
    end = isKey ? index + 1 : index
    while index > start, bytes[index - 1] == 0x20 || bytes[index - 1] == 0x09 {
      index -= 1
    }
    range = start..<index
    text = Name(bytes: Array(bytes[range]))
    self.isKey = isKey
    isUnclosed = false
  }

  static func isFlow(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"):
      true
    default: false
    }
  }
}
