internal import LinkPolicy

extension TableCells {
  /// A vector of the set in words, naming only the facts that keep it there: the smallest example.
  package mutating func example(of set: CellGraph) -> String {
    smallest(of: set)?.conditions(context.vocabulary.schema) ?? ""
  }

  /// The smallest vector of a set; nil for the empty set, and where the cells are too many.
  ///
  /// What cannot occur anyway is not held against a fact.
  mutating func smallest(of set: CellGraph) -> CellExample? {
    guard !isSpent, let cell = algebra.smallestCell(of: set) else { return nil }
    let free = algebra.complement(algebra.union(space, impossible))
    let box = algebra.widestBox(around: cell, in: algebra.union(set, free))
    var values = [Int?](repeating: nil, count: context.vocabulary.schema.facts.count)
    var telling: [Int] = []
    let (ofAxes, whole) = occurring(in: cell)
    for (fact, possible) in (whole?.values ?? []).enumerated() {
      values[fact] = possible.values.first
    }
    for (index, axis) in algebra.axes.enumerated() {
      values[axis.fact] = ofAxes[index]
      if box.classes[index].count < axis.classCount {
        telling.append(axis.fact)
      }
    }
    return CellExample(values: values, telling: telling)
  }

  /// For each axis a value of the cell, such that all of them occur together: the first such
  /// values in the order of axes, and the box in which they do.
  private func occurring(in cell: [Int]) -> (values: [Int], box: FactBox?) {
    let first = algebra.axes.enumerated().map { $1.members[cell[$0]][0] }
    var least: (values: [Int], box: FactBox?)?
    for box in boxes.boxes {
      var values = first
      var occurs = true
      for (index, axis) in algebra.axes.enumerated() where axis.fact < box.values.count {
        let common = axis.members[cell[index]].first { box.values[axis.fact].contains($0) }
        occurs = occurs && common != nil
        values[index] = common ?? first[index]
      }
      if occurs, least.map({ values.lexicographicallyPrecedes($0.values) }) ?? true {
        least = (values, box)
      }
    }
    return least ?? (first, nil)
  }
}
