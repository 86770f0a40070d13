#if DEBUG && !hasFeature(Embedded)
  internal import LinkPolicy
  internal import Synchronization

  /// The possible fact vectors of each table of a policy, computed when a debug build first decides with the table.
  ///
  /// A lock protects the cache, because any number of threads can decide with a policy.
  final class OccurrenceLedger: Sendable {
    private let tables = Mutex<[Int: OccurrenceIndex]>([:])

    /// Returns whether the facts that the engine read for a decision can occur for a table.
    func canOccur(_ facts: FactVector, _ image: PolicyImage, inTable table: Int) -> Bool {
      canOccur(facts, in: table) {
        var space = SituationSpace(
          image.vocabulary, hasSupersededMethods: image.hasSupersededMethods)
        let action = image.action(ofTable: table)
        let kinds = image.kinds(ofTable: table)
        guard !kinds.isEmpty else { return space.boxes(action: action, kind: nil) }
        return kinds.flatMap { space.boxes(action: action, kind: $0) }
      }
    }

    /// Returns whether a fact vector can occur for a table.
    ///
    /// If the vectors that can occur are not cached yet, the method calls `boxes` to compute them.
    private func canOccur(_ facts: FactVector, in table: Int, of boxes: () -> [FactBox]) -> Bool {
      tables.withLock { known in
        if let index = known[table] {
          return index.contains(facts)
        }
        let index = OccurrenceIndex(boxes())
        known[table] = index
        return index.contains(facts)
      }
    }
  }

  /// Boxes of fact vectors, indexed by fact and value.
  ///
  /// A search reads one 64-bit word per fact for every 64 boxes.
  private struct OccurrenceIndex {
    /// For each fact and value, a bit mask of the boxes that contain the value.
    private var holding: [[[UInt64]]] = []
    private let words: Int

    init(_ boxes: [FactBox]) {
      words = (boxes.count + 63) / 64
      for fact in boxes.first?.values.indices ?? 0..<0 {
        var byValue: [[UInt64]] = []
        for (number, box) in boxes.enumerated() {
          for value in box.values[fact].values {
            while byValue.count <= value {
              byValue.append([UInt64](repeating: 0, count: words))
            }
            byValue[value][number >> 6] |= 1 << UInt64(number & 63)
          }
        }
        holding.append(byValue)
      }
    }

    func contains(_ facts: FactVector) -> Bool {
      for word in 0..<words {
        var left = ~UInt64(0)
        for (fact, byValue) in holding.enumerated() where left != 0 {
          let value = facts[fact]
          left &= value < byValue.count ? byValue[value][word] : 0
        }
        if left != 0 {
          return true
        }
      }
      return false
    }
  }
#endif
