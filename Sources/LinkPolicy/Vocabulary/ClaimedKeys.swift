/// A check that no two accounts or methods (the owners) have the same key, such as an id or an
/// address.
///
/// The keys are sorted for the comparison, so the cost is nearly linear in the number of owners, even for
/// names that an attacker chose.
struct ClaimedKeys {
  /// The number of owners up to which a comparison of all pairs is faster and needs no memory.
  static var fewOwners: Int { 12 }

  private struct ClaimedKey {
    var key: [UInt8]
    var owner: Int
  }

  private var entries: [ClaimedKey] = []

  /// Adds a key of several parts, and keeps the parts apart: `ab`, `c` is another key than `a`, `bc`.
  mutating func add(_ parts: [String], as owner: Int, tag: UInt8 = 0) {
    var key = [tag]
    for part in parts {
      let count = part.utf8.count
      for shift in [24, 16, 8, 0] {
        key.append(UInt8(truncatingIfNeeded: count >> shift))
      }
      key.append(contentsOf: part.utf8)
    }
    entries.append(ClaimedKey(key: key, owner: owner))
  }

  /// Adds the key of a method: issuer, kind and subject, or issuer and kind if it has no subject.
  mutating func add(
    methodKeysOf method: Method, in scope: [String] = [], as owner: Int, _ providers: ProviderTable
  ) {
    let parts = scope + [providers.issuer(of: method.provider)]
    let tag = method.closedKind.rawValue
    add(method.subject.map { parts + [$0] } ?? parts, as: owner, tag: tag)
  }

  /// For each owner, the first owner with its key.
  ///
  /// Owners are numbered from zero and have one key each.
  var firstOwners: [Int] {
    let sorted = sorted
    var firsts = [Int](repeating: 0, count: sorted.count)
    for index in sorted.indices {
      let isNext = index > 0 && sorted[index - 1].key == sorted[index].key
      firsts[sorted[index].owner] =
        isNext ? firsts[sorted[index - 1].owner] : sorted[index].owner
    }
    return firsts
  }

  private var sorted: [ClaimedKey] {
    entries.sorted { a, b in
      Self.isOrdered(a.key, b.key) ?? (a.owner < b.owner)
    }
  }

  /// Returns the first two owners that have the same key, or nil if no two have.
  func firstClash() -> (first: Int, second: Int)? {
    guard entries.count > 1 else { return nil }
    let sorted = sorted
    var best: (first: Int, second: Int)?
    for index in sorted.indices.dropFirst() {
      let (first, second) = (sorted[index - 1], sorted[index])
      guard first.owner != second.owner, first.key == second.key,
        best.map({ second.owner < $0.second }) ?? true
      else { continue }
      best = (first.owner, second.owner)
    }
    return best
  }

  /// Returns whether the first key precedes the second, or nil if they are equal.
  private static func isOrdered(_ a: [UInt8], _ b: [UInt8]) -> Bool? {
    var index = 0
    while index < a.count, index < b.count {
      if a[index] != b[index] {
        return a[index] < b[index]
      }
      index += 1
    }
    return a.count == b.count ? nil : a.count < b.count
  }
}
