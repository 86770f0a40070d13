/// What stays as it is when a policy is edited in one part.
struct KnownParts: Sendable {
  let base: PolicyStorage
  /// What can occur for each table of the base.
  let boxes: [BoxSet]
  /// What can occur for any of them.
  let everyBox: BoxSet
  var edited = PolicyEditor.Part.rules

  init(_ base: PolicyStorage) {
    self.base = base
    var checker = TableChecker(
      TableContext(base.vocabulary), hasFormerSubjects: base.hasFormerSubjects, names: [])
    var all: [FactBox] = []
    var boxes: [BoxSet] = []
    for table in base.tables {
      let own = checker.boxes(of: table)
      boxes.append(BoxSet(own))
      all += own
    }
    self.boxes = boxes
    everyBox = BoxSet(all)
  }

  /// The same for an edit of one part.
  func editing(_ part: PolicyEditor.Part) -> KnownParts {
    var known = self
    known.edited = part
    return known
  }

  /// Itself, unless what can occur is not what it was.
  ///
  /// That depends on the vocabulary, and on whether the facts are used that are only read then.
  func holding(for vocabulary: Vocabulary, hasFormerSubjects: Bool) -> KnownParts? {
    let isSameSpace =
      vocabulary.schema.facts.count == base.vocabulary.schema.facts.count
      && hasFormerSubjects == base.hasFormerSubjects
      && ![EngineFact.tenant, .methods, .relay].contains {
        vocabulary.isUsed($0) != base.vocabulary.isUsed($0)
      }
    return isSameSpace ? self : nil
  }

  /// Whether derived facts have to be checked again.
  var editsFacts: Bool {
    switch edited {
    case .fact, .rules, .everything: true
    case .table, .guards, .proof, .errors: false
    }
  }

  /// Whether a table has to be checked again; the checker knows the edited guards and facts.
  func touches(_ index: Int, _ table: CompiledTable, _ checker: TableChecker) -> Bool {
    switch edited {
    case .table(let edited): return index == edited
    case .guards(let edited):
      var before = checker
      before.context.guards = base.guards
      let applying = before.guards(for: base.tables[index]) + checker.guards(for: table)
      return edited.contains { applying.contains($0) }
    case .fact(let edited):
      let guards = checker.guards(for: table).map { checker.context.guards[$0] }
      let rows = table.rows + guards
      let tested = ValueSet(rows.flatMap { $0.conditions }.map { $0.fact })
        .union(ValueSet(checker.context.impossible.flatMap { $0 }.map { $0.fact }))
      var before = checker.context
      before.facts = base.facts
      return (before.derived(by: tested) + checker.context.derived(by: tested)).contains {
        $0.fact == edited
      }
    case .proof, .errors: return false
    case .rules, .everything: return true
    }
  }
}
