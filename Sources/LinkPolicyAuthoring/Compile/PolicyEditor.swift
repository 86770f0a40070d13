package import LinkPolicyDiagnostics

/// Compiles edits of one policy, working out again only what an edit touches.
///
/// For tools that try thousands of edits. What it makes has the digest of the edited document, so
/// that nobody takes it for the policy it started from.
package struct PolicyEditor: Sendable {
  /// What an edit touches, and with it what has to be worked out again.
  package enum Part: Sendable, Hashable {
    /// The rows of one table, by its index among the tables.
    case table(Int)
    /// Guards that keep their places, by their indices.
    case guards([Int])
    /// The rows of a derived fact, by the fact's index in the schema.
    case fact(Int)
    /// When an attempt proves its address.
    case proof
    /// What errors ask and tell, and their names.
    case errors
    /// How attempts and accounts are read, as by other members of a domain set: what can occur
    /// stays as it is, and so does every table.
    case readings
    /// Anything but the vocabulary: what is declared.
    case rules
    /// Which tables there are, and the order of a setting's values: what there can be around accounts
    /// stays as it is.
    case tables
    /// Anything at all.
    case everything
  }

  /// The policy that edits start from.
  package let base: CompiledPolicy
  private var known: KnownParts

  package init(_ base: CompiledPolicy) {
    self.base = base
    known = KnownParts(base)
  }

  /// The edited policy; nil where the document does not load.
  ///
  /// The document is assumed to differ from that of ``base`` in `part` alone.
  package func policy(_ document: PolicyDocument, editing part: Part) -> CompiledPolicy? {
    compiled(document, editing: part).policy
  }

  /// The edited policy, with what was found in the parts that were worked out again.
  package func compiled(
    _ document: PolicyDocument, editing part: Part
  ) -> (policy: CompiledPolicy?, findings: [Diagnostic]) {
    var compiler: PolicyCompiler
    switch part {
    case .everything: compiler = PolicyCompiler(document)
    case .tables: compiler = PolicyCompiler(document, reading: known.space)
    case .table, .guards, .fact, .proof, .errors, .readings, .rules:
      compiler = PolicyCompiler(document, knowing: known.editing(part))
    }
    guard let storage = compiler.compile(), let checker = compiler.checker else {
      return (nil, compiler.findings.diagnostics)
    }
    let occurring =
      switch part {
      // Other declarations have other accounts around them, also where there are as many.
      case .everything, .tables: OccurringBoxes(checker)
      case .table, .guards, .fact, .proof, .errors, .readings, .rules:
        OccurringBoxes(space: known.space, boxes: [])
      }
    let policy = CompiledPolicy(storage, occurring, isEdit: true)
    return (policy, compiler.findings.diagnostics)
  }

  /// Whether a table of an edited policy was worked out again.
  package func touches(_ part: Part, _ index: Int, of policy: CompiledPolicy) -> Bool {
    known.editing(part).touches(
      index, policy.storage.tables[index], checker(of: policy))
  }

  /// Works out once and for all what can occur for a table, with further conditions told apart.
  package mutating func remember(_ further: [ResolvedCondition], forTable index: Int) {
    let cells = cells(ofTable: index, of: base, distinguishing: further)
    known.boxes[index].remember(cells.algebra)
  }

  /// The cells of a table of an edited policy, with further conditions told apart.
  ///
  /// Graphs branch in one order whatever was edited.
  package func cells(
    ofTable index: Int, of policy: CompiledPolicy, distinguishing further: [ResolvedCondition]
  ) -> TableCells {
    let storage = policy.storage
    var checker = checker(of: policy)
    let holding = known.holding(
      for: storage.vocabulary, hasSupersededMethods: storage.hasSupersededMethods)
    let table = storage.tables[index]
    checker.context.order = known.orders[index]
    checker.context.allowance = storage.limits.review
    return TableCells(
      rows: table.rows, boxes: holding?.boxes[index] ?? BoxSet(checker.boxes(of: table)),
      guards: checker.guards(for: table), distinguishing: further, in: checker.context)
  }

  private func checker(of policy: CompiledPolicy) -> TableChecker {
    let storage = policy.storage
    var context = TableContext(
      storage.vocabulary, limits: storage.limits, guards: storage.guards,
      impossible: storage.impossible)
    context.facts = storage.facts
    return TableChecker(
      context, hasSupersededMethods: storage.hasSupersededMethods,
      knowing: policy.occurring)
  }
}
