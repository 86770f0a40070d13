package import LinkPolicy
internal import LinkPolicyAuthoring

/// The lines of a policy file that an edit of one part changed.
package struct EditedLines: Sendable, Equatable {
  /// The name of the file.
  package var file: String
  /// The first changed scalar.
  package var start: SourcePosition
  /// The position after the last changed scalar.
  package var end: SourcePosition
  /// The changed lines, without their line feeds.
  package var lines: [String]

  /// The place as `file:line:column`, followed by the end: `-column`, or `-line:column` on another line.
  package var text: String {
    let end =
      end.line == start.line
      ? String(end.column) : String(end.line) + ":" + String(end.column)
    return file + ":" + String(start.line) + ":" + String(start.column) + "-" + end
  }

  /// Returns the changed lines of a part in both policies; nil for a policy that lacks the part, or
  /// whose text is not known.
  static func both(
    of positions: Sides<SourcePosition?>, in sources: Sides<SourceMap>
  ) -> Sides<EditedLines?> {
    let extents = Sides { side -> PartExtent? in
      positions[side].flatMap { PartExtent(at: $0, in: sources[side]) }
    }
    guard let old = extents.old, let new = extents.new, old.lines != new.lines else {
      return Sides { extents[$0]?.edited(from: 0, to: extents[$0]?.lines.count ?? 0) }
    }
    let first = zip(old.lines, new.lines).prefix { $0 == $1 }.count
    let last = zip(old.lines.reversed(), new.lines.reversed()).prefix { $0 == $1 }.count
    return Sides { side -> EditedLines? in
      guard let own = extents[side], let other = extents[side.other] else { return nil }
      // A line can be equal to the one before it, so that the common ends overlap.
      let shorter = min(own.lines.count, other.lines.count)
      let (start, end) = (
        min(first, shorter), own.lines.count - min(last, shorter - min(first, shorter))
      )
      // A policy that only lacks lines shows the whole part, which has a position.
      return start < end
        ? own.edited(from: start, to: end) : own.edited(from: 0, to: own.lines.count)
    }
  }
}

/// The lines that a part of a policy covers, from its position to the end of its value.
private struct PartExtent {
  private let file: String
  private let position: SourcePosition
  /// The lines of the part; the first and the last are whole lines of the file.
  let lines: [String]

  // Longer parts are cut: nobody reads them in a report.
  private static var lineLimit: Int { 400 }

  init?(at position: SourcePosition, in sources: SourceMap) {
    guard sources.files.indices.contains(position.file) else { return nil }
    let source = sources.files[position.file]
    let all = source.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropFirst(position.line - 1).prefix(Self.lineLimit)
      .map { String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self) }
    guard let first = all.first, !first.isEmpty else { return nil }
    file = source.name
    self.position = position
    let before = String(first.unicodeScalars.prefix(position.column - 1))
    let depth = FlowScanner.depth(of: before)
    lines =
      depth > 0 ? FlowScanner.flow(all, depth: depth) : FlowScanner.block(all)
  }

  /// Returns some lines of the part with the positions of their first and last scalars.
  func edited(from start: Int, to end: Int) -> EditedLines? {
    guard start < end else { return nil }
    let (first, last) = (lines[start].unicodeScalars, lines[end - 1].unicodeScalars)
    let indentation = first.prefix { $0 == " " }.count
    return EditedLines(
      file: file,
      start: SourcePosition(
        file: position.file, line: position.line + start, column: indentation + 1),
      end: SourcePosition(
        file: position.file, line: position.line + end - 1, column: last.count + 1),
      lines: Array(lines[start..<end]))
  }
}

/// Finds the ends of YAML values in lines that a YAML reader has accepted.
private enum FlowScanner {
  /// Returns the number of braces and brackets that are open after a text.
  static func depth(of text: String) -> Int {
    var scanner = BraceCounter()
    return scanner.end(in: text, depth: 0).depth
  }

  /// Returns the lines up to the one that closes a flow value of the first line.
  ///
  /// `depth` is the number of braces and brackets that are open at the value's position.
  static func flow(_ lines: [String], depth: Int) -> [String] {
    var scanner = BraceCounter()
    var depth = 0
    var taken: [String] = []
    for line in lines {
      taken.append(line)
      depth = scanner.end(in: line, depth: depth).depth
      if depth <= 0 { return taken }
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

/// Counts braces and brackets outside quotes and comments.
private struct BraceCounter {
  private var quote: UInt8?

  /// Returns the depth after a line.
  mutating func end(in line: String, depth: Int) -> (depth: Int, isQuoted: Bool) {
    var depth = depth
    var previous = UInt8(ascii: " ")
    for byte in line.utf8 {
      defer { previous = byte }
      if let open = quote {
        if byte == open, previous != UInt8(ascii: "\\") || open == UInt8(ascii: "'") { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        // An apostrophe inside a word is no quote.
        if [UInt8(ascii: " "), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ",")].contains(
          previous)
        {
          quote = byte
        }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "#"):
        if previous == UInt8(ascii: " ") { return (depth, false) }
      default: break
      }
    }
    return (depth, quote != nil)
  }
}
