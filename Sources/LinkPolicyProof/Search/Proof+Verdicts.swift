internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

extension Proof {
  /// Whether every requested invariant is proved.
  package var isProved: Bool { unprovedCount == 0 }

  /// The number of requested invariants that are not proved; undecided and vacuous invariants count.
  var unprovedCount: Int {
    verdicts.count { if case .proved = $0.verdict { false } else { true } }
  }

  /// The counterexamples, one for each broken invariant.
  package var counterexamples: [Counterexample] {
    verdicts.compactMap { if case .broken(let example) = $0.verdict { example } else { nil } }
  }

  func verdict(of invariant: Invariant) -> ProofVerdict {
    guard !isDecidedByTables(invariant) else { return .proved }
    if let example = counterexample(to: invariant) {
      return .broken(example)
    }
    switch invariant {
    case .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
      .safeLanding, .ownVerification, .allowedLinks:
      return accessVerdict(of: invariant)
    case .repeatable: return repetitionVerdict
    // The tables do not prove the invariant, and no search found a sequence that breaks the invariant.
    case .declared, .enumeration, .tenants, .reachable, .total: return .undecided
    }
  }

  /// Returns the sequence that breaks an invariant; nil if the search found no such sequence.
  private func counterexample(to invariant: Invariant) -> Counterexample? {
    let found = stories.found[invariant] ?? witnesses.found[invariant]
    return found.map {
      Counterexample(
        invariant: invariant, story: $0.story, model: $0.model,
        telling: invariant == .enumeration ? witnesses.telling : nil)
    }
  }

  /// The verdict on I13 if the tables do not prove that every sign-in can be repeated.
  private var repetitionVerdict: ProofVerdict {
    guard unrepeatableReached.isEmpty, notPlayed.isEmpty, !usesIdentifiers else {
      return .undecided
    }
    return followed.contains { $0.closure.repeatsSignIn }
      ? .proved : .vacuous("the policy allows no sign-in that can be repeated")
  }

  /// Returns whether the tables prove an invariant for any accounts, without an exploration of accounts.
  func isDecidedByTables(_ invariant: Invariant) -> Bool {
    switch invariant {
    // A policy compiles only if every cell of every table has one answer.
    case .total: true
    // No sequence can have an effect that no cell of a table has.
    case .declared(let declared):
      switch forbidden[declared.place] {
      case .nowhere, .nothingMeant: true
      case .row, .unknown: false
      }
    case .tenants: tenants.isEmpty
    // The check of the tables ignores accounts that attempts find by an identifier.
    case .enumeration: enumeration?.protecting != nil && !usesIdentifiers
    case .reachable: arrival.isShown && !usesIdentifiers
    case .repeatable: (unrepeatable?.isEmpty ?? false) && !usesIdentifiers
    case .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
      .safeLanding, .ownVerification, .allowedLinks:
      false
    }
  }

  /// Returns the verdict of the closures on an invariant without a known counterexample.
  private func accessVerdict(of invariant: Invariant) -> ProofVerdict {
    let isUnbroken = access.allSatisfy { !$0.broken.contains(invariant) }
    guard isUnbroken, notPlayed.isEmpty else { return .undecided }
    guard let premise = Premise.of(invariant),
      !access.contains(where: { $0.premises.contains(premise) })
    else { return .proved }
    return .vacuous(premise.absence)
  }

  /// The attempts and addresses that the closures omit, each as a sentence; empty if the closures omit nothing.
  var notPlayed: [String] {
    var words = spentTables.map { "table " + $0.text + " is too complex to be followed" }
    for proof in followed where proof.closure.isStopped {
      words.append(
        "the search for accounts with the owner's address at \(proof.closure.model.domain) stopped at the limit of \(options.attempts) attempts (`--attempts`)"
      )
    }
    for domain in assumptions.domains(tooLongUnder: policy) {
      words.append("addresses at " + domain + " are too long to be played")
    }
    if policy.vocabulary.addresses.match == .anyProven {
      words.append("`prove` does not play assertions with several addresses")
    }
    return words
  }

