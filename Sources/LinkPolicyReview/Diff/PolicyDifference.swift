package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyExploration

/// The difference between two versions of a policy: all possible combinations of fact values (cells) that the versions
/// answer differently, grouped into boxes.
///
/// The comparison ignores row ids, reasons, the policy's name and the order of declarations. A changed declaration that
/// changes no answer, such as a pool, is in ``declarations`` instead. Two policies are equal only if ``changes`` is
/// empty and ``declarations`` contains no difference except pinned digests.
package struct PolicyDifference: Sendable {
  /// The changed cells that have the same old row, the same new row and the same kinds of change.
  package struct Change: Sendable {
    /// The kinds of the change, such as `reaches-more`; never empty.
    package var kinds: [ChangeKind]
    /// The answer of each policy in the changed cells.
    package var answers: Sides<DescribedAnswer>
    /// The boxes that together contain the changed cells; boxes can overlap.
    package var boxes: [Box]
    /// The number of changed cells in all boxes.
    package var cells: Int
    /// Two answers of the new policy that the caller can newly distinguish; nil if the change reveals nothing.
    ///
    /// The first answer is the new policy's answer in the changed cells.
    package var toldApart: [String]? = nil
    /// The index of the table comparison in `comparisons`.
    var comparison: Int
    /// The index of the changed cells' group in the table comparison.
    var group: Int
  }

  /// A box: all cells that meet the conditions of the box.
  package struct Box: Sendable {
    /// The conditions of the box, in the names of the policies; empty if the box is the whole table.
    package var conditions: [BoxCondition]
    /// The number of changed cells in the box.
    package var cells: Int
    /// A sequence of attempts that shows the difference; nil if the search found no sequence.
    package var witness: Witness?
    /// The classes of fact values that the box contains, for each axis of the comparison.
    var box: CellBox
    /// The axes on which the box excludes possible classes of values.
    var limits: [TableComparison.GroupBox.Limit]
  }

  /// The two policies, each extended to read the facts that the other policy reads.
  package let policies: Sides<CompiledPolicy>
  /// The two policies as passed to the initializer.
  let given: Sides<CompiledPolicy>
  /// The changes, ordered by ``ChangeKind``, then by the tables and rows of the old policy.
  package internal(set) var changes: [Change] = []
  /// The differences in declarations that change no cell.
  package internal(set) var declarations: [DeclarationDifference]
  /// The number of cells that the comparison covers.
  package private(set) var cells = 0
  /// The number of stores that the search for witnesses explored.
  package internal(set) var searchedStores = 0
  /// True if the caller ended the search for witnesses early, for example because its time budget was spent.
  package internal(set) var endedEarly = false
  var comparisons: [TableComparison] = []
  /// The kinds of change in the cells of those added providers that have no twin (see ``AddedProviders``).
  private var addedKinds: Set<ChangeKind> = []
  let vocabulary: JointVocabulary
  /// The untrusted providers that only the new policy declares.
  let added: AddedProviders

  /// Compares two policies.
  ///
  /// - Parameters:
  ///   - old: the old policy.
  ///   - new: the new policy.
  ///   - known: the cells that the compilation of each policy computed; nil to compute the cells again.
  /// - Throws: `ComparisonRefusal` if a name has different meanings in the policies, or if the comparison of two tables
  ///   needs too many steps.
  package init(
    old: CompiledPolicy, new: CompiledPolicy, cells known: Sides<CellMaker>? = nil
  ) throws(ComparisonRefusal) {
    let given = Sides(old: old, new: new)
    self.given = given
    try ComparisonRefusal.check(given)
    declarations = DeclarationDifference.all(given)
    let added = AddedProviders(given)
    self.added = added
    let vocabulary = JointVocabulary(given, leavingOut: added.leftOut)
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
      // If the other policy reads a further fact, the known cells do not distinguish the values of this fact.
      let isSame = read[side].vocabulary.usedFacts == given[side].vocabulary.usedFacts
      return (isSame ? known?[side] : nil) ?? CellMaker(read[side])
    }
    let compared = ComparedPolicies(
      read, vocabulary: vocabulary, added: added,
      readsTenants: Sides { given[$0].vocabulary.isUsed(.tenant) })
    for tables in Self.pairs(read) {
      let comparison = TableComparison(tables: tables, of: compared, makers: &makers)
      try ComparisonRefusal.check(comparison, of: read)
      cells += comparison.cellCount
      try add(comparison)
    }
    let ranks = changes.map { ChangeKind.rank($0.kinds) }
    let places = changes.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    changes = places.map { changes[$0] }
    takeAddedProviders()
  }

  /// True if the policies are proved equal, except for pinned digests.
  package var isEqual: Bool { changes.isEmpty && declarations.allSatisfy { $0.onlyPins } }

  /// The number of cells with different answers.
  package var changedCells: Int { changes.reduce(0) { $0 + $1.cells } }

  /// The number of changed cells that are not proved unreachable and whose box has no witness.
  package var uncoveredCells: Int {
    changes.reduce(0) { sum, change in
      guard !change.kinds.contains(.unreachable) else { return sum }
      let open = change.boxes.filter { $0.witness == nil }.reduce(0) { $0 + $1.cells }
      return sum + min(open, change.cells)
    }
  }

  /// Returns the pairs of an old and a new table that decide the same action, and share a kind of method or have no
  /// kinds.
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

  /// Sets the kinds of change for the declaration of each added, untrusted provider, and names the provider's twin.
  private mutating func takeAddedProviders() {
    for index in declarations.indices {
      guard case .provider(let id) = declarations[index].part, let provider = added.provider(id)
      else { continue }
      var kinds: Set<ChangeKind> = [.offers]
      if let twin = provider.twin {
        declarations[index].words.new += "; decided as " + twin.text + " is"
      } else {
        let isHarmlessHere: Set<ChangeKind> = [.createsMore, .unreachable]
        kinds.formUnion(addedKinds.subtracting(isHarmlessHere))
        if provider.opensAccounts, !added.hadOpener {
          kinds.insert(.squats)
        }
      }
      declarations[index].kinds = ChangeKind.ordered(kinds)
    }
  }

  private mutating func add(_ comparison: TableComparison) throws(ComparisonRefusal) {
    guard !comparison.groups.isEmpty else { return }
    var comparison = comparison
    for (index, group) in comparison.groups.enumerated() {
      guard !group.isOfAddedProvider else {
        addedKinds.formUnion(group.kinds)
        continue
      }
      var boxes: [Box] = []
      for box in comparison.boxes(of: index) {
        boxes.append(
          Box(
            conditions: BoxCondition.all(of: box, comparison, vocabulary), cells: box.count,
            box: box.box, limits: box.limits))
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
          cells: comparison.count(of: index), toldApart: comparison.answersToldApart(group),
          comparison: comparisons.count, group: index))
    }
    try ComparisonRefusal.check(comparison, of: policies)
    comparisons.append(comparison)
  }
}

