internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// A resolver for the names in decision tables: actions, kinds and rows.
struct TableResolver {
  let document: PolicyDocument
  let vocabulary: Vocabulary

  init(_ document: PolicyDocument, _ vocabulary: Vocabulary) {
    self.document = document
    self.vocabulary = vocabulary
  }

  /// Returns the tables in order, and reports missing and duplicate tables.
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
      resolveRows(of: &table, from: declared, &rows, &findings)
      tables.append(table)
    }
    checkComplete(kindsDecided: kindsDecided, isDecided: isDecided, &findings)
    return tables
  }

  /// Returns an edited table: a table of the base policy with the rows of the document.
  func edited(
    _ base: CompiledTable, at index: Int, by rows: inout RowResolver,
    _ findings: inout Findings
  ) -> CompiledTable {
    var table = base
    table.hit = document.decisions[index].hit
    table.graph = DecisionGraph()
    resolveRows(of: &table, from: document.decisions[index], &rows, &findings)
    return table
  }

  /// Updates the guards with `would` that each row can meet.
  func setWouldGuards(of tables: inout [CompiledTable]) {
    for table in tables.indices {
      for row in tables[table].rows.indices {
        tables[table].rows[row].wouldGuards = wouldGuards(for: tables[table].rows[row])
      }
    }
  }

  private func resolveRows(
    of table: inout CompiledTable, from declared: TableDeclaration, _ rows: inout RowResolver,
    _ findings: inout Findings
  ) {
    findings.checkUnique("row", declared.rows.map { $0.id })
    if declared.rows.isEmpty {
      findings.error(
        .gap, "table `" + declared.key.value.text + "` has no rows", at: declared.key.position)
    }
    let kinds = table.kinds
    table.rows = declared.rows.map { rows.decision($0, of: kinds) }
    for index in table.rows.indices {
      table.rows[index].wouldGuards = wouldGuards(for: table.rows[index])
    }
  }

  private func kinds(
    of declared: TableDeclaration, _ action: ActionDefinition, _ findings: inout Findings
  ) -> [MethodKind] {
    let possible = vocabulary.kinds(of: action)
    if possible.isEmpty, !action.kinds.isEmpty {
      findings.error(
        .invalidDeclaration, "no provider offers a kind that `" + action.name.text + "` carries",
        at: declared.key.position, help: "remove the table, or declare a provider with such a kind")
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

  /// Returns the guards with `would` that can match the effects of a row, in order.
  private func wouldGuards(for row: CompiledRow) -> [Int] {
    var result: [Int] = []
    for (index, guarding) in document.guards.enumerated() {
      guard let would = guarding.would else { continue }
      let isMet = row.answer.effects.contains { effect in
        would.contains { effect.synonyms.contains($0.value) }
      }
      if isMet {
        result.append(index)
      }
    }
    return result
  }

  /// Reports each kind of method that attempts of a decided action can carry, but that no table decides.
  private func checkComplete(
    kindsDecided: [MethodKindSet], isDecided: [Bool], _ findings: inout Findings
  ) {
    if document.decisions.isEmpty {
      // A policy without tables is consistent but useless.
      findings.error(
        .missingTable, "the policy decides nothing, because it has no table",
        at: document.name.position,
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

/// A resolver that replaces the names in conditions by the facts and values of a schema.
struct ConditionResolver {
  let schema: FactSchema
  let groups: [ActionGroupDeclaration]
  var findings = Findings()

  /// Resolves the facts and values that conditions name.
  ///
  /// The method reports and omits each condition that it cannot resolve.
  ///
  /// - Parameters:
  ///   - conditions: the conditions as written.
  ///   - limit: the index of the first fact that is not available yet; a derived fact can test only earlier facts.
  ///   - kinds: the kinds of method to which the conditions apply, unless a condition restricts them.
  /// - Returns: the resolved conditions, in order.
  mutating func resolve(
    _ conditions: [Condition], before limit: Int, of kinds: [MethodKind] = MethodKind.allCases
  ) -> [ResolvedCondition] {
    var resolved: [ResolvedCondition] = []
    var seen: [Name: SourcePosition] = [:]
    for condition in conditions {
      if let first = seen[condition.fact.value] {
        findings.duplicate("condition on", condition.fact, first: first)
        continue
      }
      seen[condition.fact.value] = condition.fact.position
      guard let fact = fact(condition.fact, before: limit) else { continue }
      var values = ValueSet()
      for value in condition.values {
        if let number = schema.facts[fact].value(named: value.value) {
          if values.contains(number) {
            findings.duplicate("value", value, first: nil)
          }
          values.insert(number)
        } else if fact == EngineFact.action.rawValue, let group = group(value.value) {
          values = values.union(group)
        } else if let several = Self.collective(value.value, of: fact) {
          values = values.union(several)
        } else {
          findings.unknown(
            "value of `" + condition.fact.value.text + "`:", value,
            among: schema.facts[fact].values)
        }
      }
      if condition.isNegated {
        values = ValueSet.all(schema.count(fact)).subtracting(values)
      }
      resolved.append(
        ResolvedCondition(fact: fact, values: values, position: condition.fact.position))
    }
    let tested = resolved.first { $0.fact == EngineFact.kind.rawValue }?.values
    let met = kinds.filter { tested?.contains(Int($0.rawValue)) ?? true }
    for condition in conditions {
      checkDivided(condition, met)
    }
    return resolved
  }

  /// Reports a condition that names an old value, but not all values that replaced the old value.
  private mutating func checkDivided(_ condition: Condition, _ kinds: [MethodKind]) {
    guard let fact = schema.index(of: condition.fact.value).flatMap({ EngineFact(rawValue: $0) })
    else { return }
    var division = Division(kinds: kinds)
    fact.accept(&division)
    guard let old = condition.values.first(where: { division.old == $0.value }) else { return }
    let isNamed = { (word: Name) in condition.values.contains { $0.value == word } }
    guard !division.into.allSatisfy(isNamed) else { return }
    let (name, into) = (condition.fact.value.text, Findings.list(division.into))
    findings.error(
      .dividedValue,
      "no " + Findings.list(division.of.map { $0.name }) + " attempt has `" + name + ": "
        + old.value.text + "` any more: it was divided into " + into,
      at: old.position,
      help: "write " + into + " in place of `" + old.value.text
        + "`, or all new values if the row is also about other kinds of sign-in")
  }

  private mutating func fact(_ name: Located<Name>, before limit: Int) -> Int? {
    let known = schema.facts[..<limit].map { $0.name }
    guard let index = schema.index(of: name.value) else {
      // A misspelled key of a row looks like a fact.
      findings.unknown("fact", name, among: known + RowDeclaration.keys)
      return nil
    }
    guard index < limit else {
      findings.error(
        .unknownName, "derived fact `" + name.value.text + "` is used before it is declared",
        at: name.position,
        help: "move the table of this fact up; a derived fact tests only earlier derived facts")
      return nil
    }
    return index
  }

  /// Returns the values that a collective word of an engine fact represents; nil for any other word.
  private static func collective(_ word: Name, of fact: Int) -> ValueSet? {
    guard let described = EngineFact(rawValue: fact)?.described else { return nil }
    return described.collectives.first { $0.word == word }.map { ValueSet($0.values) }
  }

  private mutating func group(_ name: Name) -> ValueSet? {
    for group in groups where group.name.value == name {
      var values = ValueSet()
      for action in group.actions {
        if let number = schema.facts[EngineFact.action.rawValue].value(named: action.value) {
          values.insert(number)
        }
      }
      return values
    }
    return nil
  }

  /// Reports undeclared actions in groups, and groups that have the name of an action.
  mutating func checkGroups() {
    findings.checkUnique("action group", groups.map { $0.name })
    let actions = schema.facts[EngineFact.action.rawValue].values
    for group in groups {
      if actions.contains(group.name.value) {
        findings.error(
          .duplicateName, "`" + group.name.value.text + "` is an action and cannot be a group",
          at: group.name.position)
      }
      for action in group.actions where !actions.contains(action.value) {
        findings.unknown("action", action, among: actions)
      }
    }
  }
}

/// The values that replaced an old value of a fact, for attempts of some kinds.
private struct Division: StatedFactVisitor {
  typealias Failure = Never

  let kinds: [MethodKind]
  private(set) var old: Name?
  private(set) var into: [Name] = []
  /// The kinds whose attempts cannot have the old value.
  private(set) var of: [MethodKind] = []

  init(kinds: [MethodKind]) {
    self.kinds = kinds
  }

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    of = kinds.filter { fact.unstated(for: $0) != fact.unset }
    guard let divided = fact.fact.text.divided, !of.isEmpty else { return }
    (old, into) = divided
  }
}