  /// Returns whether the check of an invariant ignores accounts that attempts find by an identifier.
  func leavesOutIdentifiers(_ invariant: Invariant) -> Bool {
    switch invariant {
    case .reachable, .enumeration, .repeatable: usesIdentifiers
    case .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
      .safeLanding, .ownVerification, .allowedLinks, .tenants, .total, .declared:
      false
    }
  }

  /// The attempts of the owner that the search for I9 leaves out, each as a sentence; empty if the search leaves out
  /// nothing.
  var untriedArrivals: [String] {
    witnesses.cutTables.map { table in
      "I9 ignores some combinations of the values that the owner states in table "
        + policy.storage.tables[table].key.text
    }
  }

  /// The attempts and accounts that the requested verdicts leave out, each as a sentence; empty if the verdicts leave
  /// out nothing.
  var notConsidered: [String] { notPlayed + untriedArrivals + unfoundAccounts }

  /// A sentence about accounts that attempts find by an identifier; empty unless the check of a requested invariant
  /// ignores these accounts.
  private var unfoundAccounts: [String] {
    let ids = verdicts.filter { leavesOutIdentifiers($0.invariant) }.map { $0.invariant.id }
    guard !ids.isEmpty else { return [] }
    let places = policy.placesOfIdentifiers.map { $0.text }
    return [
      ids.joined(separator: ", ") + (ids.count == 1 ? " ignores" : " ignore")
        + " the accounts that attempts find by an identifier"
        + (places.isEmpty ? "" : ", in " + places.joined(separator: ", "))
    ]
  }
}

extension Proof {
  /// Returns the rows that may break an undecided invariant, in the order of discovery.
  func suspects(of invariant: Invariant) -> [RowName] {
    switch invariant {
    case .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
      .safeLanding, .ownVerification, .allowedLinks:
      var rows: [RowName] = []
      for row in access.flatMap({ $0.suspects(of: invariant) }) where !rows.contains(row) {
        rows.append(row)
      }
      return rows
    case .declared(let declared):
      switch forbidden[declared.place] {
      case .row(let row): return [row]
      case .nowhere, .nothingMeant, .unknown: return []
      }
    case .tenants: return tenants
    case .enumeration: return enumeration?.suspects ?? []
    case .repeatable: return unrepeatableReached
    case .reachable:
      var rows: [RowName] = []
      for row in followed.flatMap({ $0.closure.outsidersRows }) where !rows.contains(row) {
        rows.append(row)
      }
      return rows
    case .total: return []
    }
  }

  /// Returns a description of the first account that may break an invariant; nil if no account can break the invariant.
  func closest(to invariant: Invariant) -> String? {
    access.lazy.compactMap { $0.closest(to: invariant) }.first
  }

  /// Returns whether no cell of any table meets the conditions of a declared invariant.
  func holdsOfNothing(_ invariant: Invariant) -> Bool {
    guard case .declared(let declared) = invariant else { return false }
    return forbidden[declared.place] == .nothingMeant
  }

  /// The actions that the policy declares and reserves for administrators.
  ///
  /// No actor of the proof attempts such an action. The list is empty if exclusion 6 is lifted, because actors then
  /// attempt these actions too.
  var ownAdministration: [String] {
    guard environment.exclusions.contains(.administration) else { return [] }
    let standard = Set(StandardAction.allCases.map { $0.name })
    var names: [String] = []
    for table in policy.storage.tables {
      let action = policy.vocabulary.actions[table.action]
      let name = action.name.text
      if policy.isAdministrators(action), !standard.contains(action.name),
        !names.contains(where: { $0.hasSameBytes(as: name) })
      {
        names.append(name)
      }
    }
    return names
  }
}
