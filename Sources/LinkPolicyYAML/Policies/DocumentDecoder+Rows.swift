internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

extension DocumentDecoder {
  /// The rows of a list, with those below `given:` flattened.
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

  /// One row; what is left of the map are its conditions.
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
          "`" + condition.fact.value.text + "` is given for these rows already",
          at: condition.fact.position, help: "remove it here, or move the row out of `given`",
          related: [Diagnostic.Related("given here", at: shared.fact.position)])
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
        help: "a condition needs at least one value; leave it out for any value")
    }
  }

  /// The effects of a `do:` list.
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
