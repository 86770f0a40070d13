internal import LinkPolicy

extension CellAlgebra {
  /// The box around a cell, as wide as the set allows: axes are widened one after the other, in
  /// their own order or another, each to every class that fits.
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

  /// What is known while one axis of a box is widened, so that no graph is walked once a class.
  private struct Widening {
    let box: CellBox
    let axis: Int
    /// Whether every cell of the box is in a graph below the axis.
    var holding: [CellGraph: Bool] = [:]
    /// The classes that fit, by graph at the axis or above.
    var fitting: [CellGraph: ValueSet] = [:]
  }

  /// The classes of the axis such that the box, taken for each alone, lies in the set.
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
      for index in all.values where holds(branch(set, axis: own, class: index), &search) {
        result.insert(index)
      }
    } else {
      for index in search.box.classes[own].values where !result.isEmpty {
        let next = branch(set, axis: own, class: index)
        result = result.intersection(classes(fitting: next, &search))
      }
    }
    search.fitting[set] = result
    return result
  }

  /// Whether every cell of the box is in a set that does not branch on the axis; never of an algebra
  /// that is spent.
  private mutating func holds(_ set: CellGraph, _ search: inout Widening) -> Bool {
    guard !set.isTerminal else { return !set.isEmpty }
    if let known = search.holding[set] {
      return known
    }
    guard takesSteps() else { return false }
    let axis = axis(of: set)
    var result = true
    for index in search.box.classes[axis].values where result {
      result = holds(branch(set, axis: axis, class: index), &search)
    }
    search.holding[set] = result
    return result
  }
}
