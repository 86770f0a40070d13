internal import LinkPolicy

/// Names read lately, so that a word that comes again shares its bytes.
///
/// Policies repeat few words many times; most of a reader's time would go into memory for them.
/// Holds one name a slot, so that hostile text can make it useless but not slow.
struct NameCache {
  private var slots = [Name](repeating: Name(bytes: []), count: 1024)
  private static var longest: Int { 40 }

  /// The name of these bytes.
  mutating func name(_ bytes: Span<UInt8>) -> Name {
    guard bytes.count <= Self.longest else { return Self.copy(bytes) }
    // FNV-1a.
    var hash: UInt32 = 0x811C_9DC5
    for index in bytes.indices {
      hash = (hash ^ UInt32(bytes[index])) &* 0x0100_0193
    }
    let slot = Int((hash ^ (hash >> 15)) % 1024)
    if Self.isEqual(slots[slot], bytes) { return slots[slot] }
    let name = Self.copy(bytes)
    slots[slot] = name
    return name
  }

  private static func copy(_ bytes: Span<UInt8>) -> Name {
    unsafe Name(bytes: bytes.withUnsafeBufferPointer { unsafe Array($0) })
  }

  private static func isEqual(_ name: Name, _ bytes: Span<UInt8>) -> Bool {
    guard name.bytes.count == bytes.count else { return false }
    for index in bytes.indices where name.bytes[index] != bytes[index] {
      return false
    }
    return true
  }
}
