package import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyExploration

/// A search for the changes between an old and a new table that affect given fact values, such as one cell of the HTML
/// matrix.
package struct ChangeLocator {
  /// The number of a joint fact, and the values that the fact may have.
  package typealias Condition = (fact: Int, values: ValueSet)

  private var algebra: CellAlgebra
  private let changes: [(change: Int, cells: CellGraph)]
  private let boxes: [Int: [CellBox]]

  /// Creates the locator for an old and a new table; nil if both tables give the same answers.
  package init?(_ difference: PolicyDifference, tables: Sides<Int>) {
    guard let index = difference.comparisons.firstIndex(where: { $0.tables == tables })
    else { return nil }
    var comparison = difference.comparisons[index]
    var changes: [(change: Int, cells: CellGraph)] = []
    var boxes: [Int: [CellBox]] = [:]
    for (place, change) in difference.changes.enumerated() where change.comparison == index {
      changes.append((place, comparison.cells(of: change.group)))
      boxes[place] = change.boxes.map { $0.box }
    }
    algebra = comparison.algebra
    self.changes = changes
    self.boxes = boxes
  }

  /// True if the comparison exceeded its maximum number of steps.
  ///
  /// If true, all other results of the locator are invalid.
  package var isSpent: Bool { algebra.isSpent }

  /// Returns the class of each value of a joint fact; nil if the comparison has no axis for the fact.
  ///
  /// Both policies treat all values of a class alike.
  package func classes(of fact: Int) -> [Int]? {
    algebra.axes.first { $0.fact == fact }?.classOfValue
  }

  /// Returns the indices of the changes with at least one cell that has the given values, in order.
  ///
  /// Each change comes with the indices of its boxes that overlap the given values.
  package mutating func changes(
    where conditions: [Condition]
  ) -> [(change: Int, boxes: [Int])] {
    var box = CellBox(algebra.axes.map { .all($0.classCount) })
    for (fact, values) in conditions {
      guard let axis = algebra.axes.firstIndex(where: { $0.fact == fact }) else { continue }
      let classes = algebra.axes[axis].classes(touching: values)
      // No cell has the given values.
      guard !classes.isEmpty else { return [] }
      box.classes[axis] = box.classes[axis].intersection(classes)
    }
    guard box.classes.allSatisfy({ !$0.isEmpty }) else { return [] }
    let own = algebra.set(of: box)
    var met: [(change: Int, boxes: [Int])] = []
    for (change, cells) in changes where !algebra.intersection(cells, own).isEmpty {
      let inside = (boxes[change] ?? []).enumerated().filter { _, other in
        zip(other.classes, box.classes).allSatisfy { !$0.intersection($1).isEmpty }
      }
      met.append((change, inside.map { $0.offset }))
    }
    return met
  }
}

/// A fact of the compared policies, with joint values that pair an old value with a new value; one of the two can be
/// missing.
package struct JointFact: Sendable {
  /// The name of the fact, such as `provider`.
  package let name: Name
  /// The names of the joint values, in the order of ``own``.
  package let values: [Name]
  /// For each policy, the policy's value number for each joint value; -1 if the policy lacks the value.
  package let own: Sides<[Int]>
  /// For each policy, whether the policy has the fact.
  package let isKnown: Sides<Bool>
}

extension PolicyDifference {
  /// Returns the number of the joint fact for a fact of one policy; nil for a derived fact.
  package func jointFact(of fact: Int, _ side: Side) -> Int? {
    let joint = vocabulary.joint[side][fact]
    return joint < 0 ? nil : joint
  }

  /// Returns a joint fact by its number.
  package func jointFact(_ number: Int) -> JointFact {
    let fact = vocabulary.facts[number]
    return JointFact(
      name: fact.name, values: fact.values.map { $0.name },
      own: Sides { side in fact.values.map { $0.own[side] } },
      isKnown: Sides { fact.own[$0] != nil })
  }

  /// Returns the joint values that correspond to a set of values of one policy.
  package func jointValues(of number: Int, holding own: ValueSet, _ side: Side) -> ValueSet {
    vocabulary.values(of: number, holding: own, side)
  }
}
