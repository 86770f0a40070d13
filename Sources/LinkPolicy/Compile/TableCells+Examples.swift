extension TableCells {
  /// A vector of the set in words, naming only the facts that keep it there: the smallest example.
  ///
  /// What cannot occur anyway is not held against a fact.
  package mutating func example(of set: CellGraph) -> String {
    guard !isSpent, let cell = algebra.smallestCell(of: set) else { return "" }
    let free = algebra.complement(algebra.union(space, impossible))
    let box = algebra.widestBox(around: cell, in: algebra.union(set, free))
    let schema = context.vocabulary.schema
    let values = values(in: cell)
    var text = ""
    for (index, axis) in algebra.axes.enumerated()
    where box.classes[index].count < axis.classCount {
      text += text.utf8.isEmpty ? "" : ", "
      text += schema.facts[axis.fact].name.text + ": "
      text += schema.facts[axis.fact].values[values[index]].text
    }
    return text.utf8.isEmpty ? "every cell" : text
  }

  /// For each axis a value of the cell, such that all of them occur together: the first such
  /// values in the order of axes.
  private func values(in cell: [Int]) -> [Int] {
    let first = algebra.axes.enumerated().map { $1.members[cell[$0]][0] }
    var least: [Int]?
    for box in boxes.boxes {
      var values = first
      var occurs = true
      for (index, axis) in algebra.axes.enumerated() where axis.fact < box.values.count {
        let common = axis.members[cell[index]].first { box.values[axis.fact].contains($0) }
        occurs = occurs && common != nil
        values[index] = common ?? first[index]
      }
      if occurs, least.map({ values.lexicographicallyPrecedes($0) }) ?? true {
        least = values
      }
    }
    return least ?? first
  }
}
