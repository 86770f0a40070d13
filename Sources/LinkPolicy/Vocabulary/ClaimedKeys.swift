/// Keys that several owners claim, each of which may have one owner only.
///
/// Keys are compared in their sorted order, so that many owners cost little more than a few and
/// nobody can choose names that make it slow.
struct ClaimedKeys {
  /// How many owners are better compared pair by pair, which needs no memory.
  static var fewOwners: Int { 12 }

  private struct Entry {
    var key: [UInt8]
    var owner: Int
  }

  private var entries: [Entry] = []

  /// Adds a key of several parts; parts that run together differently are different keys.
  mutating func add(_ parts: [String], as owner: Int, tag: UInt8 = 0) {
    var key = [tag]
    for part in parts {
      let count = part.utf8.count
      for shift in [24, 16, 8, 0] {
        key.append(UInt8(truncatingIfNeeded: count >> shift))
      }
      key.append(contentsOf: part.utf8)
    }
    entries.append(Entry(key: key, owner: owner))
  }

  /// Adds the credential of a method: its subject, or for one without a subject the method itself.
  mutating func add(
    methodKeysOf method: Method, in scope: [String] = [], as owner: Int, _ providers: ProviderTable
  ) {
    let parts = scope + [providers.issuer(of: method.provider)]
    let tag = method.closedKind.rawValue
    add(method.subject.map { parts + [$0] } ?? parts, as: owner, tag: tag)
  }

  /// For each owner the first that claims the same key, itself where there is none before; each
  /// owner, counted from zero, has one key.
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

  private var sorted: [Entry] {
    entries.sorted { a, b in
      Self.isOrdered(a.key, b.key) ?? (a.owner < b.owner)
    }
  }

  /// The owners of the key that two of them claim, the smallest such pair; nil for none.
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

  /// Whether the first key comes before the second; nil for equal ones.
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
