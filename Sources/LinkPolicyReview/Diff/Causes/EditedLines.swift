package import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The lines of a policy file that an edit of one part changed.
package struct EditedLines: Sendable, Equatable {
  /// The position of the first scalar after the indentation of the first changed line.
  package var start: SourcePosition
  /// The position after the last scalar of the last changed line.
  package var end: SourcePosition
  /// The changed lines, without their line feeds; empty if only the other policy has the lines.
  package var lines: [String]

  /// Returns the changed lines of a part in both policies; nil for a policy that lacks the part or has no known text.
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
    // Repeated lines can make the common lines at the start and at the end overlap, so the number at the end has a
    // limit.
    let last = zip(old.lines.reversed(), new.lines.reversed()).prefix { $0 == $1 }.count
    let end = min(last, min(old.lines.count, new.lines.count) - first)
    return Sides { side in
      extents[side].map { $0.edited(first..<($0.lines.count - end)) }
    }
  }
}

/// The files of a policy, divided into lines once and then used for all edits of the policy.
struct SourceLines {
  private let files: [[ArraySlice<UInt8>]]

  init(_ sources: SourceMap) {
    files = sources.files.map {
      $0.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }
  }

  /// Returns the lines that begin at a position, without line feeds; empty if the file has no line at the position.
  func lines(from position: SourcePosition, count: Int) -> [String] {
    // A part without a separate position has line 0.
    guard files.indices.contains(position.file), position.line > 0 else { return [] }
    return files[position.file].dropFirst(position.line - 1).prefix(count).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }
}

/// The text of a policy, for finding the whole range of a part, such as a row, from one position in the part.
package struct PartPlaces {
  /// The texts of the policy and of the policies that it extends.
  package let sources: SourceMap
  private let lines: SourceLines

  package init(_ sources: SourceMap) {
    self.sources = sources
    lines = SourceLines(sources)
  }

  /// Returns the start and the end of the part around a position, such as the position of a row's id.
  ///
  /// The range extends from the brace or bracket that opens the part to the closing brace or bracket. A part without
  /// braces extends over its lines. The result is nil if the text at the position is unknown.
  package func part(at position: SourcePosition) -> (start: SourcePosition, end: SourcePosition)? {
    PartExtent(at: position, in: lines).map { ($0.start, $0.end) }
  }
}

/// The lines that a part of a policy covers, from the part's position to the end of the part's value.
private struct PartExtent {
  private let position: SourcePosition
  /// The lines of the part; the first line and the last line are whole lines of the file.
  let lines: [String]

  // A report shows only the first lines of a part that is longer than the limit.
  private static var lineLimit: Int { 400 }

  init?(at position: SourcePosition, in source: SourceLines) {
    let all = source.lines(from: position, count: Self.lineLimit)
    guard let first = all.first, !first.isEmpty, position.column > 0 else { return nil }
    self.position = position
    let before = String(first.unicodeScalars.prefix(position.column - 1))
    lines = ValueExtent.isOpen(after: before) ? ValueExtent.flow(all) : ValueExtent.block(all)
  }

  /// The position of the brace or bracket that opens the part; the position of the first word in a part without braces.
  var start: SourcePosition {
    var counter = BraceCounter()
    let first = lines[0].unicodeScalars
    counter.read(String(first.prefix(position.column - 1)))
    let offset = counter.open.last ?? first.prefix { $0 == " " || $0 == "-" }.count
    return SourcePosition(file: position.file, line: position.line, column: offset + 1)
  }

  /// The position after the part's closing brace or bracket; the end of the last line in a part without braces.
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

  /// Returns a range of the part's lines, with the positions at which the first line begins and the last line ends.
  ///
  /// If this policy lacks all lines of the edit, `range` is empty. The result then has the positions of the line at
  /// which the missing lines would be.
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
  /// Returns whether a brace or bracket is still open at the end of a text.
  static func isOpen(after text: String) -> Bool {
    var counter = BraceCounter()
    counter.read(text)
    return !counter.open.isEmpty
  }

  /// Returns the lines up to the line that closes every brace and bracket of the first line.
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

  /// Returns the first line, with all following lines that have a larger indentation.
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
      // Blank lines and comments belong to the part only if further lines of the part follow.
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

/// A counter of the braces and brackets outside quotes and comments, over the lines of a value.
private struct BraceCounter {
  /// The positions of the open braces and brackets, each counted from the start of its line.
  private(set) var open: [Int] = []
  private var quote: Unicode.Scalar?
  // The characters that can precede the opening quote of a text.
  private static var opening: [Unicode.Scalar] { [" ", "{", "[", ",", ":", "'"] }

  /// Reads a line, and returns the number of its scalars up to and including the brace or bracket that closes the
  /// value; nil if the line closes no value.
  @discardableResult
  mutating func read(_ line: String) -> Int? {
    // The start of a line separates words, as a space does.
    var previous: Unicode.Scalar = " "
    var isEscaped = false
    var closing: Int?
    for (index, scalar) in line.unicodeScalars.enumerated() {
      defer { previous = scalar }
      if let mark = quote {
        // Only double quotes have escapes. A doubled single quote closes the text and opens it again.
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
      // An apostrophe inside a word is not a quote.
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
