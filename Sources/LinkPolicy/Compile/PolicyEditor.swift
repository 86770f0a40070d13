/// Compiles edits of one policy, working out again only what an edit touches.
///
/// For tools that try thousands of edits. The
/// digest of what it makes is that of the policy it started from.
package struct PolicyEditor: Sendable {
  /// What an edit touches, and with it what has to be worked out again.
  package enum Part: Sendable, Hashable {
    /// The rows of one table, by its index among the tables.
    case table(Int)
    /// Anything but the vocabulary: guards, derived facts, `proof`, errors.
    case facts
    /// Anything at all.
    case vocabulary
  }

  /// The policy that edits start from.
  package let base: Policy
  private let boxes: [[FactBox]]

  package init(_ base: Policy) {
    self.base = base
    let storage = base.storage
    var checker = TableChecker(
      TableContext(storage.vocabulary), hasFormerSubjects: storage.hasFormerSubjects, names: [])
    boxes = storage.tables.map { checker.boxes(of: $0) }
  }

  /// The edited policy; nil where the document does not load.
  ///
  /// The document is assumed to differ from that of ``base`` in `part` alone; the tables that
  /// ``Part/table(_:)`` counts are those of the document, in its order.
  package func policy(_ document: PolicyDocument, editing part: Part) -> Policy? {
    compiled(document, editing: part).policy
  }

  /// The edited policy, with what was found in the parts that were worked out again.
  package func compiled(
    _ document: PolicyDocument, editing part: Part
  ) -> (policy: Policy?, findings: [Diagnostic]) {
    let known =
      part == .vocabulary ? nil : KnownParts(base: base.storage, boxes: boxes, edited: part)
    var compiler = PolicyCompiler(document, knowing: known)
    let storage = compiler.compile()
    return (storage.map { Policy(storage: $0) }, compiler.findings.diagnostics)
  }

  /// The cells of a table of an edited policy, with further conditions told apart.
  package func cells(
    ofTable index: Int, of policy: Policy, toldApart told: [ResolvedCondition]
  ) -> TableCells {
    let storage = policy.storage
    var context = TableContext(
      storage.vocabulary, guards: storage.guards, impossible: storage.impossible)
    context.facts = storage.facts
    var checker = TableChecker(
      context, hasFormerSubjects: storage.hasFormerSubjects, names: [])
    let known = KnownParts(base: base.storage, boxes: boxes, edited: .facts)
      .holding(for: storage.vocabulary, hasFormerSubjects: storage.hasFormerSubjects)
    let table = storage.tables[index]
    return TableCells(
      rows: table.rows, boxes: known?.boxes[index] ?? checker.boxes(of: table),
      guards: checker.guards(for: table), toldApart: told, in: context)
  }
}

/// What stays as it is when a policy is edited in one part.
struct KnownParts: Sendable {
  let base: PolicyStorage
  /// What can occur for each table of the base.
  let boxes: [[FactBox]]
  let edited: PolicyEditor.Part

  /// Whether a part has to be worked out again.
  func isEdited(_ part: PolicyEditor.Part) -> Bool {
    edited == part || edited == .facts
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
}
