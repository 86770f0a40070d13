internal import LinkPolicy

/// Finds out what stands at a place in a text.
struct CursorFinder {
  private let bytes: [UInt8]
  private let cursor: Int
  /// The cursor's line, without its end.
  private let line: Range<Int>

  /// The place of a byte; nil in a comment, and behind text that is complete.
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
    // Behind a key, or behind something that is complete.
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
    // Behind an entry a comma has to come first.
    let isBehindComma = [nil, UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{")].contains(
      last)
    return isBehindComma ? place : nil
  }

  /// The scalar that begins at a place; nil where none does.
  private func token(at start: Int, inFlow: Bool) -> LenientToken? {
    guard start < line.upperBound else { return nil }
    let byte = bytes[start]
    guard ![0x20, 0x09, UInt8(ascii: "#"), UInt8(ascii: ":")].contains(byte),
      !LenientToken.isFlow(byte)
    else { return nil }
    let token = LenientToken(bytes, start, limit: line.upperBound, inFlow: inFlow)
    guard token.isUnclosed, cursor > start else { return token }
    // The quote that is missing would be at the end of what is typed.
    return LenientToken(bytes, start, limit: cursor, inFlow: inFlow)
  }

  /// The keys of a map, in the lines before and behind.
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

  /// What was met.
  private final class Spots {
    var touched: Int?
    var keys: [Name] = []
  }
}
