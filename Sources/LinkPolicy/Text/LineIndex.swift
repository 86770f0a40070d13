/// Where lines and columns of a text are, noted once every so many bytes, so that finding a place
/// takes no more than the bytes between two notes.
package struct LineIndex: Sendable {
  /// A place in the text: the byte, and the line and column that begin with it, from zero.
  private struct Note {
    var offset: Int
    var line: Int
    var column: Int
  }

  /// The bytes between two notes, at least.
  private static var distance: Int { 4096 }

  /// Ascending; the first is the text's start.
  private var notes: [Note]

  /// Goes through a text whose first line has a number.
  init(_ bytes: [UInt8], firstLine: Int) {
    var note = Note(offset: 0, line: firstLine - 1, column: 0)
    notes = [note]
    var next = Self.distance
    while note.offset < bytes.count {
      if note.offset >= next {
        notes.append(note)
        next += Self.distance
      }
      Self.advance(&note, bytes)
    }
  }

  /// Some scalars of a line without its end, and whether the line ends with them; nil for no line.
  ///
  /// Lines are counted from 1, scalars from 0. A column beyond the line's end has no scalars.
  package func scalars(
    ofLine number: Int, from first: Int, count: Int, in bytes: [UInt8], steps: inout Int
  ) -> (scalars: [Unicode.Scalar], isWhole: Bool)? {
    guard var place = note(before: number - 1, first) else { return nil }
    func isBefore() -> Bool {
      (place.line, place.column) < (number - 1, first) && place.offset < bytes.count
    }
    while isBefore(), place.line < number - 1 || bytes[place.offset] != UInt8(ascii: "\n") {
      Self.advance(&place, bytes)
    }
    var taken = 0
    let start = place.offset
    while taken < count, place.offset < bytes.count, bytes[place.offset] != UInt8(ascii: "\n") {
      Self.advance(&place, bytes)
      taken += 1
    }
    guard place.line == number - 1 else { return nil }
    steps += place.offset - (note(before: number - 1, first)?.offset ?? 0)
    let isWhole = place.offset >= bytes.count || bytes[place.offset] == UInt8(ascii: "\n")
    var end = place.offset
    if isWhole, end > start, bytes[end - 1] == UInt8(ascii: "\r") {
      end -= 1
    }
    // A text that ends with a line feed has no line after it.
    if start == bytes.count, first == 0 { return nil }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    return (Array(text.unicodeScalars), isWhole)
  }

  /// The last note that is not after a place.
  private func note(before line: Int, _ column: Int) -> Note? {
    var low = 0
    var high = notes.count
    while low < high {
      let middle = (low + high) / 2
      if (notes[middle].line, notes[middle].column) <= (line, column) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low == 0 ? nil : notes[low - 1]
  }

  /// Goes over one scalar, or over bytes that are shown as one because they are none.
  private static func advance(_ place: inout Note, _ bytes: [UInt8]) {
    let lead = bytes[place.offset]
    place.offset += 1
    guard lead != UInt8(ascii: "\n") else {
      place.line += 1
      place.column = 0
      return
    }
    place.column += 1
    guard lead >= 0xC2, lead <= 0xF4 else { return }
    // What may follow a lead: the second byte keeps overlong forms and surrogates out.
    var allowed: ClosedRange<UInt8> =
      switch lead {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    let more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3
    for _ in 0..<more {
      guard place.offset < bytes.count, allowed.contains(bytes[place.offset]) else { return }
      place.offset += 1
      allowed = 0x80...0xBF
    }
  }
}
