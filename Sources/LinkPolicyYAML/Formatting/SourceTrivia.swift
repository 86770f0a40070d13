internal import LinkPolicy

/// What a formatter takes over from the text: comments still to be written, blank lines, dashes.
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

  /// Whether the line before this one is blank.
  func hasBlank(before line: Int) -> Bool {
    blankLines.contains(line - 1)
  }

  /// The next comment, if it stands before a place; nil for the place takes all that are left.
  mutating func takeComment(before place: SourcePosition?) -> YAMLComment? {
    guard next < comments.count else { return nil }
    let comment = comments[next]
    if let place, !Self.isBefore(comment.position, place) { return nil }
    next += 1
    return comment
  }

  /// Whether a comment stands inside a node.
  func hasComment(in node: YAMLNode) -> Bool {
    let first = Self.partition(comments.count) {
      Self.isBefore(comments[$0].position, node.position)
    }
    return first < comments.count && Self.isBefore(comments[first].position, node.end)
  }

  /// The dash of an item of a list; all dashes of a block list stand in the column it begins in.
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

  /// The first index for which the condition, true for a prefix, no longer holds.
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
