extension Name {
  // Longer names are not compared, so that a hostile one costs nothing.
  private static var comparedLength: Int { 64 }

  /// The candidate that a misspelt name most probably means, or nil if none is near.
  ///
  /// Near means one edit in three bytes, where swapping neighbours is one edit and ASCII case is
  /// none; the first of equally near candidates wins. Names over 64 bytes are near to nothing,
  /// which bounds the work for one candidate.
  package static func nearest(_ name: Name, to candidates: some Sequence<Name>) -> Name? {
    guard !name.bytes.isEmpty, name.bytes.count <= comparedLength else { return nil }
    let limit = max(1, name.bytes.count / 3)
    var best: Name?
    var least = limit + 1
    for candidate in candidates {
      let difference = candidate.bytes.count - name.bytes.count
      guard difference < least, -difference < least else { continue }
      let distance = editDistance(name.bytes, candidate.bytes)
      // A name of one or two bytes would otherwise be near to every other one.
      if distance < least, distance < name.bytes.count {
        least = distance
        best = candidate
      }
    }
    return best
  }

  /// What an undeclared name is followed by in a message: `; did you mean …?` with the declared
  /// name that is near or that it is the first part of, such as `apple` of `apple.com`; nothing
  /// where there is none.
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
