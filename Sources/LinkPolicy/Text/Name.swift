/// A name from a policy, such as `sign-in`, as UTF-8 bytes.
///
/// Two names are equal only if their bytes are equal, so two Unicode forms of `é` are two names.
///
/// The engine uses names instead of strings as keys, because comparing strings needs Unicode tables, which an embedded
/// build omits.
public struct Name: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The UTF-8 bytes.
  public let bytes: [UInt8]

  /// Creates a name from its UTF-8 bytes.
  ///
  /// - Parameter bytes: the bytes, which are not validated; ``text`` replaces invalid sequences with U+FFFD.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Creates a name from a string.
  ///
  /// - Parameter text: the string, which is not normalized; two names are equal if their bytes are equal.
  public init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Creates a name from its text in source code.
  ///
  /// - Parameter text: the text between the quotation marks.
  public init(stringLiteral text: String) {
    bytes = Array(text.utf8)
  }

  /// The name with the letters `A` to `Z` in lower case; other letters keep their case.
  package var lowercased: Name {
    Name(bytes: bytes.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 })
  }

  /// The name as a string, in which U+FFFD replaces invalid UTF-8.
  public var text: String {
    String(decoding: bytes, as: UTF8.self)
  }
}

extension Name: Comparable {
  /// Orders names by their bytes, so that the comparison needs no Unicode tables.
  ///
  /// - Parameters:
  ///   - a: the first name.
  ///   - b: the second name.
  /// - Returns: whether the first name comes before the second, byte by byte; a prefix comes before the longer name.
  public static func < (a: Name, b: Name) -> Bool {
    var index = 0
    while index < a.bytes.count, index < b.bytes.count {
      if a.bytes[index] != b.bytes[index] {
        return a.bytes[index] < b.bytes[index]
      }
      index += 1
    }
    return a.bytes.count < b.bytes.count
  }
}

#if !hasFeature(Embedded)
  extension Name: CustomStringConvertible {
    /// The name itself.
    public var description: String { text }
  }
#endif

extension Name {
  // The maximum length, in bytes, of a name for which a close candidate is searched. The limit bounds the cost of
  // hostile input.
  private static var comparedLength: Int { 64 }

  /// Returns the candidate that is closest to a misspelled name; nil if no candidate is close.
  ///
  /// A candidate is close if one edit, or one edit for every three bytes of the longer name, turns the misspelled name
  /// into the candidate. The number of edits must also be less than the length of the misspelled name. A swap of
  /// adjacent bytes is one edit, and a change of ASCII case is no edit. Among equally close candidates, the function
  /// returns the first. For a name of more than 64 bytes, the function returns nil, which limits the work for hostile
  /// input.
  ///
  /// - Parameters:
  ///   - name: the misspelled name.
  ///   - candidates: the known names.
  ///   - limit: the maximum number of candidates of a similar length to compare with the name, also to limit the work.
  /// - Returns: the closest candidate, or nil.
  package static func nearest(
    _ name: Name, to candidates: some Sequence<Name>, comparing limit: Int = 1000
  ) -> Name? {
    guard !name.bytes.isEmpty, name.bytes.count <= comparedLength else { return nil }
    var best: Name?
    var least = Int.max
    var compared = 0
    for candidate in candidates {
      let bound = min(least, max(1, max(name.bytes.count, candidate.bytes.count) / 3) + 1)
      let difference = candidate.bytes.count - name.bytes.count
      guard difference < bound, -difference < bound else { continue }
      compared += 1
      guard compared <= limit else { break }
      let distance = editDistance(name.bytes, candidate.bytes)
      // Without the second condition, a name of one or two bytes would be close to every candidate.
      if distance < bound, distance < name.bytes.count {
        least = distance
        best = candidate
      }
    }
    return best
  }

  /// Returns the end of a message about an undeclared name: `; did you mean …?`, or an empty text if no name is
  /// similar.
  ///
  /// The text suggests a close name, or a name that continues the given name after a period, such as `apple.com` for
  /// `apple`.
  package static func suggestion(for name: String, among candidates: [Name]) -> String {
    let name = Name(name)
    let nearest =
      nearest(name, to: candidates)
      ?? candidates.first { candidate in
        candidate.bytes.count > name.bytes.count && !name.bytes.isEmpty
          && candidate.bytes[name.bytes.count] == UInt8(ascii: ".")
          && candidate.bytes.starts(with: name.bytes)
      }
    return nearest.map { "; did you mean `" + $0.text + "`?" } ?? ""
  }

  private static func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = [Int](repeating: 0, count: b.count + 1)
    for column in 0...b.count {
      last[column] = column
    }
    var row = 1
    while row <= a.count {
      var current = [Int](repeating: row, count: b.count + 1)
      var column = 1
      while column <= b.count {
        let cost = folded(a[row - 1]) == folded(b[column - 1]) ? 0 : 1
        var least = min(
          last[column] + 1, current[column - 1] + 1, last[column - 1] + cost)
        if row > 1, column > 1, folded(a[row - 1]) == folded(b[column - 2]),
          folded(a[row - 2]) == folded(b[column - 1])
        {
          least = min(least, beforeLast[column - 2] + 1)
        }
        current[column] = least
        column += 1
      }
      beforeLast = last
      last = current
      row += 1
    }
    return last[b.count]
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
