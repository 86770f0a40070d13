internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// A resolver for the names in rows: in conditions, and in the answers of decisions, guards and
/// derived facts.
struct RowResolver {
  let document: PolicyDocument
  let vocabulary: Vocabulary
  let errors: [CompiledError]
  private var conditions: ConditionResolver
  private var own = Findings()

  init(document: PolicyDocument, vocabulary: Vocabulary, errors: [CompiledError]) {
    self.document = document
    self.vocabulary = vocabulary
    self.errors = errors
    conditions = ConditionResolver(schema: vocabulary.schema, groups: document.actionGroups)
  }

  /// The findings so far.
  var findings: [Diagnostic] { conditions.findings.diagnostics + own.diagnostics }

  mutating func checkGroups() {
    conditions.checkGroups()
  }

  mutating func resolve(
    _ conditions: [Condition], before limit: Int? = nil,
    of kinds: [MethodKind] = MethodKind.allCases
  ) -> [ResolvedCondition] {
    self.conditions.resolve(
      conditions, before: limit ?? vocabulary.schema.facts.count, of: kinds)
  }

  /// Resolves a row of a derived fact.
  ///
  /// The row can test only facts that precede the derived fact.
  mutating func fact(_ row: RowDeclaration, of index: Int) -> CompiledRow {
    var compiled = common(row, before: index)
    refuseKeys(of: row, in: "a fact table")
    refuse("would", at: row.would?.first, in: row)
    refuse("ask", at: row.ask, in: row)
    refuse("show", at: row.show, in: row)
    if row.tell != nil {
      refuse("tell", at: row.tell?.first ?? row.id, in: row)
    }
    if let value = row.value {
      if let number = vocabulary.schema.facts[index].value(named: value.value) {
        compiled.value = number
      } else {
        own.unknown("value", value, among: vocabulary.schema.facts[index].values)
      }
    } else {
      own.error(
        .invalidAnswer, "row `" + row.id.value.text + "` has no value", at: row.id.position,
        help: "add `is:` with one of " + Findings.list(vocabulary.schema.facts[index].values))
    }
    return compiled
  }

  private mutating func refuseKeys(of row: RowDeclaration, in place: String) {
    if row.effects != nil || row.refusal != nil {
      own.error(
        .invalidAnswer,
        "row `" + row.id.value.text + "` has `do` or `refuse`, which " + place + " cannot",
        at: row.id.position)
    }
  }

  /// Reports a key that is not allowed in the row, such as `would` outside of a guard.
  private mutating func refuse(_ key: String, at value: Located<Name>?, in row: RowDeclaration) {
    guard let value else { return }
    own.error(
      .invalidAnswer, "`" + key + "` means nothing in row `" + row.id.value.text + "`",
      at: value.position, help: "remove the key")
  }

  /// Resolves a row of a decision table, and reports a row that has neither `do` nor `refuse`.
  mutating func decision(
    _ row: RowDeclaration, of kinds: [MethodKind] = MethodKind.allCases
  ) -> CompiledRow {
    var compiled = common(row, before: vocabulary.schema.facts.count, of: kinds)
    if row.effects == nil, row.refusal == nil {
      own.error(
        .invalidAnswer, "row `" + row.id.value.text + "` has neither `do` nor `refuse`",
        at: row.id.position, help: "add `do:` or `refuse:`; `do: []` is a silent success")
    }
    refuse("would", at: row.would.map { $0.first ?? row.id }, in: row)
    refuse("is", at: row.value, in: row)
    compiled.answer = answer(of: row)
    return compiled
  }

  /// Resolves a guard, and reports a guard that does not refuse or that has effects.
  mutating func guarding(_ row: RowDeclaration) -> CompiledRow {
    var compiled = common(row, before: vocabulary.schema.facts.count)
    if row.refusal == nil || row.effects != nil {
      own.error(
        .invalidAnswer, "guard `" + row.id.value.text + "` must refuse and do nothing else",
        at: row.id.position)
    }
    refuse("is", at: row.value, in: row)
    refuse("overrides", at: row.overrides.first, in: row)
    compiled.answer = answer(of: row)
    compiled.hasWould = row.would != nil
    for word in row.would ?? [] {
      if !Effect.words.contains(word.value) {
        own.unknown("effect", word, among: Effect.words)
      }
      compiled.would.append(word.value)
    }
    return compiled
  }

  /// Resolves the names in an invariant that the policy declares.
  mutating func invariant(_ declared: InvariantDeclaration) -> CompiledInvariant {
    var compiled = CompiledInvariant(
      id: declared.id.value,
      conditions: resolve(declared.conditions, before: vocabulary.schema.facts.count),
      position: declared.id.position)
    for word in declared.never {
      if word.value == "allowed" {
        compiled.neverAllowed = true
      } else if word.value == "refused" {
        compiled.neverRefused = true
      } else if let index = errors.firstIndex(where: { $0.name == word.value }) {
        compiled.errors.append(index)
      } else if Effect.words.contains(word.value) {
        compiled.effects.append(word.value)
      } else {
        own.unknown(
          "outcome or effect", word,
          among: ["allowed", "refused"] + errors.map { $0.name } + Effect.words)
      }
    }
    return compiled
  }

