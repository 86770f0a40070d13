package import LinkPolicy

/// Where each id was met first, in some forty bytes for each.
///
/// An id is kept as 64 bits of a hash that differs from run to run, so that nobody can make two
/// ids collide on purpose; by accident, two of a million do once in thirty million runs.
package struct IDTable {
  /// Where a case stands: the number of its file, its line and column.
  package struct Place: Sendable {
    private var bits: UInt64

    init(file: Int, _ position: SourcePosition) {
      let line = UInt64(clamping: position.line) & 0xFFFF_FFFF
      let column = UInt64(min(position.column, 0xFFF))
      bits = UInt64(clamping: file) << 44 | line << 12 | column
    }

    /// The number of the file.
    package var file: Int { Int(bits >> 44) }

    /// The line and column.
    package var position: SourcePosition {
      SourcePosition(line: Int(bits >> 12 & 0xFFFF_FFFF), column: Int(bits & 0xFFF))
    }
  }

  /// An id and where it stands.
  package struct Entry: Sendable {
    let id: String
    let hash: Int
    let position: SourcePosition

    /// An id at a place of a file.
    package init(_ id: String, at position: SourcePosition) {
      var hasher = Hasher()
      // Eight bytes at once; with their number, none are taken for others.
      var word: UInt64 = 0
      var count = 0
      for byte in id.utf8 {
        word = word << 8 | UInt64(byte)
        count += 1
        if count & 7 == 0 {
          hasher.combine(word)
        }
      }
      hasher.combine(word)
      hasher.combine(count)
      self.id = id
      hash = hasher.finalize()
      self.position = position
    }
  }

  /// A table that has met no id.
  package init() {}

  // In parts, so that a table that grows is copied part by part.
  private var places: [[Int: Place]] = Array(repeating: [:], count: 64)

  /// Takes an id; where it was met before, nil if it was not.
  package mutating func take(_ entry: Entry, file: Int) -> Place? {
    let place = Place(file: file, entry.position)
    let part = entry.hash & 63
    if let first = places[part][entry.hash] {
      return first
    }
    places[part][entry.hash] = place
    return nil
  }
}
