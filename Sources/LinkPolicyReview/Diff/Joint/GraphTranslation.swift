internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Brings a graph over one policy's facts into the joint algebra.
struct GraphTranslation {
  private let own: CellAlgebra
  /// For each own axis the joint one, and for each of its classes the joint classes.
  private var axes: [(axis: Int, classes: [ValueSet])] = []
  private var known: [CellGraph: CellGraph] = [:]

  init(
    _ own: CellAlgebra, _ side: Side, _ joint: CellAlgebra, _ vocabulary: JointVocabulary
  ) {
    self.own = own
    for axis in own.axes {
      let fact = vocabulary.joint[side][axis.fact]
      // Derived facts are in no graph that is brought here.
      let place = joint.axes.firstIndex { $0.fact == fact } ?? -1
      let classes = axis.members.map { members in
        place < 0
          ? ValueSet()
          : joint.axes[place].classes(
            touching: vocabulary.values(of: fact, holding: ValueSet(members), side))
      }
      axes.append((place, classes))
    }
  }

  mutating func translate(_ graph: CellGraph, _ joint: inout CellAlgebra) -> CellGraph {
    guard !graph.isTerminal else { return graph }
    if let done = known[graph] {
      return done
    }
    let axis = own.axis(of: graph)
    var result = CellGraph.empty
    for number in 0..<own.axes[axis].classCount {
      let branch = translate(own.branch(graph, axis: axis, class: number), &joint)
      var box = CellBox(joint.axes.map { .all($0.classCount) })
      box.classes[axes[axis].axis] = axes[axis].classes[number]
      guard !branch.isEmpty, !box.classes[axes[axis].axis].isEmpty else { continue }
      result = joint.choose(joint.set(of: box), branch, else: result)
    }
    known[graph] = result
    return result
  }
}
