internal import LinkPolicy

/// The token at a cursor, and the token's path of keys and list items.
///
/// The path is derived from the preceding lines, so the text need not be valid YAML.
struct CursorPlace: Equatable {
  /// The kinds of text that are valid at a place.
  enum CursorPart: Equatable {
    /// A key of a map that already has the given keys.
    case key(beside: [Name])
    /// A value on a separate line: a scalar, or the first key of a map.
    case start
    /// A value on the line of its key, as in `key: value`.
    case value
    /// An item of a list in brackets; the item may be a map of one entry without braces.
    case item
  }

  /// If the part is a key, the path of the map that contains the key; otherwise, the path of the value.
  var path: TextPath
  /// The kind of text that is valid at the place.
  var part: CursorPart
  /// The bytes of the existing token, including quotes.
  var range: Range<Int>
  /// The value of the existing token, without quotes.
  var text: Name
  /// Whether a colon follows the token; if so, the token is a key.
  var hasColon: Bool
  /// Whether a colon or dash directly precedes the place; if so, a space must be inserted.
  var needsSpace: Bool
  /// Whether the place is in brackets or braces.
  var isInFlow: Bool

  /// The path of the token; for a key, the path of its value.
  var fullPath: TextPath { isKey ? path + [.key(text)] : path }

  /// Whether the token is a key.
  var isKey: Bool {
    switch part {
    case .key: true
    case .start, .item: hasColon
    case .value: false
    }
  }
}

/// The path from the root of a policy to a place: keys, and items of lists without their indices.
typealias TextPath = [PathStep]

/// One step of a path: to the value of a key, or to an item of a list.
enum PathStep: Hashable, Sendable {
  /// The step to the value of a key.
  case key(Name)
  /// The step to an item of a list, without the item's index, because all items have one schema.
  case item

  /// The key, or nil for an item.
  var name: Name? {
    if case .key(let name) = self { name } else { nil }
  }
}

/// A finder of the token and its context at a cursor.
struct CursorFinder {
  private let bytes: [UInt8]
  private let cursor: Int
  /// The line of the cursor, without its line break.
  private let line: Range<Int>

  /// Returns the place at a byte offset, or nil in a comment or after a complete value.
  static func place(at cursor: Int, in bytes: [UInt8]) -> CursorPlace? {
    CursorFinder(at: cursor, in: bytes).place()
  }

  private init(at cursor: Int, in bytes: [UInt8]) {
    self.bytes = bytes
    self.cursor = cursor
    var start = cursor
    while start > 0, bytes[start - 1] != 0x0A {
      start -= 1
    }
    if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]), cursor >= 3 {
      start = 3
    }
    var end = cursor
    while end < bytes.count, bytes[end] != 0x0A {
      end += 1
    }
    while end > cursor, bytes[end - 1] == 0x0D {
      end -= 1
    }
    line = start..<end
  }

  private func place() -> CursorPlace? {
    let cursor = cursor
    let spots = Spots()
    var scanner = LenientScanner(bytes) { spot in
      if spot.range.upperBound == cursor, !spot.range.isEmpty {
        spots.touched = spot.range.lowerBound
      }
    }
    scanner.scan(upTo: line.lowerBound)
    scanner.line(line.lowerBound..<cursor)
    guard !scanner.endsInComment else { return nil }
    let start = spots.touched ?? cursor
    let before = bytes[line.lowerBound..<start]
    let isAlone = before.allSatisfy { $0 == 0x20 || $0 == UInt8(ascii: "-") }
    if spots.touched == nil, isAlone, !before.contains(UInt8(ascii: "-")) {
      let column = start - line.lowerBound
      scanner.leaveFlow(column: column)
      if !scanner.isInFlow {
        scanner.settle(column: column, hasDash: false)
      }
    }
    let token = token(at: start, inFlow: scanner.isInFlow)
    var place = CursorPlace(
      path: scanner.path, part: .start, range: token?.range ?? cursor..<cursor,
      text: token?.text ?? "", hasColon: token?.isKey ?? false, needsSpace: false,
      isInFlow: scanner.isInFlow)
    if scanner.isInFlow {
      return flow(place, scanner)
    }
    if isAlone {
      place.needsSpace = before.last == UInt8(ascii: "-")
      if let last = scanner.frames.last, case .blockMap(let column) = last.kind,
        column == start - line.lowerBound
      {
        place.path.removeLast(last.key == nil ? 0 : 1)
        place.part = .key(beside: keys(of: last.number, except: place.range))
      }
      return place
    }
    // The place follows a key or a complete value.
    guard case .blockMap? = scanner.frames.last?.kind, Self.isBehindColon(before) else {
      return nil
    }
    place.part = .value
    place.needsSpace = before.last == UInt8(ascii: ":")
    return place
  }

  private func flow(_ given: CursorPlace, _ scanner: LenientScanner) -> CursorPlace? {
    var place = given
    let before = bytes[line.lowerBound..<place.range.lowerBound]
    let last = before.last { $0 != 0x20 && $0 != 0x09 }
    guard let frame = scanner.frames.last else { return nil }
    switch frame.kind {
    case .flowMap where frame.key == nil:
      place.part = .key(beside: keys(of: frame.number, except: place.range))
    case .flowList:
      place.part = .item
    case .flowMap, .pair:
      place.part = .value
      place.needsSpace = before.last == UInt8(ascii: ":")
      guard last == UInt8(ascii: ":") || last == nil else { return nil }
      return place
    case .blockMap, .blockList:
      return nil
    }
    // Two entries need a comma between them.
    let isBehindComma = [nil, UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{")].contains(
      last)
    return isBehindComma ? place : nil
  }

  /// Returns the scalar at an offset; nil if no scalar begins at the offset.
  private func token(at start: Int, inFlow: Bool) -> LenientToken? {
    guard start < line.upperBound else { return nil }
    let byte = bytes[start]
    guard ![0x20, 0x09, UInt8(ascii: "#"), UInt8(ascii: ":")].contains(byte),
      !LenientToken.isFlow(byte)
    else { return nil }
    let token = LenientToken(bytes, start, limit: line.upperBound, inFlow: inFlow)
    guard token.isUnclosed, cursor > start else { return token }
    // The scalar ends at the cursor, because the user would type the closing quotation mark at the cursor.
    return LenientToken(bytes, start, limit: cursor, inFlow: inFlow)
  }

  /// Returns the keys of a map, from the lines before and after the cursor.
  private func keys(of frame: Int, except range: Range<Int>) -> [Name] {
    let spots = Spots()
    var scanner = LenientScanner(bytes) { spot in
      if spot.frame == frame, spot.range.lowerBound != range.lowerBound {
        spots.keys.append(spot.text)
      }
    }
    scanner.scan(upTo: bytes.count)
    return spots.keys
  }

  private static func isBehindColon(_ before: ArraySlice<UInt8>) -> Bool {
    before.last { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: ":")
  }

  /// The tokens that the scanner reported.
  private final class Spots {
    var touched: Int?
    var keys: [Name] = []
  }
}
