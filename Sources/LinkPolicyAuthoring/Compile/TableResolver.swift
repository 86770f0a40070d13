internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// Resolves the tables of decisions: which action and kinds each decides, and its rows.
struct TableResolver {
  let document: PolicyDocument
  let vocabulary: Vocabulary

  init(_ document: PolicyDocument, _ vocabulary: Vocabulary) {
    self.document = document
    self.vocabulary = vocabulary
  }

  /// The tables, in order; what is missing or decided twice is reported.
  func resolve(_ rows: inout RowResolver, _ findings: inout Findings) -> [CompiledTable] {
    var tables: [CompiledTable] = []
    var kindsDecided = [MethodKindSet](
      repeating: MethodKindSet(), count: vocabulary.actions.count)
    var isDecided = [Bool](repeating: false, count: vocabulary.actions.count)
    for declared in document.decisions {
      let names = vocabulary.actions.map { $0.name }
      guard let action = names.firstIndex(of: declared.action.value) else {
        findings.unknown("action", declared.action, among: names)
        continue
      }
      var table = CompiledTable(
        key: declared.key.value, action: action, kinds: [], hit: declared.hit, rows: [],
        position: declared.key.position)
      table.kinds = kinds(of: declared, vocabulary.actions[action], &findings)
      for kind in table.kinds {
        if kindsDecided[action].contains(kind) {
          findings.error(
            .duplicateTable,
            "`" + declared.action.value.text + "." + kind.name.text + "` is decided twice",
            at: declared.key.position)
        }
        kindsDecided[action].insert(kind)
      }
      if vocabulary.actions[action].kinds.isEmpty, isDecided[action] {
        findings.error(
          .duplicateTable, "`" + declared.action.value.text + "` is decided twice",
          at: declared.key.position)
      }
      isDecided[action] = true
      findings.checkUnique("row", declared.rows.map { $0.id })
      if declared.rows.isEmpty {
        findings.error(
          .gap, "table `" + declared.key.value.text + "` has no rows", at: declared.key.position)
      }
      let kinds = table.kinds
      table.rows = declared.rows.map { rows.decision($0, of: kinds) }
      for index in table.rows.indices {
        table.rows[index].wouldGuards = wouldGuards(for: table.rows[index], table, rows)
      }
      tables.append(table)
    }
    checkComplete(kindsDecided, isDecided, &findings)
    return tables
  }

  private func kinds(
    of declared: TableDeclaration, _ action: ActionDefinition, _ findings: inout Findings
  ) -> [MethodKind] {
    let possible = vocabulary.kinds(of: action)
    if possible.isEmpty, !action.kinds.isEmpty {
      findings.error(
        .invalidDeclaration, "no provider offers a kind that `" + action.name.text + "` carries",
        at: declared.key.position, help: "remove the table, or declare a provider for it")
    }
    guard !declared.kinds.isEmpty else { return possible.kinds }
    var kinds: [MethodKind] = []
    for name in declared.kinds {
      guard let kind = MethodKind(name.value) else {
        findings.unknown("kind of sign-in", name, among: MethodKind.allCases.map { $0.name })
        continue
      }
      guard possible.contains(kind) else {
        let reason =
          action.kinds.contains(kind)
          ? "no provider offers kind `" + kind.name.text + "`"
          : "`" + action.name.text + "` does not carry kind `" + kind.name.text + "`"
        findings.error(.invalidDeclaration, reason, at: name.position)
        continue
      }
      kinds.append(kind)
    }
    return kinds
  }

  /// The guards with `would` that the effects of a row can meet, in order.
  private func wouldGuards(
    for row: CompiledRow, _ table: CompiledTable, _ rows: RowResolver
  ) -> [Int] {
    var result: [Int] = []
    for (index, guarding) in document.guards.enumerated() {
      guard let would = guarding.would else { continue }
      let isMet = row.answer.effects.contains { effect in
        would.contains { $0.value == effect.word }
      }
      if isMet {
        result.append(index)
      }
    }
    return result
  }

  /// Reports kinds that an offered action can carry and no table decides.
  private func checkComplete(
    _ kindsDecided: [MethodKindSet], _ isDecided: [Bool], _ findings: inout Findings
  ) {
    if document.decisions.isEmpty {
      // It contradicts nothing, but it is of no use.
      findings.error(
        .missingTable, "the policy decides nothing", at: document.name.position,
        help: "add a table to `decisions`, such as `sign-in`")
    }
    for (index, action) in vocabulary.actions.enumerated() where isDecided[index] {
      let missing = vocabulary.kinds(of: action).subtracting(kindsDecided[index])
      guard !missing.isEmpty else { continue }
      let first = document.decisions.first { $0.action.value == action.name }
      findings.error(
        .missingTable,
        "`" + action.name.text + "` does not decide "
          + Findings.list(missing.kinds.map { $0.name }) + ", which providers offer",
        at: first?.key.position ?? document.name.position,
        help: "add a table `" + action.name.text + "." + missing.kinds[0].name.text + ":`")
    }
  }
}
