internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// A decoder that turns the YAML tree of a policy, after `extends` is resolved, into a ``PolicyDocument``.
///
/// The decoder checks only keys and types. The compiler checks the meaning of names.
struct DocumentDecoder {
  var findings = PolicyFindings()

  /// Decodes a tree into a document, which is valid only if no finding is an error.
  mutating func decode(_ root: YAMLNode, sources: SourceMap) -> PolicyDocument {
    var document = PolicyDocument(
      name: Located("policy", at: root.position), sources: sources)
    guard var map = MapReader(root, as: "a policy", &findings) else { return document }
    checkVersion(map.required("linkpolicy", &findings))
    // The reader has already verified the digest. The document omits the digest, because any edit would make the digest
    // wrong.
    _ = map.name(OwnDigest.key, &findings)
    if let name = map.required("name", &findings).flatMap({ findings.name($0) }) {
      document.name = name
    }
    document.title = map.name("title", &findings)?.value ?? ""
    decodeDeclarations(&map, &document)
    document.facts = entries(&map, "facts").compactMap { fact($0) }
    document.proof = map.node("proof").map { proof($0) } ?? []
    document.impossible = items(&map, "impossible").compactMap { impossible($0) }
    document.guards = map.node("guards").map { rows($0) } ?? []
    if let decisions = map.required("decisions", &findings) {
      document.decisions = findings.entries(decisions, of: "tables").compactMap { table($0) }
    }
    document.errors = entries(&map, "errors").compactMap { error($0) }
    document.findings = items(&map, "findings").compactMap { finding($0) }
    document.invariants = items(&map, "invariants").compactMap { invariant($0) }
    map.finish(&findings)
    return document
  }

  private mutating func checkVersion(_ node: YAMLNode?) {
    guard let node, let version = findings.name(node), version.value != "1" else { return }
    findings.add(
      .unknownVersion, "unknown format version `" + version.value.text + "`",
      at: version.position, help: "write `linkpolicy: 1`, the version that this package reads")
  }

  mutating func entries(_ map: inout MapReader, _ key: StaticString) -> [YAMLMap.Entry] {
    map.node(key).map { findings.entries($0, of: "\(key)") } ?? []
  }

  mutating func items(_ map: inout MapReader, _ key: StaticString) -> [YAMLNode] {
    map.node(key).map { findings.items($0, of: "\(key)") } ?? []
  }

  private mutating func fact(_ entry: YAMLMap.Entry) -> FactDeclaration? {
    guard var map = MapReader(entry.value, as: "a fact", &findings) else { return nil }
    let values = map.required("values", &findings).map { findings.names($0) } ?? []
    let hit = hitPolicy(&map)
    let rows = map.required("rows", &findings).map { self.rows($0) } ?? []
    map.finish(&findings)
    return FactDeclaration(entry.key, values: values, hit: hit, rows: rows)
  }

  private mutating func table(_ entry: YAMLMap.Entry) -> TableDeclaration? {
    guard var map = MapReader(entry.value, as: "a table", &findings) else { return nil }
    let hit = hitPolicy(&map)
    let rows = map.required("rows", &findings).map { self.rows($0) } ?? []
    map.finish(&findings)
    return TableDeclaration(entry.key, hit: hit, rows: rows)
  }

  private mutating func hitPolicy(_ map: inout MapReader) -> HitPolicy {
    map.choice("hit", of: [("unique", .unique), ("first", .first)], &findings) ?? .unique
  }

  private mutating func impossible(_ node: YAMLNode) -> ImpossibleDeclaration? {
    guard var map = MapReader(node, as: "an impossible combination", &findings) else {
      return nil
    }
    return impossible(&map)
  }

  /// Decodes an entry of `impossible:`; every unread key of the map is a condition.
  mutating func impossible(_ map: inout MapReader) -> ImpossibleDeclaration? {
    guard let because = map.required("because", &findings).flatMap({ findings.name($0) }) else {
      return nil
    }
    if map.rest.isEmpty {
      findings.add(
        .wrongType, "an impossible combination names no fact", at: map.position,
        help: "add conditions; without conditions, the entry would make every attempt impossible")
    }
    return ImpossibleDeclaration(
      conditions: map.rest.compactMap { condition($0) }, because: because)
  }

