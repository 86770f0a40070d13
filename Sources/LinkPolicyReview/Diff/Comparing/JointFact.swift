package import LinkPolicy

/// The values of a fact that two policies know, laid side by side.
package struct JointFact: Sendable {
  /// Its name.
  package let name: Name
  /// The values' names.
  package let values: [Name]
  /// For each policy its own value that each of them is; -1 where it has none.
  package let own: Sides<[Int]>
  /// Whether each policy has the fact.
  package let isKnown: Sides<Bool>
}

extension PolicyDifference {
  /// The number of the joint fact that one policy's own fact is; nil for a derived one.
  package func jointFact(of fact: Int, _ side: Side) -> Int? {
    let joint = vocabulary.joint[side][fact]
    return joint < 0 ? nil : joint
  }

  /// A joint fact by its number.
  package func jointFact(_ number: Int) -> JointFact {
    let fact = vocabulary.facts[number]
    return JointFact(
      name: fact.name, values: fact.values.map { $0.name },
      own: Sides { side in fact.values.map { $0.own[side] } },
      isKnown: Sides { fact.own[$0] != nil })
  }

  /// The values of a joint fact that some of one policy's own values are.
  package func jointValues(of number: Int, holding own: ValueSet, _ side: Side) -> ValueSet {
    vocabulary.values(of: number, holding: own, side)
  }
}
