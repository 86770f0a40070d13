package import LinkPolicy
package import LinkPolicyAuthoring

/// The pattern of the attempts that one table decides with one kind of sign-in: the facts to vary,
/// and the properties to choose.
package final class AttemptPattern: Sendable {
  /// The table's index.
  package let table: Int
  package let action: ActionDefinition
  /// The kind of sign-in; nil for attempts without one.
  let kind: MethodKind?
  /// The classes of facts that rows, guards and derived facts of the table distinguish.
  let axes: ConditionAxes
  /// The properties of an attempt that do not depend on the accounts, such as the nonce.
  let modifiers: [Modifier]
  /// The modifiers that may change which accounts the lookup returns.
  let structural: [Modifier]
  /// The combinations of the modifiers, for attempts without a password to check and with one.
  let combinations: [Modification]
  let checkedCombinations: [Modification]
  /// The axes of facts that the accounts and the assertion determine, so that no modifier sets
  /// them.
  let basis: [CellAxis]
  /// The properties of an account that no fact shows but that affect the results of effects.
  let subjects: [EffectSubject]
  /// Whether attempts are made with and without a session, although the action requires none.
  let triesSessions: Bool
  /// Whether the tenant of an attempt matters.
  let triesTenants: Bool
  /// Whether attempts are made with an unknown code in addition to no code.
  let triesUnknownCodes: Bool

  private init(
    policy: CompiledPolicy, table: Int, kind: MethodKind?, axes: ConditionAxes,
    tellsRequesters: Bool, under settings: Settings
  ) {
    self.table = table
    self.kind = kind
    self.axes = axes
    action = policy.vocabulary.actions[policy.storage.tables[table].action]
    let all = Modifier.all(of: policy, action: action, kind: kind, axes: axes).filter {
      !$0.varies(settings)
    }
    // The conditions of `proof` determine which addresses are looked up, so their facts are not
    // independent of the lookup.
    let proof =
      policy.vocabulary.addresses.match == .anyProven && kind == .federated
      ? ValueSet(policy.withDerived(policy.storage.proof).map { $0.fact }) : ValueSet()
    structural = all.filter { proof.contains($0.fact) }
    modifiers = all.filter { !proof.contains($0.fact) }
    combinations = Modification.all(of: modifiers)
    checkedCombinations = Modification.all(of: modifiers + [.secret])
    var free = ValueSet(modifiers.map { $0.fact })
    free.insert(EngineFact.action.rawValue)
    free.insert(EngineFact.kind.rawValue)
    if action.requestsLink {
      for link in FactDescription.all where link.stated?.carrier == .link {
        free.insert(link.fact.rawValue)
      }
    }
    // Derived facts follow from the others.
    free = free.union(ValueSet(policy.vocabulary.schema.derived))
    // The accounts determine whether there is a password to check, but an attempt can choose a
    // correct or a wrong one.
    basis = axes.axes.filter { !free.contains($0.fact) }
    subjects = EffectSubject.all(of: policy.storage.tables[table])
    let mails = policy.storage.tables[table].templates.contains { $0.kind == .putCode }
    triesSessions =
      action.pointsTo == .session || axes.tests(.session)
      || (action.carriesCode(kind) && axes.tests(.requestedBy))
      || (mails && tellsRequesters)
    triesTenants = axes.tests(.tenant)
    triesUnknownCodes = axes.tests(.code)
  }

  /// Returns the modifiers of an attempt, including that of the secret if a password is checked.
  package func modifiers(isChecked: Bool) -> [Modifier] {
    isChecked ? modifiers + [.secret] : modifiers
  }

  /// The facts that the modifiers choose.
  var free: ValueSet {
    var free = ValueSet(modifiers.map { $0.fact })
    if action.requestsLink {
      for link in FactDescription.all where link.stated?.carrier == .link {
        free.insert(link.fact.rawValue)
      }
    }
    return free
  }

  package func combinations(isChecked: Bool) -> [Modification] {
    isChecked ? checkedCombinations : combinations
  }
}

extension AttemptPattern {
  /// Returns the patterns of a policy, in the order of its tables and of their kinds.
  ///
  /// The patterns also distinguish the conditions of the other policies, if the policy has the
  /// facts and values that they test. No modifier varies the given settings.
  static func all(
    of policy: CompiledPolicy, distinguishedBy others: [CompiledPolicy],
    under settings: Settings = Settings()
  ) -> [AttemptPattern] {
    var patterns: [AttemptPattern] = []
    let tellsRequesters = ([policy] + others).contains { policy in
      ConditionAxes(policy, policy.conditions).tests(.requestedBy)
    }
    for (index, table) in policy.storage.tables.enumerated() {
      var conditions = policy.tests(ofTable: index)
      if !others.isEmpty {
        // In a comparison of policies, the recorded proof is part of the answer.
        conditions += AnswerGraph.distinguishing(index, of: policy)
      }
      for other in others {
        for (number, candidate) in other.storage.tables.enumerated()
        where candidate.key == table.key {
          let tests = other.tests(ofTable: number) + AnswerGraph.distinguishing(number, of: other)
          conditions += policy.translate(other.withDerived(tests), from: other)
        }
      }
      conditions += EffectSubject.conditions(of: table, policy.vocabulary.schema)
      let axes = ConditionAxes(policy, policy.withDerived(conditions))
      let kinds = table.attemptKinds
      for kind in kinds {
        patterns.append(
          AttemptPattern(
            policy: policy, table: index, kind: kind, axes: axes, tellsRequesters: tellsRequesters,
            under: settings))
      }
    }
    return patterns
  }
}

extension CompiledPolicy {
  /// Returns the conditions of a table's rows, its guards and the impossible combinations.
  package func tests(ofTable index: Int) -> [ResolvedCondition] {
    let rows = storage.tables[index].rows + guards(ofTable: index).map { storage.guards[$0] }
    return rows.flatMap { $0.conditions } + storage.impossible.flatMap { $0 }
  }

  /// Returns another policy's conditions with the numbers of this one, without conditions on facts that it lacks.
  func translate(_ conditions: [ResolvedCondition], from other: CompiledPolicy)
    -> [ResolvedCondition]
  {
    let schema = vocabulary.schema
    return conditions.compactMap { condition in
      let source = other.vocabulary.schema.facts[condition.fact]
      guard let fact = schema.index(of: source.name) else { return nil }
      var values = ValueSet()
      for value in condition.values.values {
        if let number = schema.facts[fact].value(named: source.values[value]) {
          values.insert(number)
        }
      }
      return ResolvedCondition(fact: fact, values: values, position: condition.position)
    }
  }
}
