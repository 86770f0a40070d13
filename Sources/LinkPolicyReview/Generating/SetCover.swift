/// Picks few sets that together hold everything that any of them holds.
package enum SetCover {
  /// The places of the sets picked, in the order in which they were given.
  ///
  /// Greedy: the set with most elements that none has yet, of those the one of least weight, then
  /// the first. A set that the ones picked later make superfluous is left out again.
  package static func pick(_ sets: [Set<Int>], weights: [Int]) -> [Int] {
    var uncovered: Set<Int> = []
    for set in sets {
      uncovered.formUnion(set)
    }
    // What a set would still add only shrinks, so a bound that is stale is never too low.
    var queue = sets.indices.map { (gain: sets[$0].count, place: $0) }
    let precedes = { (a: (gain: Int, place: Int), b: (gain: Int, place: Int)) in
      (-a.gain, weights[a.place], a.place) < (-b.gain, weights[b.place], b.place)
    }
    queue.sort(by: precedes)
    var picked: [Int] = []
    while !uncovered.isEmpty, let first = queue.first {
      let gain = sets[first.place].count { uncovered.contains($0) }
      if gain == first.gain {
        queue.removeFirst()
        picked.append(first.place)
        uncovered.subtract(sets[first.place])
        continue
      }
      queue.removeFirst()
      guard gain > 0 else { continue }
      let entry = (gain: gain, place: first.place)
      queue.insert(entry, at: insertion(of: entry, in: queue, precedes))
    }
    return withoutSuperfluous(picked, sets).sorted()
  }

  private static func insertion(
    of entry: (gain: Int, place: Int), in queue: [(gain: Int, place: Int)],
    _ precedes: ((gain: Int, place: Int), (gain: Int, place: Int)) -> Bool
  ) -> Int {
    var (low, high) = (0, queue.count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(queue[middle], entry) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private static func withoutSuperfluous(_ picked: [Int], _ sets: [Set<Int>]) -> [Int] {
    var counts: [Int: Int] = [:]
    for place in picked {
      for element in sets[place] {
        counts[element, default: 0] += 1
      }
    }
    return picked.filter { place in
      guard sets[place].allSatisfy({ (counts[$0] ?? 0) > 1 }) else { return true }
      for element in sets[place] {
        counts[element, default: 0] -= 1
      }
      return false
    }
  }
}