  private mutating func common(
    _ row: RowDeclaration, before limit: Int, of kinds: [MethodKind] = MethodKind.allCases
  ) -> CompiledRow {
    CompiledRow(
      id: row.id.value, conditions: resolve(row.conditions, before: limit, of: kinds),
      answer: CompiledAnswer(), because: row.because.map { $0.value },
      position: row.id.position)
  }

  private mutating func answer(of row: RowDeclaration) -> CompiledAnswer {
    var answer = CompiledAnswer()
    for declared in row.effects ?? [] {
      if let effect = effect(declared) {
        answer.effects.append(effect)
      }
    }
    if let name = row.refusal, let index = error(name) {
      answer.error = index
      answer.ask = errors[index].ask
      answer.tell = errors[index].tell
    }
    if let ask = row.ask {
      answer.ask = Self.remedy(ask, &own)
    }
    if let tell = row.tell {
      answer.tell = tell.compactMap { Self.disclosure($0, &own) }
    }
    if let shown = row.show {
      if shown.value == "allowed" {
        answer.shown = .allowed
      } else if let index = error(shown) {
        answer.shown = .error(index)
      }
    }
    return answer
  }

  private mutating func error(_ name: Located<Name>) -> Int? {
    if let index = errors.firstIndex(where: { $0.name == name.value }) {
      return index
    }
    own.unknown("error", name, among: errors.map { $0.name })
    return nil
  }

  static func remedy(_ name: Located<Name>, _ findings: inout Findings) -> Remedy? {
    for remedy in Remedy.allCases where remedy.name == name.value {
      return remedy
    }
    findings.unknown("remedy", name, among: Remedy.allCases.map { $0.name })
    return nil
  }

  static func disclosure(_ name: Located<Name>, _ findings: inout Findings) -> Disclosure? {
    for disclosure in Disclosure.allCases where disclosure.name == name.value {
      return disclosure
    }
    findings.unknown("word for `tell`:", name, among: Disclosure.allCases.map { $0.name })
    return nil
  }

  private mutating func effect(_ declared: EffectDeclaration) -> Effect? {
    let name = declared.name
    switch EffectWord(name.value)?.form {
    case .plain(let effect):
      if let argument = declared.arguments.first {
        own.error(
          .invalidAnswer, "`" + name.value.text + "` takes no argument", at: argument.position)
      }
      return effect
    case .kinds:
      let kinds = declared.arguments.compactMap { kind($0) }
      if declared.arguments.isEmpty {
        own.error(
          .invalidAnswer, "`" + name.value.text + "` names no kinds", at: name.position)
      }
      return .drop(kinds)
    case .purpose: return code(declared)
    case .label: return label(declared)
    case .identifier(let isStored):
      return identifier(declared).map { isStored ? .setIdentifier($0) : .clearIdentifier($0) }
    case nil:
      own.unknown("effect", name, among: Effect.words)
      return nil
    }
  }

  private mutating func code(_ declared: EffectDeclaration) -> Effect? {
    let name = declared.name
    guard declared.arguments.count == 1 else {
      own.error(
        .invalidAnswer, "`" + name.value.text + "` needs one purpose", at: name.position)
      return nil
    }
    let purpose = CodePurpose(declared.arguments[0].value)
    guard vocabulary.purposes.number(of: purpose) != nil else {
      own.unknown("purpose", declared.arguments[0], among: vocabulary.purposes.names)
      return nil
    }
    return .sendCode(purpose)
  }

  private mutating func identifier(_ declared: EffectDeclaration) -> Name? {
    let name = declared.name
    guard declared.arguments.count == 1 else {
      own.error(
        .invalidAnswer, "`" + name.value.text + "` needs one identifier", at: name.position,
        help: "write `" + name.value.text + ": NAME`")
      return nil
    }
    let known = document.identifiers.map { $0.name.value }
    guard known.contains(declared.arguments[0].value) else {
      own.unknown("identifier", declared.arguments[0], among: known)
      return nil
    }
    return declared.arguments[0].value
  }

  private mutating func label(_ declared: EffectDeclaration) -> Effect? {
    guard declared.arguments.count == 2 else {
      own.error(
        .invalidAnswer, "`set` needs a label and a value", at: declared.name.position,
        help: "write `set: {label: value}`")
      return nil
    }
    let (name, value) = (declared.arguments[0], declared.arguments[1])
    guard let label = document.labels.first(where: { $0.name.value == name.value }) else {
      own.unknown("label", name, among: document.labels.map { $0.name.value })
      return nil
    }
    guard label.values.contains(where: { $0.value == value.value }) else {
      own.unknown("value of the label:", value, among: label.values.map { $0.value })
      return nil
    }
    return .setLabel(name: name.value, value: value.value)
  }

  private mutating func kind(_ name: Located<Name>) -> MethodKind? {
    if let kind = MethodKind(name.value) {
      return kind
    }
    own.unknown("kind of sign-in", name, among: MethodKind.allCases.map { $0.name })
    return nil
  }
}
