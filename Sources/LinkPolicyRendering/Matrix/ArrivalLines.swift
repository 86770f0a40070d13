internal import LinkPolicy

/// Puts arriving sign-ins with the same results into few lines, no two of which overlap.
///
/// Splits by one fact after another; values behind which everything is the same share a line. Of
/// the orders of facts the one with the fewest lines is taken.
struct ArrivalLines {
  /// A kind of arrival: a class for each axis, and the number of its results.
  typealias Arrival = (classes: [Int], results: Int)

  /// Some classes of an axis, of those that can occur together with the axes before it.
  struct Part: Sendable {
    var axis: Int
    var classes: ValueSet
    var possible: ValueSet
  }

  /// A line: what narrows it down, in order, and what it covers.
  struct Line: Sendable {
    var parts: [Part] = []
    var arrivals: [[Int]] = []
    var results: Int
  }

  /// The lines.
  let lines: [Line]

  /// Finds the lines of some arrivals over a number of axes.
  init(_ arrivals: [Arrival], axisCount: Int) {
    var best: [Line]?
    for first in 0..<max(axisCount, 1) {
      let order = first < axisCount ? [first] + (0..<axisCount).filter { $0 != first } : []
      let lines = Self.split(arrivals, order[...])
      if lines.count < best?.count ?? Int.max {
        best = lines
      }
    }
    lines = best ?? []
  }

  private static func split(_ arrivals: [Arrival], _ order: ArraySlice<Int>) -> [Line] {
    guard let results = arrivals.first?.results else { return [] }
    guard let axis = order.first, arrivals.contains(where: { $0.results != results }) else {
      return [Line(arrivals: arrivals.map { $0.classes }, results: results)]
    }
    let possible = ValueSet(arrivals.map { $0.classes[axis] })
    var groups: [(classes: [Int], behind: [[Int]], arrivals: [Arrival])] = []
    for value in possible.values {
      let own = arrivals.filter { $0.classes[axis] == value }
      let behind = own.map { arrival in
        order.dropFirst().map { arrival.classes[$0] } + [arrival.results]
      }
      if let index = groups.firstIndex(where: { $0.behind == behind }) {
        groups[index].classes.append(value)
        groups[index].arrivals += own
      } else {
        groups.append(([value], behind, own))
      }
    }
    return groups.flatMap { group in
      split(group.arrivals, order.dropFirst()).map { line in
        var line = line
        let part = Part(axis: axis, classes: ValueSet(group.classes), possible: possible)
        if part.classes != part.possible {
          line.parts.insert(part, at: 0)
        }
        return line
      }
    }
  }
}
