internal import LinkPolicy

/// The positions of bytes that are asked for one after the other, in the order of a text.
struct ScalarPlaces {
  private let bytes: [UInt8]
  private var offset = 0
  private var position = SourcePosition(line: 1, column: 1)

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The position of a byte that is none before the last.
  mutating func position(of next: Int) -> SourcePosition {
    while offset < next {
      if bytes[offset] == 0x0A {
        position.line += 1
        position.column = 1
      } else if offset + 1 == bytes.count || bytes[offset + 1] & 0xC0 != 0x80 {
        position.column += 1
      }
      offset += 1
    }
    return position
  }
}
