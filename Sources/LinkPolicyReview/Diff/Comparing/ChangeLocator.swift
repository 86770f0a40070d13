package import LinkPolicy
internal import LinkPolicyAuthoring

/// Tells which changes of two tables are met where some facts have certain values, for those who
/// show cells in an arrangement of their own.
package struct ChangeLocator {
  /// What holds of a fact: values of a joint fact.
  package typealias Condition = (fact: Int, values: ValueSet)

  private var algebra: CellAlgebra
  private let changes: [(change: Int, cells: CellGraph)]
  private let boxes: [Int: [CellBox]]

  /// Locates the changes of two tables; nil where there are none.
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

  /// Whether the cells were too many, so that nothing that was told of them holds.
  package var isSpent: Bool { algebra.isSpent }

  /// For each value of a joint fact its class, where values of one class are answered alike by
  /// both policies; nil where all values are.
  package func classes(of fact: Int) -> [Int]? {
    algebra.axes.first { $0.fact == fact }?.classOfValue
  }

  /// The places of the changes that some cell shows in which all of this holds, each with the
  /// places of its boxes there, in order.
  package mutating func changes(
    where conditions: [Condition]
  ) -> [(change: Int, boxes: [Int])] {
    var box = CellBox(algebra.axes.map { .all($0.classCount) })
    for (fact, values) in conditions {
      guard let axis = algebra.axes.firstIndex(where: { $0.fact == fact }) else { continue }
      let classes = algebra.axes[axis].classes(touching: values)
      // What no cell has is met nowhere.
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
