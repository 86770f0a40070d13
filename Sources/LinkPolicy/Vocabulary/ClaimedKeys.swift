/// A collection of keys with their owners, which finds owners with equal keys, such as two accounts with the same id.
///
/// The search sorts the keys, so the cost is nearly linear in the number of owners, even if an attacker chose the keys.
struct ClaimedKeys {
  /// Up to this number of owners, callers compare all pairs of owners, which needs no memory and is faster.
  static var fewOwners: Int { 12 }

  private struct ClaimedKey {
    var key: [UInt8]
    var owner: Int
  }

  private var entries: [ClaimedKey] = []

  /// Adds the key of an owner, given as several strings.
  ///
  /// The boundaries between the strings matter: the key `ab`, `c` differs from the key `a`, `bc`.
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

  /// Adds the key of a method.
  ///
  /// The key consists of issuer, kind and subject; the key of a method without a subject consists of issuer and kind.
  mutating func add(
    methodKeysOf method: Method, in scope: [String] = [], as owner: Int, _ providers: ProviderTable
  ) {
    let parts = scope + [providers.issuer(of: method.provider)]
    let tag = method.closedKind.rawValue
    add(method.subject.map { parts + [$0] } ?? parts, as: owner, tag: tag)
  }

  /// For each owner, the number of the first owner with an equal key.
  ///
  /// The numbers of owners begin at zero, and each owner must have exactly one key.
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

  /// Returns the first two owners with equal keys; nil if all keys differ.
  ///
  /// `second` is the lowest owner that repeats the key of an earlier owner, and `first` is this earlier owner.
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

  /// Returns whether the first key precedes the second key; nil for equal keys.
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