/// A condition of a box: the values that one fact has in all cells of the box.
package struct BoxCondition: Sendable, Equatable {
  /// The name of the fact, such as `credential`.
  package var fact: Name
  /// The policy that computes the fact, if the policies compute the fact differently; otherwise nil.
  package var side: Side?
  /// The values that the box contains, or the values that the box excludes if their list is shorter.
  package var values: [Name]
  /// True if `values` are the excluded values.
  package var isNegated: Bool

  /// The condition in the syntax of a policy, such as `credential: [own, known]`.
  package var text: String {
    let list = values.map { $0.text }.joined(separator: ", ")
    let value = values.count == 1 ? list : "[" + list + "]"
    let whose = side.map { " (" + $0.rawValue + ")" } ?? ""
    return fact.text + whose + ": " + (isNegated ? "{not: " + value + "}" : value)
  }

  /// Returns the conditions of a box, except conditions that every possible cell meets.
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

/// The reason why two policies cannot be compared, such as a setting whose values are all different.
package struct ComparisonRefusal: Error, Sendable {
  /// The obstacle: a name with two meanings, or too many steps.
  package enum ComparisonObstacle: Sendable {
    /// A name has a different meaning in each policy; the associated value contains both meanings.
    case meaning(Sides<String>)
    /// The comparison of two tables needs more steps than the limit for a comparison.
    case intricate
  }

  /// The declaration with two meanings, such as "setting `tide`", or the table that needs too many steps.
  package var subject: String
  package var reason: ComparisonObstacle
  /// The position of the subject in each policy.
  package var positions: Sides<SourcePosition>

  /// Checks that the comparison of two tables stayed within its maximum number of steps.
  ///
  /// - Throws: `ComparisonRefusal` if the comparison exceeded the maximum, because the results of the comparison are
  ///   then invalid.
  static func check(
    _ comparison: TableComparison, of policies: Sides<CompiledPolicy>
  ) throws(ComparisonRefusal) {
    guard comparison.isSpent else { return }
    let tables = Sides { policies[$0].storage.tables[comparison.tables[$0]] }
    throw ComparisonRefusal(
      subject: "table `" + tables.new.key.text + "`", reason: .intricate,
      positions: Sides { tables[$0].position })
  }

  /// Checks that no name has different meanings in two policies.
  ///
  /// - Throws: `ComparisonRefusal` if a name has two meanings, so that the policies cannot be compared.
  static func check(_ policies: Sides<CompiledPolicy>) throws(ComparisonRefusal) {
    let documents = Sides { policies[$0].document }
    for old in documents.old.settings {
      guard let new = documents.new.settings.first(where: { $0.name.value == old.name.value })
      else { continue }
      let values = Sides(old: old.values.map { $0.value }, new: new.values.map { $0.value })
      guard Set(values.old).isDisjoint(with: values.new) else { continue }
      throw ComparisonRefusal(
        subject: "setting `" + old.name.value.text + "`",
        words: Sides { side in values[side].map { $0.text }.joined(separator: ", ") },
        positions: Sides(old: old.name.position, new: new.name.position))
    }
    for old in documents.old.inputs {
      guard let new = documents.new.inputs.first(where: { $0.name.value == old.name.value })
      else { continue }
      let values = Sides(old: old.values.map { $0.value }, new: new.values.map { $0.value })
      guard Set(values.old).isDisjoint(with: values.new) else { continue }
      throw ComparisonRefusal(
        subject: "input `" + old.name.value.text + "`",
        words: Sides { side in values[side].map { $0.text }.joined(separator: ", ") },
        positions: Sides(old: old.name.position, new: new.name.position))
    }
    for old in documents.old.labels {
      guard let new = documents.new.labels.first(where: { $0.name.value == old.name.value })
      else { continue }
      guard old.bearer != new.bearer else { continue }
      let labels = Sides(old: old, new: new)
      throw ComparisonRefusal(
        subject: "label `" + old.name.value.text + "`",
        words: Sides { labels[$0].bearer == .account ? "of the account" : "of the method" },
        positions: Sides(old: old.name.position, new: new.name.position))
    }
    try checkActions(documents)
  }

  private static func checkActions(
    _ documents: Sides<PolicyDocument>
  ) throws(ComparisonRefusal) {
    for old in documents.old.actions {
      guard let new = documents.new.actions.first(where: { $0.name.value == old.name.value })
      else { continue }
      guard old.pointsTo != new.pointsTo || old.address != new.address else { continue }
      let actions = Sides(old: old, new: new)
      throw ComparisonRefusal(
        subject: "action `" + old.name.value.text + "`",
        words: Sides {
          "points to \(actions[$0].pointsTo.word), address \(actions[$0].address.word)"
        },
        positions: Sides(old: old.name.position, new: new.name.position))
    }
  }

  private init(subject: String, words: Sides<String>, positions: Sides<SourcePosition>) {
    self.init(subject: subject, reason: .meaning(words), positions: positions)
  }

  private init(subject: String, reason: ComparisonObstacle, positions: Sides<SourcePosition>) {
    self.subject = subject
    self.reason = reason
    self.positions = positions
  }
}

extension PolicyDocument {
  /// Returns whether both documents declare the same names in the same order, so that values have the same numbers.
  func isInSameOrder(as other: PolicyDocument) -> Bool {
    names == other.names
  }

  private var names: [[Name]] {
    [
      providers.map { $0.id.value }, domains.map { $0.name.value },
      claims.flatMap { claim in [claim.name.value] + claim.words.map { $0.name.value } },
      settings.flatMap { setting in [setting.name.value] + setting.values.map { $0.value } },
      inputs.flatMap { input in [input.name.value] + input.values.map { $0.value } },
      identifiers.map { $0.name.value },
      labels.flatMap { label in [label.name.value] + label.values.map { $0.value } },
      actions.map { $0.name.value }, facts.map { $0.name.value },
    ]
  }
}
