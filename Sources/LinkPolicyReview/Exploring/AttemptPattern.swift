package import LinkPolicy
package import LinkPolicyAuthoring

/// A table of the policy together with a kind of sign-in: what its attempts look like.
package final class AttemptPattern: Sendable {
  /// The table's index.
  package let table: Int
  package let action: ActionDefinition
  /// The kind; nil for attempts that carry none.
  let kind: MethodKind?
  /// The classes of facts that rows, guards and derived facts of the table tell apart.
  let axes: ConditionAxes
  /// What can be chosen freely.
  let modifiers: [Modifier]
  /// What can be chosen freely, but may change which accounts are looked up.
  let structural: [Modifier]
  /// The combinations of the modifiers, without and with a password to check.
  let combinations: [Modification]
  let checkedCombinations: [Modification]
  /// The axes that do not belong to a modifier: what accounts and assertion decide.
  let basis: [CellAxis]
  /// What the effects of the table's rows find different in an account, beside facts.
  let subjects: [EffectSubject]
  /// Whether attempts are made with and without a session, though the action asks for none.
  let triesSessions: Bool
  /// Whether it matters in which tenant an attempt is made.
  let triesTenants: Bool
  /// Whether it matters if a code is unknown or missing.
  let triesUnknownCodes: Bool

  private init(
    _ policy: CompiledPolicy, _ table: Int, _ kind: MethodKind?, _ axes: ConditionAxes,
    tellsRequesters: Bool
  ) {
    self.table = table
    self.kind = kind
    self.axes = axes
    action = policy.vocabulary.actions[policy.storage.tables[table].action]
    let all = Modifier.all(of: policy, action, kind, axes)
    // Which records are looked up goes by what is proven; then nothing of that is free.
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
    // Whether there is a password to check is the accounts' to say, the check itself is not.
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

  /// The modifiers of an attempt, with the secret's where it has a password to check.
  package func modifiers(isChecked: Bool) -> [Modifier] {
    isChecked ? modifiers + [.secret] : modifiers
  }

  package func combinations(isChecked: Bool) -> [Modification] {
    isChecked ? checkedCombinations : combinations
  }
}

extension AttemptPattern {
  /// The patterns of a policy, in the order of its tables and of their kinds.
  ///
  /// The others are policies whose conditions are to be told apart as well, as far as the policy
  /// has the facts and values that they test.
  static func all(of policy: CompiledPolicy, distinguishedBy others: [CompiledPolicy])
    -> [AttemptPattern]
  {
    var patterns: [AttemptPattern] = []
    let tellsRequesters = ([policy] + others).contains { policy in
      ConditionAxes(policy, policy.conditions).tests(.requestedBy)
    }
    for (index, table) in policy.storage.tables.enumerated() {
      var conditions = policy.tests(ofTable: index)
      if !others.isEmpty {
        // Where policies are compared, what is recorded as proof is an answer too.
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
      let kinds: [MethodKind?] = table.kinds.isEmpty ? [nil] : table.kinds
      for kind in kinds {
        patterns.append(
          AttemptPattern(policy, index, kind, axes, tellsRequesters: tellsRequesters))
      }
    }
    return patterns
  }
}

extension CompiledPolicy {
  /// The conditions that a table's rows and guards, and what is declared impossible, test.
  package func tests(ofTable index: Int) -> [ResolvedCondition] {
    let rows = storage.tables[index].rows + guards(ofTable: index).map { storage.guards[$0] }
    return rows.flatMap { $0.conditions } + storage.impossible.flatMap { $0 }
  }

  /// Another policy's conditions in the numbers of this one; those over facts that it lacks are
  /// left out.
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
