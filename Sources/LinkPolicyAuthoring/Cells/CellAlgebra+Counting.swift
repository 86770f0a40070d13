extension CellAlgebra {
  /// The number of cells, counting every axis; `Int.max` where there are more.
  package func count(_ set: CellGraph) -> Int {
    var known: [CellGraph: Int] = [:]
    let first = count(set, &known)
    return Self.times(first, cells(ofLevels: 0, to: level(of: set)))
  }

  /// The number of cells of the axis that a set branches on first and of those below it.
  private func count(_ set: CellGraph, _ known: inout [CellGraph: Int]) -> Int {
    guard !set.isTerminal else { return set.number == 0 ? 0 : 1 }
    if let result = known[set] {
      return result
    }
    let total = count(set, level: level(ofAxis: axis(of: set)), from: 0, &known)
    known[set] = total
    return total
  }

  /// The same for the classes of an axis behind one branch of the level above, the first number of
  /// which is `first`; numbers beyond the last class are no cells.
  private func count(
    _ set: CellGraph, level: Int, from first: Int, _ known: inout [CellGraph: Int]
  ) -> Int {
    let (axis, stride) = (levels[level].axis, levels[level].stride)
    var total = 0
    for index in 0..<levels[level].branchCount {
      let low = first + index * stride
      let high = min(low + stride, axes[axis].classCount)
      guard low < high else { break }
      let next = branch(set, level: level, index)
      let part: Int
      if self.axis(of: next) == axis {
        part = count(next, level: level + 1, from: low, &known)
      } else {
        let end = self.level(of: next)
        let between = cells(ofLevels: level + 1, to: end, without: axis)
        part = Self.times(high - low, Self.times(count(next, &known), between))
      }
      let (sum, overflow) = total.addingReportingOverflow(part)
      total = overflow ? Int.max : sum
    }
    return total
  }

  /// How many combinations of classes there are of the axes of some levels but one.
  private func cells(ofLevels first: Int, to last: Int, without other: Int = -1) -> Int {
    var product = 1
    for level in levels[first..<max(first, last)] where level.isLast && level.axis != other {
      product = Self.times(product, axes[level.axis].classCount)
    }
    return product
  }

  private static func times(_ a: Int, _ b: Int) -> Int {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? Int.max : product
  }
}
