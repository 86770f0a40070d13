internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Whether an attempt finds an account: one it points to, or one that holds its address or its credential.
enum JointPresence {
  private static var found: [(fact: EngineFact, values: ValueSet)] {
    [
      (
        .account,
        ValueSet(of: FactValue.AccountVerification.noAddress, .unverified, .verified)
      ),
      (.address, ValueSet(of: FactValue.Address.own, .taken, .several)),
      (.credential, ValueSet(of: FactValue.Credential.own, .known)),
    ]
  }

  /// Conditions that tell it.
  static var conditions: [ResolvedCondition] {
    found.map {
      ResolvedCondition(
        fact: $0.fact.rawValue, values: $0.values, position: SourcePosition(line: 1, column: 1))
    }
  }

  /// Whether it does by its facts.
  static func isThere(_ facts: FactVector) -> Bool {
    found.contains { $0.values.contains(facts[$0.fact]) }
  }

  /// The cells in which it does; every cell where nothing tells.
  static func cells(_ algebra: inout CellAlgebra, _ vocabulary: JointVocabulary) -> CellGraph {
    var cells = CellGraph.empty
    for (fact, values) in found {
      guard let axis = algebra.axes.firstIndex(where: { $0.fact == fact.rawValue }) else {
        continue
      }
      var box = CellBox(algebra.axes.map { .all($0.classCount) })
      let joint = vocabulary.values(of: fact.rawValue, holding: values, .old)
      box.classes[axis] = algebra.axes[axis].classes(touching: joint)
      cells = algebra.union(cells, algebra.set(of: box))
    }
    return cells
  }

  /// Whether cells tell if the account has the attempt's credential.
  static func tellsHolders(_ algebra: CellAlgebra) -> Bool {
    algebra.axes.contains { $0.fact == EngineFact.credential.rawValue }
  }

  /// The cells in which it has.
  static func holders(_ algebra: inout CellAlgebra, _ vocabulary: JointVocabulary) -> CellGraph {
    let fact = EngineFact.credential.rawValue
    guard let axis = algebra.axes.firstIndex(where: { $0.fact == fact }) else { return .empty }
    var box = CellBox(algebra.axes.map { .all($0.classCount) })
    let held = ValueSet(of: FactValue.Credential.own, .known)
    box.classes[axis] = algebra.axes[axis].classes(
      touching: vocabulary.values(of: fact, holding: held, .old))
    return algebra.set(of: box)
  }
}
