package import LinkPolicy

/// What holds of one fact in a box of cells.
package struct BoxCondition: Sendable, Equatable {
  /// The fact.
  package var fact: Name
  /// The values, or those excluded where that is shorter.
  package var values: [Name]
  /// Whether the values are the ones excluded.
  package var isNegated: Bool

  /// The condition as a policy writes it.
  package var text: String {
    let list = values.map { $0.text }.joined(separator: ", ")
    let value = values.count == 1 ? list : "[" + list + "]"
    return fact.text + ": " + (isNegated ? "{not: " + value + "}" : value)
  }

  /// The conditions of a box, without those that hold of every cell.
  static func all(
    of box: CellBox, _ comparison: TableComparison, _ vocabulary: JointVocabulary
  ) -> [BoxCondition] {
    var conditions: [BoxCondition] = []
    for (axis, classes) in zip(comparison.algebra.axes, box.classes)
    where classes.count < axis.classCount {
      let fact = vocabulary.facts[axis.fact]
      let inside = axis.values(of: classes).values
      let outside = fact.values.indices.filter { !inside.contains($0) }
      let isNegated = outside.count < inside.count
      conditions.append(
        BoxCondition(
          fact: fact.name, values: (isNegated ? outside : inside).map { fact.values[$0].name },
          isNegated: isNegated))
    }
    return conditions
  }
}
