package import LinkPolicy
internal import LinkPolicyAuthoring

/// The lines of a policy file that an edit of one part changed.
package struct EditedLines: Sendable, Equatable {
  /// The first changed scalar.
  package var start: SourcePosition
  /// The position after the last changed scalar.
  package var end: SourcePosition
  /// The changed lines, without their line feeds; empty if the other policy only has further lines.
  package var lines: [String]

  /// Returns the changed lines of a part in both policies; nil for a policy that lacks the part, or
  /// whose text is not known.
  static func both(
    of positions: Sides<SourcePosition?>, in lines: Sides<SourceLines>
  ) -> Sides<EditedLines?> {
    let extents = Sides { side -> PartExtent? in
      positions[side].flatMap { PartExtent(at: $0, in: lines[side]) }
    }
    guard let old = extents.old, let new = extents.new, old.lines != new.lines else {
      return Sides { extents[$0].map { $0.edited(0..<$0.lines.count) } }
    }
    let first = zip(old.lines, new.lines).prefix { $0 == $1 }.count
    // A line can be equal to the one before it; the common ends must not overlap.
    let last = zip(old.lines.reversed(), new.lines.reversed()).prefix { $0 == $1 }.count
    let end = min(last, min(old.lines.count, new.lines.count) - first)
    return Sides { side in
      extents[side].map { $0.edited(first..<($0.lines.count - end)) }
    }
  }
}

/// The files of a policy, divided into lines once for all its edits.
struct SourceLines {
  private let files: [[ArraySlice<UInt8>]]

  init(_ sources: SourceMap) {
    files = sources.files.map {
      $0.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }
  }

  /// Returns the lines from a position on, without line feeds; empty if the file has no such line.
  func lines(from position: SourcePosition, count: Int) -> [String] {
    // A part without a place of its own has line 0.
    guard files.indices.contains(position.file), position.line > 0 else { return [] }
    return files[position.file].dropFirst(position.line - 1).prefix(count).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }
}

/// The places of the parts of a policy, such as its rows.
package struct PartPlaces {
  /// The files of the policy.
  package let sources: SourceMap
  private let lines: SourceLines

  package init(_ sources: SourceMap) {
    self.sources = sources
    lines = SourceLines(sources)
  }

  /// Returns the place of the part around a position, such as that of a row's id.
  ///
  /// It reaches from the brace or bracket that opens the part to the one that closes it; a part
  /// without them is its lines. Nil if no text is known there.
  package func part(at position: SourcePosition) -> (start: SourcePosition, end: SourcePosition)? {
    PartExtent(at: position, in: lines).map { ($0.start, $0.end) }
  }
}

/// The lines that a part of a policy covers, from its position to the end of its value.
private struct PartExtent {
  private let position: SourcePosition
  /// The lines of the part; the first and the last are whole lines of the file.
  let lines: [String]

  // Longer parts are cut: nobody reads them in a report.
  private static var lineLimit: Int { 400 }

  init?(at position: SourcePosition, in source: SourceLines) {
    let all = source.lines(from: position, count: Self.lineLimit)
    guard let first = all.first, !first.isEmpty, position.column > 0 else { return nil }
    self.position = position
    let before = String(first.unicodeScalars.prefix(position.column - 1))
    lines = ValueExtent.isOpen(after: before) ? ValueExtent.flow(all) : ValueExtent.block(all)
  }

  /// Where the brace or bracket is that opens the part; without one, where the first word is.
  var start: SourcePosition {
    var counter = BraceCounter()
    let first = lines[0].unicodeScalars
    counter.read(String(first.prefix(position.column - 1)))
    let offset = counter.open.last ?? first.prefix { $0 == " " || $0 == "-" }.count
    return SourcePosition(file: position.file, line: position.line, column: offset + 1)
  }

