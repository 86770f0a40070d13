internal import LinkPolicy
package import LinkPolicyAuthoring

/// What another version of a policy does otherwise: every cell that can occur and is answered
/// differently, grouped into few boxes.
///
/// Row ids, reasons and the order in which things are written are no difference; neither is the
/// name of the policy. What is declared otherwise and shows in no cell is listed apart, so that
/// policies count as equal only where nothing is left that could differ.
package struct PolicyDifference: Sendable {
  /// Boxes of one old row, one new row and one kind.
  package struct Change: Sendable {
    /// What the change does; never empty.
    package var kinds: [ChangeKind]
    /// What each policy answers.
    package var answers: Sides<DescribedAnswer>
    /// The boxes, which may overlap.
    package var boxes: [Box]
    /// How many cells they hold together.
    package var cells: Int
    /// The comparison that it is of, and its place there.
    var comparison: Int
    var group: Int
  }

  /// A box of cells.
  package struct Box: Sendable {
    /// What holds there, in the words of the policies; empty where it is all of the table.
    package var conditions: [BoxCondition]
    /// How many changed cells it holds.
    package var cells: Int
    /// A sequence that shows the difference, if one was found.
    package var witness: Witness?
    /// Its cells.
    var box: CellBox
  }

  /// The two policies, each reading what the other reads too.
  package let policies: Sides<CompiledPolicy>
  /// The two policies as they were given.
  let given: Sides<CompiledPolicy>
  /// The changes: by kind in the order of ``ChangeKind``, then by tables and rows of the old policy.
  package internal(set) var changes: [Change] = []
  /// What is declared otherwise and shows in no cell.
  package internal(set) var declarations: [DeclarationDifference]
  /// How many cells were compared.
  package private(set) var cells = 0
  /// How many stores were looked into in the search for witnesses.
  package internal(set) var searchedStores = 0
  var comparisons: [TableComparison] = []
  let vocabulary: JointVocabulary

  /// Compares two policies; throws where a name that both use has another meaning in each, and
  /// where tables are too intricate to be laid side by side.
  ///
  /// `cells` goes on from what the policies were compiled with, where that is at hand.
  package init(
    old: CompiledPolicy, new: CompiledPolicy, cells known: Sides<CellMaker>? = nil
  ) throws(ComparisonRefusal) {
    let given = Sides(old: old, new: new)
    self.given = given
    try ComparisonRefusal.check(given)
    declarations = DeclarationDifference.all(given)
    let vocabulary = JointVocabulary(given)
    self.vocabulary = vocabulary
    let read = Sides { side in
      let other = given[side.other]
      let used = other.vocabulary.usedFacts.values.compactMap { fact -> Int? in
        let joint = vocabulary.joint[side.other][fact]
        return joint < 0 ? nil : vocabulary.facts[joint].own[side]
      }
      return given[side].reading(also: ValueSet(used))
    }
    policies = read
    var makers = Sides { side in
      // What one policy alone reads makes other cells.
      let isSame = read[side].vocabulary.usedFacts == given[side].vocabulary.usedFacts
      return (isSame ? known?[side] : nil) ?? CellMaker(read[side])
    }
    let sharesSpace = Self.shareSpace(read)
    for tables in Self.pairs(read) {
      let comparison = TableComparison(
        tables, of: read, vocabulary, &makers, sharesSpace: sharesSpace,
        readsTenants: Sides { given[$0].vocabulary.isUsed(.tenant) })
      try ComparisonRefusal.check(comparison, of: read)
      cells += comparison.cellCount
      try add(comparison)
    }
    let ranks = changes.map { ChangeKind.rank($0.kinds) }
    let places = changes.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    changes = places.map { changes[$0] }
  }

  /// Whether it is proved that nothing differs but digests that are pinned.
  package var isEqual: Bool { changes.isEmpty && declarations.allSatisfy { $0.onlyPins } }

  /// How many cells are answered differently.
  package var changedCells: Int { changes.reduce(0) { $0 + $1.cells } }

  /// Whether the same can occur under both: their declarations are the same, and nothing is read
  /// under one only.
  private static func shareSpace(_ policies: Sides<CompiledPolicy>) -> Bool {
    policies.old.storage.hasSupersededMethods == policies.new.storage.hasSupersededMethods
      && policies.old.vocabulary.usedFacts == policies.new.vocabulary.usedFacts
      && PolicyComparison.vocabularyDigest(policies.old)
        == PolicyComparison.vocabularyDigest(policies.new)
      && policies.old.document.isInSameOrder(as: policies.new.document)
  }

  /// The tables that decide the same attempts: of one action, with a kind of sign-in in common.
  package static func pairs(_ policies: Sides<CompiledPolicy>) -> [Sides<Int>] {
    let tables = Sides { policies[$0].storage.tables }
    var pairs: [Sides<Int>] = []
    for (old, first) in tables.old.enumerated() {
      for (new, second) in tables.new.enumerated() {
        let actions = (
          policies.old.vocabulary.actions[first.action].name,
          policies.new.vocabulary.actions[second.action].name
        )
        let areAlike =
          first.kinds.isEmpty
          ? second.kinds.isEmpty : first.kinds.contains { second.kinds.contains($0) }
        if actions.0 == actions.1, areAlike {
          pairs.append(Sides(old: old, new: new))
        }
      }
    }
    return pairs
  }

  private mutating func add(_ comparison: TableComparison) throws(ComparisonRefusal) {
    guard !comparison.groups.isEmpty else { return }
    var comparison = comparison
    for (index, group) in comparison.groups.enumerated() {
      var boxes: [Box] = []
      for box in comparison.boxes(of: index) {
        boxes.append(
          Box(
            conditions: BoxCondition.all(of: box, comparison, vocabulary), cells: box.count,
            box: box.box))
      }
      var answers = Sides { side in
        DescribedAnswer(group.sources[side], table: comparison.tables[side], of: policies[side])
      }
      for side in Side.allCases where answers[side].isNotOffered {
        let isAcrossTenants = boxes.allSatisfy { box in
          box.conditions.contains { $0.text == "tenant: other" }
        }
        if isAcrossTenants, !given[side].vocabulary.isUsed(.tenant) {
          answers[side].words = "an input error: no row or guard tests the tenant"
        }
      }
      if let side = group.proving {
        answers[side].words += "; the method proves its address"
      }
      changes.append(
        Change(
          kinds: group.kinds, answers: answers, boxes: boxes,
          cells: comparison.count(of: index), comparison: comparisons.count, group: index))
    }
    try ComparisonRefusal.check(comparison, of: policies)
    comparisons.append(comparison)
  }
}

extension PolicyDocument {
  /// Whether what is declared by name stands in the same order, so that numbers mean the same.
  fileprivate func isInSameOrder(as other: PolicyDocument) -> Bool {
    names == other.names
  }

  private var names: [[Name]] {
    [
      providers.map { $0.id.value }, domains.map { $0.name.value },
      claims.flatMap { claim in [claim.name.value] + claim.words.map { $0.name.value } },
      settings.flatMap { setting in [setting.name.value] + setting.values.map { $0.value } },
      labels.flatMap { label in [label.name.value] + label.values.map { $0.value } },
      actions.map { $0.name.value }, facts.map { $0.name.value },
    ]
  }
}
