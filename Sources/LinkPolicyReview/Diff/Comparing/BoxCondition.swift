package import LinkPolicy
internal import LinkPolicyAuthoring

/// What holds of one fact in a box of cells.
package struct BoxCondition: Sendable, Equatable {
  /// The fact.
  package var fact: Name
  /// Whose reading it is, where each policy reads the fact by declarations of its own.
  package var side: Side?
  /// The values, or those excluded where that is shorter.
  package var values: [Name]
  /// Whether the values are the ones excluded.
  package var isNegated: Bool

  /// The condition as a policy writes it.
  package var text: String {
    let list = values.map { $0.text }.joined(separator: ", ")
    let value = values.count == 1 ? list : "[" + list + "]"
    let whose = side.map { " (" + $0.rawValue + ")" } ?? ""
    return fact.text + whose + ": " + (isNegated ? "{not: " + value + "}" : value)
  }

  /// The conditions of a box, without those that hold of every cell that can be there.
  static func all(
    of box: TableComparison.GroupBox, _ comparison: TableComparison, _ vocabulary: JointVocabulary
  ) -> [BoxCondition] {
    box.limits.map { limit in
      let axis = comparison.algebra.axes[limit.axis]
      let fact = vocabulary.facts[axis.fact]
      let inside = axis.values(of: limit.classes).values
      let outside = axis.values(of: limit.others).values
      let isNegated = outside.count < inside.count
      return BoxCondition(
        fact: fact.name, side: vocabulary.reader(of: axis.fact),
        values: (isNegated ? outside : inside).map { fact.values[$0].name },
        isNegated: isNegated)
    }
  }
}
