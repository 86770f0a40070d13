package import LinkPolicy

/// A table of ids with their first positions, in about forty bytes for each id.
///
/// The table stores 64 bits of a hash of each id. The seed of the hash differs between runs, so nobody can force
/// collisions. A random collision among a million ids occurs once in thirty million runs.
package struct IDTable {
  /// The position of a case: the number of its file, and its line and column.
  package struct CasePosition: Sendable {
    private var bits: UInt64

    init(file: Int, _ position: SourcePosition) {
      let line = UInt64(clamping: position.line) & 0xFFFF_FFFF
      let column = UInt64(min(position.column, 0xFFF))
      bits = UInt64(clamping: file) << 44 | line << 12 | column
    }

    /// The number of the case's file.
    package var file: Int { Int(bits >> 44) }

    /// The line and column of the case; a column above 4095 becomes 4095.
    package var position: SourcePosition {
      SourcePosition(line: Int(bits >> 12 & 0xFFFF_FFFF), column: Int(bits & 0xFFF))
    }
  }

  /// An id with its hash and position.
  package struct IDEntry: Sendable {
    let id: String
    let hash: Int
    let position: SourcePosition

    /// Creates the entry of an id.
    package init(_ id: String, at position: SourcePosition) {
      var hasher = Hasher()
      // The loop hashes eight bytes at a time. The length distinguishes ids whose words are equal.
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

  /// Creates an empty table.
  package init() {}

  // The table consists of 64 dictionaries, so that growth copies only one dictionary at a time.
  private var places: [[Int: CasePosition]] = Array(repeating: [:], count: 64)

  /// Adds an id; returns its first position if the table already contains the id.
  package mutating func take(_ entry: IDEntry, file: Int) -> CasePosition? {
    let place = CasePosition(file: file, entry.position)
    let part = entry.hash & 63
    if let first = places[part][entry.hash] {
      return first
    }
    places[part][entry.hash] = place
    return nil
  }
}
