/// How many characters stand before each byte of a text, noted once every so many bytes, so that a place in a line of any
/// length is found by looking at the bytes between two notes.
struct WidthIndex {
  /// The scalars and the units of UTF-16 before a byte.
  private struct Note {
    var scalars = 0
    var units = 0

    mutating func add(_ byte: UInt8) {
      scalars += PositionEncoding.utf32.width(ofLead: byte)
      units += PositionEncoding.utf16.width(ofLead: byte)
    }
  }

  /// The bytes between two notes.
  private static var distance: Int { 1024 }

  private let bytes: [UInt8]
  private let notes: [Note]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var notes: [Note] = []
    var note = Note()
    for (index, byte) in bytes.enumerated() {
      if index % Self.distance == 0 {
        notes.append(note)
      }
      note.add(byte)
    }
    if bytes.count % Self.distance == 0 {
      notes.append(note)
    }
    self.notes = notes
  }

  /// What stands between two bytes, as an encoding counts it.
  func width(_ range: Range<Int>, _ encoding: PositionEncoding) -> Int {
    switch encoding {
    case .utf8: range.count
    case .utf16: note(before: range.upperBound).units - note(before: range.lowerBound).units
    case .utf32: note(before: range.upperBound).scalars - note(before: range.lowerBound).scalars
    }
  }

  /// The byte that so many scalars behind another begins; the limit where there are not so many before it.
  func offset(_ count: Int, scalarsBehind start: Int, limit: Int) -> Int {
    guard count > 0 else { return start }
    let target = note(before: start).scalars + min(count, bytes.count)
    var (low, high) = (start / Self.distance, limit / Self.distance + 1)
    // The last note that is not behind the place.
    while high - low > 1 {
      let middle = (low + high) / 2
      if notes[middle].scalars <= target {
        low = middle
      } else {
        high = middle
      }
    }
    var offset = max(start, low * Self.distance)
    var scalars = note(before: offset).scalars
    while offset < limit {
      let width = PositionEncoding.utf32.width(ofLead: bytes[offset])
      if width > 0, scalars == target { return offset }
      scalars += width
      offset += 1
    }
    return limit
  }

  private func note(before offset: Int) -> Note {
    let index = offset / Self.distance
    var note = notes[index]
    for byte in bytes[(index * Self.distance)..<offset] {
      note.add(byte)
    }
    return note
  }
}
