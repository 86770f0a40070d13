internal import LinkPolicy
internal import LinkPolicyDiagnostics

extension VocabularyBuilder {
  /// Builds the schema: every fact with all its values.
  mutating func buildSchema(
    _ actions: [ActionDefinition], _ providers: ProviderTable
  ) -> FactSchema {
    findings.checkUnique("setting", document.settings.map { $0.name })
    findings.checkUnique("input", document.inputs.map { $0.name })
    findings.checkUnique("label", document.labels.map { $0.name })
    findings.checkUnique("fact", document.facts.map { $0.name })
    for fact in document.facts {
      for engine in EngineFact.allCases where engine.name == fact.name.value {
        findings.error(
          .duplicateName, "`" + fact.name.value.text + "` is a fact of the engine",
          at: fact.name.position, help: "choose another name for the derived fact")
      }
    }
    checkDerivedNames()
    let claims = document.claims.map { claim in
      fact(.claim, named: claim.name, values: claim.words.map { $0.name })
    }
    let settings = document.settings.map { setting in
      fact(.setting, named: setting.name, values: setting.values)
    }
    let inputs = document.inputs.map { input in
      fact(.input, named: input.name, values: input.values)
    }
    let labels = document.labels.map { label in
      fact(.label, named: label.name, values: label.values)
    }
    let derived = document.facts.map { declared in
      fact(.derived, named: declared.name, values: declared.values)
    }
    var schema = FactSchema(
      actions, providers, domains: document.domains.map { $0.name.value }, claims: claims,
      settings: settings, inputs: inputs,
      identifiers: document.identifiers.map { DeclaredFact.identifier.fact($0.name.value, []) },
      labels: labels, derived: derived)
    schema.requireInputs(document.inputs.map { $0.isRequired })
    schema.markInputs(
      retry: document.inputs.map { $0.isRetry }, factor: document.inputs.map { $0.isFactor })
    checkLimits(schema)
    return schema
  }

  /// Reports each derived fact whose name another declared fact already has.
  private mutating func checkDerivedNames() {
    let declared: [(kind: DeclaredFact, names: [Located<Name>])] = [
      (.claim, document.claims.map { $0.name }), (.setting, document.settings.map { $0.name }),
      (.input, document.inputs.map { $0.name }),
      (.identifier, document.identifiers.map { $0.name }),
      (.label, document.labels.map { $0.name }),
    ]
    for fact in document.facts {
      for (kind, names) in declared {
        for name in names where kind.fact(name.value, []).name == fact.name.value {
          findings.duplicate("fact", fact.name, first: name.position)
        }
      }
    }
  }

  private mutating func fact(
    _ kind: DeclaredFact, named name: Located<Name>, values: [Located<Name>]
  ) -> FactSchema.SchemaFact {
    findings.checkUnique("value", values)
    for value in values where kind.ownValues.contains(value.value) {
      findings.error(
        .invalidDeclaration,
        "`" + value.value.text + "` is the engine's own word and cannot be declared",
        at: value.position)
    }
    if values.isEmpty {
      findings.error(
        .invalidDeclaration, "`" + name.value.text + "` has no values", at: name.position)
    }
    return kind.fact(name.value, values.map { $0.value })
  }

  private mutating func checkLimits(_ schema: FactSchema) {
    if schema.facts.count > FactSchema.capacity {
      findings.error(
        .tooMany,
        "the policy has " + String(schema.facts.count) + " facts; the most is "
          + String(FactSchema.capacity), at: document.name.position)
    }
    for fact in schema.facts where fact.values.count > Int(UInt16.max) {
      findings.error(
        .tooMany, "`" + fact.name.text + "` has more than 65,535 values",
        at: document.name.position)
    }
  }

  /// Builds the declared pools, or a single pool of all providers; `*` represents the providers that no pool names.
  mutating func buildPools(_ providers: ProviderTable) -> PoolTable {
    let everyone = ValueSet.all(providers.providers.count + 1)
    guard !document.pools.isEmpty else {
      return PoolTable(pools: [PoolTable.Pool(name: "all", providers: everyone)])
    }
    findings.checkUnique("pool", document.pools.map { $0.name })
    var pools: [PoolTable.Pool] = []
    var rest: Int?
    var named = ValueSet()
    for (index, declared) in document.pools.enumerated() {
      var pool = PoolTable.Pool(name: declared.name.value, providers: ValueSet())
      for id in declared.providers {
        if id.value == "*" {
          if rest != nil {
            findings.error(
              .duplicateName, "two pools are for all other providers", at: id.position)
          }
          rest = index
        } else if let value = providers.providers.firstIndex(where: { $0.id == id.value }) {
          if named.contains(value) {
            findings.error(
              .duplicateName, "provider `" + id.value.text + "` is in two pools",
              at: id.position)
          }
          named.insert(value)
          pool.providers.insert(value)
        } else {
          findings.unknown("provider", id, among: providers.providers.map { $0.id } + ["*"])
        }
      }
      pools.append(pool)
    }
    if let rest {
      pools[rest].providers = pools[rest].providers.union(everyone.subtracting(named))
    } else {
      findings.error(
        .invalidDeclaration, "no pool contains the providers that no pool names",
        at: document.pools[0].name.position, help: "add `\"*\"` to one pool")
    }
    return PoolTable(pools: pools)
  }
}
