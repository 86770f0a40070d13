/// Which accounts hold a key, in the order in which they came.
///
/// A key is compared by its bytes: text that Unicode calls equal is not the same address or subject.
struct HeldKeys: Sendable {
  private var holders: [[UInt8]: [Int]] = [:]
  private var order: [(key: [UInt8], parts: [String?])] = []

  /// Adds a holder of a key that is made of parts; one part never runs into the next.
  mutating func add(_ parts: [String?], heldBy account: Int) {
    var key: [UInt8] = []
    for part in parts {
      if let part {
        let bytes = Array(part.utf8)
        key += withLength(bytes.count) + bytes
      } else {
        key.append(0)
      }
    }
    if holders[key] == nil {
      order.append((key, parts))
    }
    if holders[key]?.last != account {
      holders[key, default: []].append(account)
    }
  }

  /// The length of a part, which is there, as nine bytes.
  private func withLength(_ count: Int) -> [UInt8] {
    [1] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
  }

  /// The holders of each key that several accounts have.
  var several: [[Int]] { severalWithParts.map(\.holders) }

  /// The same, with the parts of the key.
  var severalWithParts: [(holders: [Int], parts: [String?])] {
    order.compactMap { key, parts in
      guard let holders = holders[key], holders.count > 1 else { return nil }
      return (holders, parts)
    }
  }
}
