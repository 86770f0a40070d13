package import LinkPolicy
package import LinkPolicyAuthoring

/// A pattern for the attempts of one kind of method that one table decides: the facts to distinguish and the modifiers
/// to vary.
package final class AttemptPattern: Sendable {
  /// The index of the table in the policy.
  package let table: Int
  package let action: ActionDefinition
  /// The kind of method, such as `federated`; nil for attempts without a kind.
  package let kind: MethodKind?
  /// The classes of fact values that the table's rows, guards and derived facts distinguish.
  package let axes: ConditionAxes
  /// The modifiers of facts that do not depend on the accounts, such as the nonce.
  let modifiers: [Modifier]
  /// The modifiers that may change the accounts that the lookup returns.
  let structural: [Modifier]
  /// The combinations of the modifiers: one list for attempts without a password to check, and one for attempts with a
  /// password.
  let combinations: [Modification]
  let checkedCombinations: [Modification]
  /// Whether the search leaves out combinations, because the modifiers have too many combinations.
  let leavesOutCombinations: Bool
  /// The axes of the facts that the accounts and the assertion determine; no modifier sets these facts.
  let basis: [CellAxis]
  /// The properties of an account that no fact shows, but that affect the results of effects.
  let subjects: [EffectSubject]
  /// Whether the answers can depend on the session, so that the maker tries attempts both with and without a session.
  let triesSessions: Bool
  /// Whether at least one condition tests the tenant of an attempt.
  let triesTenants: Bool
  /// Whether the maker tries attempts with an unknown code in addition to attempts without a code.
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
    // The conditions of `proof` determine which addresses the lookup requests, so the facts of these conditions depend
    // on the lookup.
    let proof =
      policy.vocabulary.addresses.match == .anyProven && kind == .federated
      ? ValueSet(policy.withDerived(policy.storage.proof).map { $0.fact }) : ValueSet()
    structural = all.filter { proof.contains($0.fact) }
    modifiers = all.filter { !proof.contains($0.fact) }
    combinations = Modification.all(of: modifiers)
    checkedCombinations = Modification.all(of: modifiers + [.secret])
    let isChecked = kind == .password && action.checksSecret
    leavesOutCombinations =
      Modification.isCut(structural)
      || Modification.isCut(isChecked ? modifiers + [.secret] : modifiers)
    var free = ValueSet(modifiers.map { $0.fact })
    free.insert(EngineFact.action.rawValue)
    free.insert(EngineFact.kind.rawValue)
    if action.requestsLink {
      for link in FactDescription.all where link.stated?.carrier == .link {
        free.insert(link.fact.rawValue)
      }
    }
    // The basis omits derived facts, which follow from the other facts.
    free = free.union(ValueSet(policy.vocabulary.schema.derived))
    // The accounts determine whether an attempt has a password to check, but the attempt chooses a correct or a wrong
    // password.
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

  /// Returns the modifiers of an attempt, with the modifier of the secret if the policy checks a password.
  package func modifiers(isChecked: Bool) -> [Modifier] {
    isChecked ? modifiers + [.secret] : modifiers
  }

  /// The facts whose values the modifiers choose, such as the nonce.
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
  /// Returns the patterns of a policy, in the order of its tables and of the kinds in each table.
  ///
  /// The patterns also distinguish the values that the conditions of the `others` distinguish, if this policy has the
  /// facts and values. No modifier varies the given settings.
  package static func all(
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
  /// Returns all conditions that a table's decisions test: those of the rows, the guards and the impossible
  /// combinations.
  package func tests(ofTable index: Int) -> [ResolvedCondition] {
    let rows = storage.tables[index].rows + guards(ofTable: index).map { storage.guards[$0] }
    return rows.flatMap { $0.conditions } + storage.impossible.flatMap { $0 }
  }

  /// Returns the conditions of another policy, with the numbers of this policy; the result leaves out conditions on
  /// facts that this policy lacks.
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