  /// The position after the part.
  var end: SourcePosition {
    let start = start
    var counter = BraceCounter()
    for (index, line) in lines.enumerated() {
      let skipped = index == 0 ? start.column - 1 : 0
      if let count = counter.read(String(line.unicodeScalars.dropFirst(skipped))) {
        return SourcePosition(
          file: start.file, line: start.line + index, column: skipped + count + 1)
      }
    }
    return SourcePosition(
      file: start.file, line: start.line + lines.count - 1,
      column: (lines.last?.unicodeScalars.count ?? 0) + 1)
  }

  /// Returns some lines of the part with the positions of their first and last scalars.
  ///
  /// If a policy only lacks lines, its range is empty, and its place is the line where they would be.
  func edited(_ range: Range<Int>) -> EditedLines {
    let start = min(range.lowerBound, lines.count - 1)
    let last = max(start, range.upperBound - 1)
    return EditedLines(
      start: SourcePosition(
        file: position.file, line: position.line + start,
        column: lines[start].prefix { $0 == " " }.count + 1),
      end: SourcePosition(
        file: position.file, line: position.line + last,
        column: lines[last].unicodeScalars.count + 1),
      lines: Array(lines[range]))
  }
}

/// Finds the ends of YAML values in lines that a YAML reader has accepted.
private enum ValueExtent {
  /// Returns whether a brace or bracket is open after a text.
  static func isOpen(after text: String) -> Bool {
    var counter = BraceCounter()
    counter.read(text)
    return !counter.open.isEmpty
  }

  /// Returns the lines up to the one that closes every brace and bracket of the first line.
  static func flow(_ lines: [String]) -> [String] {
    var counter = BraceCounter()
    var taken: [String] = []
    for line in lines {
      taken.append(line)
      counter.read(line)
      if counter.open.isEmpty { return taken }
    }
    return taken
  }

  /// Returns the first line and the lines after it that are indented further.
  static func block(_ lines: [String]) -> [String] {
    func indentation(_ line: String) -> Int? {
      let spaces = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
      return spaces == line.utf8.count || line.utf8.dropFirst(spaces).first == UInt8(ascii: "#")
        ? nil : spaces
    }
    guard let first = lines.first, let own = indentation(first) else { return [] }
    var taken = [first]
    var open: [String] = []
    for line in lines.dropFirst() {
      // Blank lines and comments belong to the part only if more of it follows.
      guard let other = indentation(line) else {
        open.append(line)
        continue
      }
      guard other > own else { break }
      taken += open + [line]
      open = []
    }
    return taken
  }
}

/// Counts braces and brackets outside quotes and comments, over the lines of a value.
private struct BraceCounter {
  /// The places of the open braces and brackets, each in its line.
  private(set) var open: [Int] = []
  private var quote: Unicode.Scalar?
  // What comes before the first quote of a text.
  private static var opening: [Unicode.Scalar] { [" ", "{", "[", ",", ":", "'"] }

  /// Reads a line, and returns the number of its scalars up to the one that closes the last open
  /// brace or bracket.
  @discardableResult
  mutating func read(_ line: String) -> Int? {
    // The start of a line separates words as a blank does.
    var previous: Unicode.Scalar = " "
    var isEscaped = false
    var closing: Int?
    for (index, scalar) in line.unicodeScalars.enumerated() {
      defer { previous = scalar }
      if let mark = quote {
        // Only double quotes have escapes; a doubled single quote closes and opens again.
        if isEscaped {
          isEscaped = false
        } else if scalar == "\\", mark == "\"" {
          isEscaped = true
        } else if scalar == mark {
          quote = nil
        }
        continue
      }
      switch scalar {
      case "#" where previous == " ": return closing
      // An apostrophe inside a word is no quote.
      case "\"" where Self.opening.contains(previous), "'" where Self.opening.contains(previous):
        quote = scalar
      case "{", "[": open.append(index)
      case "}", "]":
        if open.popLast() != nil, open.isEmpty, closing == nil { closing = index + 1 }
      default: break
      }
    }
    return closing
  }
}
