internal import LinkPolicy

/// Goes through a text line by line and knows which collections are open, whether or not it is YAML.
///
/// Reads what policies are written in: maps and lists by indentation and in brackets, plain and quoted scalars, comments. What is
/// wrong in one line costs at most the lines below it that belong to the same collection: a bracket that is
/// never closed ends where a line is indented no further than what it stands in.
struct LenientScanner {
  /// A place where something is written or may be.
  struct Spot {
    let path: TextPath
    let range: Range<Int>
    let text: Name
    let isKey: Bool
    /// The number of the map that a key belongs to.
    let frame: Int?
  }

  private static var depthLimit: Int { 64 }

  private let bytes: [UInt8]
  private(set) var frames: [LenientFrame] = []
  private var frameCount = 0
  /// Whether the line that was gone through last ends in a comment.
  private(set) var endsInComment = false
  /// The column that a line is indented more than while brackets are open.
  private var flowColumn = 0
  /// Called with each key and scalar.
  private let visit: (Spot) -> Void

  init(_ bytes: [UInt8], visit: @escaping (Spot) -> Void = { _ in }) {
    self.bytes = bytes
    self.visit = visit
  }

  /// Every key and scalar of a text.
  static func spots(in bytes: [UInt8]) -> [Spot] {
    let found = Found()
    var scanner = LenientScanner(bytes) { found.spots.append($0) }
    scanner.scan(upTo: bytes.count)
    return found.spots
  }

  /// What was met.
  private final class Found {
    var spots: [Spot] = []
  }

  /// The way to what comes next in the innermost collection.
  var path: TextPath { frames.compactMap { $0.step } }

  /// Whether brackets are open.
  var isInFlow: Bool { frames.last.map { $0.column == nil } ?? false }

  /// Goes through the lines that begin before a place.
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

  /// Goes through one line.
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

  /// Leaves what a line at a column is no part of, as one that would begin with a dash or without.
  mutating func settle(column: Int, hasDash: Bool) {
    while let last = frames.last?.column, last > column {
      frames.removeLast()
    }
    if !hasDash, case .blockList(let last)? = frames.last?.kind, last == column {
      frames.removeLast()
    }
  }

  /// Leaves all brackets where something at a column can be no part of them.
  mutating func leaveFlow(column: Int) {
    while isInFlow, column <= flowColumn {
      frames.removeLast()
    }
  }

  private mutating func block(_ start: Int, _ line: Range<Int>) {
    var index = start
    while index < line.upperBound {
      let column = index - line.lowerBound
      guard Self.isDash(bytes, index, line.upperBound) else { break }
      settle(column: column, hasDash: true)
      if case .blockList(let last)? = frames.last?.kind, last == column {
        // The next item.
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

  /// What stands behind the colon of a key on the same line.
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

  /// A scalar that is no key, and the comment behind it.
  private mutating func scalar(_ token: LenientToken, _ line: Range<Int>) {
    report(token, isKey: false)
    var index = token.end
    while index < line.upperBound, bytes[index] == 0x20 || bytes[index] == 0x09 {
      index += 1
    }
    _ = index < line.upperBound && takeComment(index)
  }

  /// Whether a comment begins at a place.
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

  /// Whether what comes next in braces is a key.
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

  private mutating func push(_ kind: LenientFrame.Kind) {
    // No policy goes so deep; what stands deeper counts as if it stood here.
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

  /// Whether a dash of a list stands at a place.
  static func isDash(_ bytes: [UInt8], _ index: Int, _ limit: Int) -> Bool {
    bytes[index] == UInt8(ascii: "-") && (index + 1 == limit || bytes[index + 1] == 0x20)
  }
}
