internal import LinkPolicy

/// The accounts that hold each key, such as an address, in the order of insertion.
///
/// Keys are compared byte by byte, so canonically equivalent Unicode texts are different addresses or subjects.
struct HeldKeys: Sendable {
  /// A key and the accounts that hold it, in ascending order.
  struct SharedKey: Sendable, Hashable {
    var accounts: [Int]
    /// The parts of the key, such as the tenant and the address.
    var parts: [Name?]
  }

  private var holders: [[UInt8]: [Int]] = [:]
  private var order: [(key: [UInt8], parts: [Name?])] = []

  /// Adds a holder of a key; each part is stored with its length, so that different keys have different bytes.
  ///
  /// - Parameters:
  ///   - parts: the parts of the key.
  ///   - further: further parts that distinguish keys, but that ``shared`` does not return.
  ///   - account: the index of the holder.
  mutating func add(_ parts: [String?], _ further: [String?] = [], heldBy account: Int) {
    var key: [UInt8] = []
    for part in parts + further {
      if let part {
        let bytes = Array(part.utf8)
        key += withLength(bytes.count) + bytes
      } else {
        key.append(0)
      }
    }
    if holders[key] == nil {
      order.append((key, parts.map { $0.map { Name($0) } }))
    }
    if holders[key]?.last != account {
      holders[key, default: []].append(account)
    }
  }

  /// Returns the length of a part as nine bytes, of which the first marks the part as present.
  private func withLength(_ count: Int) -> [UInt8] {
    [1] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
  }

  /// The keys that several accounts hold, such as an address of two accounts.
  var shared: [SharedKey] {
    order.compactMap { key, parts in
      guard let holders = holders[key], holders.count > 1 else { return nil }
      return SharedKey(accounts: holders, parts: parts)
    }
  }
}
