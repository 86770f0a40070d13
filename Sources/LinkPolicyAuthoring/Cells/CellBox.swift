package import LinkPolicy

/// A set of cells that contains all combinations of the listed classes of each axis.
package struct CellBox: Sendable, Hashable {
  /// The nonempty set of classes for each axis.
  package var classes: [ValueSet]

  package init(_ classes: [ValueSet]) {
    self.classes = classes
  }
}

extension CellAlgebra {
  /// Returns a box around a cell, widened as far as the set allows.
  ///
  /// The search widens one axis after the other, in the order of the schema or in the given order. After an axis is
  /// widened, the box contains every class of the axis that fits into the set.
  package mutating func widestBox(
    around cell: [Int], in set: CellGraph, widening order: [Int]? = nil
  ) -> CellBox {
    var box = CellBox(cell.map { ValueSet([$0]) })
    for axis in order ?? Array(axes.indices) {
      var search = Widening(box: box, axis: axis)
      box.classes[axis] = box.classes[axis].union(classes(fitting: set, &search))
    }
    return box
  }

  /// The cached results of a search for the classes that widen a box on one axis.
  ///
  /// With the cache, the search visits each graph once, not once for each class.
  private struct Widening {
    let box: CellBox
    let axis: Int
    /// For each graph below the axis, whether the graph contains every cell of the box.
    var holding: [CellGraph: Bool] = [:]
    /// For each graph at or above the axis, the classes that fit.
    var fitting: [CellGraph: ValueSet] = [:]
  }

  /// Returns the classes by which the box can grow on the axis.
  ///
  /// A class fits if the box with only this class on the axis is a subset of the set.
  private mutating func classes(
    fitting set: CellGraph, _ search: inout Widening
  ) -> ValueSet {
    let all = ValueSet.all(axes[search.axis].classCount)
    let own = axis(of: set)
    guard !set.isTerminal, level(ofAxis: own) <= level(ofAxis: search.axis) else {
      return holds(set, &search) ? all : ValueSet()
    }
    if let known = search.fitting[set] {
      return known
    }
    guard takesSteps() else { return ValueSet() }
    var result = all
    if own == search.axis {
      result = ValueSet()
      for index in all where holds(branch(set, axis: own, class: index), &search) {
        result.insert(index)
      }
    } else {
      for index in search.box.classes[own] where !result.isEmpty {
        let next = branch(set, axis: own, class: index)
        result = result.intersection(classes(fitting: next, &search))
      }
    }
    search.fitting[set] = result
    return result
  }

  /// Returns whether a set that does not branch on the axis contains every cell of the box.
  ///
  /// The result is false if the algebra has exceeded its allowance of steps.
  private mutating func holds(_ set: CellGraph, _ search: inout Widening) -> Bool {
    guard !set.isTerminal else { return !set.isEmpty }
    if let known = search.holding[set] {
      return known
    }
    guard takesSteps() else { return false }
    let axis = axis(of: set)
    var result = true
    for index in search.box.classes[axis] where result {
      result = holds(branch(set, axis: axis, class: index), &search)
    }
    search.holding[set] = result
    return result
  }
}

extension CellAlgebra {
  /// Returns the first cell of a set in the order of axes and classes, or nil if the set is empty.
  package func smallestCell(of set: CellGraph) -> [Int]? {
    guard !set.isEmpty else { return nil }
    guard !order.isDeclared else { return firstCell(of: set) }
    var box = CellBox(axes.map { .all($0.classCount) })
    for axis in axes.indices {
      let classes = classes(of: axis, in: set, within: box)
      box.classes[axis] = ValueSet(classes.values.prefix(1))
    }
    return box.classes.map { $0.values[0] }
  }

  /// Returns the classes of an axis that occur in the cells that a set and a box share; empty if they share no cell.
  package func classes(of axis: Int, in set: CellGraph, within box: CellBox) -> ValueSet {
    var search = Meeting(box: box, axis: axis)
    return classes(meeting: set, &search).intersection(box.classes[axis])
  }

  /// Cached results of a search for the classes of one axis that a box and a set share.
  ///
  /// The search visits each graph once, not once for each class.
  private struct Meeting {
    let box: CellBox
    let axis: Int
    /// For each graph below the axis, whether the graph contains some cell of the box.
    var meeting: [CellGraph: Bool] = [:]
    /// The shared classes of the axis, for each graph at or above the axis.
    var classes: [CellGraph: ValueSet] = [:]
  }

  private func classes(meeting set: CellGraph, _ search: inout Meeting) -> ValueSet {
    let count = axes[search.axis].classCount
    let own = axis(of: set)
    guard !set.isTerminal, level(ofAxis: own) <= level(ofAxis: search.axis) else {
      return meets(set, &search) ? .all(count) : ValueSet()
    }
    if let known = search.classes[set] {
      return known
    }
    var result = ValueSet()
    if own == search.axis {
      for index in 0..<count where meets(branch(set, axis: own, class: index), &search) {
        result.insert(index)
      }
    } else {
      for index in search.box.classes[own] {
        let next = branch(set, axis: own, class: index)
        result = result.union(classes(meeting: next, &search))
      }
    }
    search.classes[set] = result
    return result
  }

  /// Returns whether a set that does not branch on the axis contains some cell of the box.
  private func meets(_ set: CellGraph, _ search: inout Meeting) -> Bool {
    guard !set.isTerminal else { return !set.isEmpty }
    if let known = search.meeting[set] {
      return known
    }
    let axis = axis(of: set)
    var result = false
    for index in search.box.classes[axis] where !result {
      result = meets(branch(set, axis: axis, class: index), &search)
    }
    search.meeting[set] = result
    return result
  }

  /// Returns the first cell of a nonempty set; the set's graph must branch in the order of the axes.
  private func firstCell(of set: CellGraph) -> [Int] {
    var cell: [Int] = []
    var rest = set
    for axis in axes.indices {
      var index = 0
      // In a reduced graph, every nonempty branch has a path to `full`.
      while branch(rest, axis: axis, class: index).isEmpty {
        index += 1
      }
      cell.append(index)
      rest = branch(rest, axis: axis, class: index)
    }
    return cell
  }

  /// Returns a small list of boxes whose union is the set.
  ///
  /// The boxes may overlap.
  ///
  /// The algorithm is greedy and deterministic: it widens the smallest uncovered cell as far as the set and the free
  /// cells allow. The boxes cover every cell of the set, and no other cells except free cells. If the algebra exceeds
  /// its allowance of steps, the result has only the boxes found so far.
  package mutating func boxes(of set: CellGraph, free: CellGraph = .empty) -> [CellBox] {
    let allowed = union(set, free)
    var rest = set
    var boxes: [CellBox] = []
    while let cell = smallestCell(of: rest) {
      let box = widestBox(around: cell, in: allowed)
      boxes.append(box)
      rest = difference(rest, self.set(of: box))
      if isSpent { break }
    }
    return boxes
  }
}