  private mutating func proof(_ node: YAMLNode) -> [Condition] {
    if let map = node.map, map.entries.isEmpty {
      findings.add(
        .wrongType, "`proof` names no fact", at: node.position,
        help:
          "state the conditions that prove an address, such as `proof: {trust: trusted}`, or omit `proof`"
      )
    }
    return conditions(node)
  }

  private mutating func error(_ entry: YAMLMap.Entry) -> ErrorDeclaration? {
    guard var map = MapReader(entry.value, as: "an error", &findings) else { return nil }
    var error = ErrorDeclaration(entry.key)
    error.ask = map.name("ask", &findings)
    error.tell = map.names("tell", &findings) ?? []
    for name in entries(&map, "names") {
      if let text = findings.name(name.value) {
        error.names.append((platform: name.key, name: text))
      }
    }
    map.finish(&findings)
    return error
  }
}

extension DocumentDecoder {
  /// Decodes the rows of a list, including the rows below `given:`.
  mutating func rows(_ node: YAMLNode, given: [Condition] = []) -> [RowDeclaration] {
    var rows: [RowDeclaration] = []
    for item in findings.items(node, of: "rows") {
      guard var map = MapReader(item, as: "a row", &findings) else { continue }
      if let shared = map.node("given") {
        let conditions = conditions(shared)
        checkNotGiven(conditions, given)
        if let inner = map.required("rows", &findings) {
          rows += self.rows(inner, given: given + conditions)
        }
        map.finish(&findings)
      } else if let row = row(&map, given) {
        rows.append(row)
      }
    }
    return rows
  }

  /// Decodes one row; every unread key of the map is a condition.
  mutating func row(_ map: inout MapReader, _ given: [Condition]) -> RowDeclaration? {
    guard let id = map.required("id", &findings).flatMap({ findings.name($0) }) else {
      return nil
    }
    var row = RowDeclaration(id: id)
    row.value = map.name("is", &findings)
    row.effects = map.node("do").map { effects($0) }
    row.refusal = map.name("refuse", &findings)
    row.would = map.names("would", &findings)
    row.ask = map.name("ask", &findings)
    row.tell = map.names("tell", &findings)
    row.show = map.name("show", &findings)
    row.overrides = map.names("overrides", &findings) ?? []
    row.because = map.names("because", &findings) ?? []
    for key in ["comment", "owner", "since"] as [StaticString] {
      if let text = map.name(key, &findings) {
        row.metadata.append((key: Name("\(key)"), value: text.value))
      }
    }
    let own = map.rest.compactMap { condition($0) }
    checkNotGiven(own, given)
    row.conditions = given + own
    return row
  }

  private mutating func checkNotGiven(_ conditions: [Condition], _ given: [Condition]) {
    for condition in conditions {
      for shared in given where shared.fact.value == condition.fact.value {
        findings.add(
          .repeatedCondition,
          "`given` already has a condition on `" + condition.fact.value.text + "` for these rows",
          at: condition.fact.position,
          help: "remove the condition from this row, or move the row out of `given`",
          related: [
            Diagnostic.Related("the condition of `given` is here", at: shared.fact.position)
          ])
      }
    }
  }

  mutating func conditions(_ node: YAMLNode) -> [Condition] {
    findings.entries(node, of: "conditions").compactMap { condition($0) }
  }

  mutating func condition(_ entry: YAMLMap.Entry) -> Condition? {
    guard let map = entry.value.map else {
      let values = findings.names(entry.value)
      checkNotEmpty(values, entry)
      return Condition(entry.key, values)
    }
    guard map.entries.count == 1, map.entries[0].key.value.isSpelled("not") else {
      findings.wrongType(entry.value, expected: "a value, a list, or `{not: ...}`")
      return nil
    }
    let values = findings.names(map.entries[0].value)
    checkNotEmpty(values, entry)
    return Condition(entry.key, values, isNegated: true)
  }

