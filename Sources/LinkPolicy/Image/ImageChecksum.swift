/// CRC-32 as in zip and PNG, which every language has at hand, four bytes a step.
struct ImageChecksum {
  private var tables: [UInt32]
  private var state: UInt32 = 0xFFFF_FFFF

  init() {
    tables = [UInt32](repeating: 0, count: 1024)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 {
        value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
      }
      tables[byte] = value
    }
    for index in 256..<1024 {
      let before = tables[index - 256]
      tables[index] = tables[Int(before & 0xFF)] ^ (before >> 8)
    }
  }

  /// Takes in the four bytes of a little-endian word.
  mutating func add(_ word: UInt32) {
    let mixed = state ^ word
    state =
      tables[768 + Int(mixed & 0xFF)] ^ tables[512 + Int(mixed >> 8 & 0xFF)]
      ^ tables[256 + Int(mixed >> 16 & 0xFF)] ^ tables[Int(mixed >> 24)]
  }

  /// Takes in the bytes of a name, and how many they are.
  mutating func add(_ name: Name) {
    add(UInt32(truncatingIfNeeded: name.bytes.count))
    for byte in name.bytes {
      state = tables[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8)
    }
  }

  /// The checksum of everything taken in.
  var value: UInt32 { ~state }
}