  private mutating func checkNotEmpty(_ values: [Located<Name>], _ entry: YAMLMap.Entry) {
    if values.isEmpty, entry.value.list != nil || entry.value.map != nil {
      findings.add(
        .wrongType, "`" + entry.key.value.text + "` lists no value", at: entry.value.position,
        help: "add a value, or omit the condition to match every value")
    }
  }

  /// Decodes the effects of a `do:` list, such as `[link, send-code: verify]`.
  private mutating func effects(_ node: YAMLNode) -> [EffectDeclaration] {
    var effects: [EffectDeclaration] = []
    for item in findings.items(node, of: "effects") {
      guard let map = item.map else {
        if let word = findings.name(item) {
          effects.append(EffectDeclaration(word))
        }
        continue
      }
      guard map.entries.count == 1 else {
        findings.wrongType(item, expected: "one effect, such as `send-code: verify`")
        continue
      }
      effects.append(
        EffectDeclaration(map.entries[0].key, arguments(map.entries[0].value)))
    }
    return effects
  }

  private mutating func arguments(_ node: YAMLNode) -> [Located<Name>] {
    guard let map = node.map else { return findings.names(node) }
    var arguments: [Located<Name>] = []
    for entry in map.entries {
      arguments.append(entry.key)
      if let value = findings.name(entry.value) {
        arguments.append(value)
      }
    }
    return arguments
  }
}

extension DocumentDecoder {
  /// Decodes an entry of `findings:`; returns nil if the entry is invalid.
  mutating func finding(_ node: YAMLNode) -> FindingDeclaration? {
    guard var map = MapReader(node, as: "the level of a finding", &findings) else { return nil }
    let code = map.required("code", &findings).flatMap { findings.name($0) }
    let subject = map.name("at", &findings)
    let levels: [(Name, FindingLevel)] = [
      ("off", .off), ("note", .reported(.note)), ("warning", .reported(.warning)),
      ("error", .reported(.error)),
    ]
    let level = map.required("level", &findings).flatMap { findings.name($0) }
      .flatMap { findings.choice($0, of: levels) }
    let reason = map.required("reason", &findings).flatMap { findings.name($0) }
    if let reason, reason.value.bytes.isEmpty {
      findings.add(
        .wrongType, "the reason is empty", at: reason.position,
        help: "give the reason for the different level of this finding")
    }
    map.finish(&findings)
    guard let code, let level, let reason else { return nil }
    return FindingDeclaration(code, subject: subject, level: level.level, reason: reason.value)
  }
}

/// The level of a finding in the text of a policy: a level of a diagnostic, or `off`.
private enum FindingLevel {
  case off
  case reported(Diagnostic.Level)

  var level: Diagnostic.Level? {
    switch self {
    case .off: nil
    case .reported(let level): level
    }
  }
}

extension DocumentDecoder {
  /// Decodes an entry of `invariants:`.
  mutating func invariant(_ node: YAMLNode) -> InvariantDeclaration? {
    guard var map = MapReader(node, as: "an invariant", &findings) else { return nil }
    return invariant(&map)
  }

  /// Decodes an invariant; every unread key of the map is a condition.
  mutating func invariant(_ map: inout MapReader) -> InvariantDeclaration? {
    let id = map.required("id", &findings).flatMap { findings.name($0) }
    let never = map.required("never", &findings)
    guard let id, let never else { return nil }
    var invariant = InvariantDeclaration(id: id)
    invariant.never = findings.names(never)
    if invariant.never.isEmpty {
      findings.add(
        .wrongType, "`never` lists nothing", at: never.position,
        help: "name `allowed`, `refused`, an error, or effects such as `link`")
    }
    invariant.because = map.names("because", &findings) ?? []
    invariant.conditions = map.rest.compactMap { condition($0) }
    return invariant
  }
}
