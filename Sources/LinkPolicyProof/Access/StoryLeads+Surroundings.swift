internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The other accounts and the further holdings on which the answer to an attempt may depend.
extension StoryLeads {
  /// Returns the attempts that create the other accounts, sessions, methods and codes on which an answer depends.
  ///
  /// A provider that the sequence does not use creates the other account, because the credentials of the used providers
  /// create the followed account.
  func surroundings(
    of cause: AccountClosure.Cause, _ kind: Surroundings, besides used: Set<Int>
  ) -> [AccountClosure.Cause] {
    let attempt = cause.attempt
    guard let facts = facts(of: cause) else { return [] }
    var found = sessions(for: attempt, facts) + furtherMethods(for: cause, facts)
    found += otherHolders(for: cause, facts)
    found += askingSessions(for: cause)
    if kind == .all {
      found += otherAddresses(for: attempt, facts)
    }
    guard closure.tables[attempt.table].action.pointsTo != .credential || attempt.pointed != .here
    else { return found }
    found += codes(for: attempt)
    if facts[.credential] == FactValue.CredentialValue.known.rawValue {
      found += states(having: Self.otherAccounts, besides: cause.state) { holding in
        guard case .method(let method) = holding else { return false }
        return method.kind == attempt.kind && method.provider == attempt.provider
          && method.holder == attempt.subject
      }
    }
    if facts[.credential] == FactValue.CredentialValue.broken.rawValue {
      // The credential is known but no account has the credential, so the account with the credential was deleted.
      found += closure.creations.filter {
        $0.attempt.kind == attempt.kind && $0.attempt.provider == attempt.provider
          && $0.attempt.subject == attempt.subject
      }.prefix(2)
      found += closure.deletions.prefix(2)
    }
    if facts[.credential] == FactValue.CredentialValue.known.rawValue {
      // Another account has the credential, so an attempt with a different credential created the followed account.
      found += closure.creations.filter {
        $0.attempt.actor == attempt.actor && $0.attempt.provider != attempt.provider
      }.prefix(2)
    }
    if facts[.address] == FactValue.Address.taken.rawValue,
      let number = closure.states.firstIndex(where: { $0.key.email == attempt.address })
    {
      found += closure.causes(of: number, having: [])
      // The credential is new, so no account was created with the credential.
      let others = closure.creations.filter {
        $0.attempt.address == attempt.address && $0.attempt.provider != attempt.provider
      }
      found += others.prefix(2)
      if kind == .all {
        found += others.filter { !($0.attempt.provider.map { used.contains($0) } ?? false) }
          .prefix(2)
      }
    }
    return found
  }

  /// Returns the attempts that open the session of an attempt, if that session belongs to another
  /// account.
  private func sessions(
    for attempt: AbstractAttempt, _ facts: [StoryFact]
  ) -> [AccountClosure.Cause] {
    guard attempt.session == .elsewhere, let session = facts[.session],
      session != FactValue.SessionValue.none.rawValue
    else { return [] }
    let creations = closure.creations.filter {
      $0.attempt.actor == attempt.sessionActor && $0.attempt.address != attempt.address
    }.prefix(2)
    guard session == FactValue.SessionValue.gone.rawValue else { return Array(creations) }
    let ends = closure.signOuts.filter { $0.attempt.sessionActor == attempt.sessionActor }
    return Array(creations) + ends.prefix(2)
  }

  /// Returns the attempts that give another account an identifier that an attempt states.
  private func otherHolders(
    for cause: AccountClosure.Cause, _ facts: [StoryFact]
  ) -> [AccountClosure.Cause] {
    closure.model.policy.vocabulary.testedIdentifiers.flatMap {
      identifier -> [AccountClosure.Cause] in
      let fact = closure.model.policy.vocabulary.fact(ofIdentifier: identifier)
      let value = facts.first { $0.fact == fact }?.value
      guard value == IdentifierValue.taken.rawValue else { return [] }
      let states = closure.states.indices.filter {
        closure.states[$0].key.identifiers.contains(identifier)
      }
      // The state of the followed account comes last. The list includes this state because another account can have the
      // same key.
      return (states.filter { $0 != cause.state } + states.filter { $0 == cause.state })
        .prefix(Self.otherAccounts).flatMap { closure.causes(of: $0, having: []) }
    }
  }

  /// Returns the attempts that open the session in which an actor requests a code, if answers depend on this session.
  private func askingSessions(for cause: AccountClosure.Cause) -> [AccountClosure.Cause] {
    let attempt = cause.attempt
    let table = closure.tables[attempt.table]
    guard closure.model.policy.vocabulary.isUsed(.requestedBy), attempt.session == .elsewhere,
      table.meaning(cause.answer).writes.contains(where: { $0.kind == .putCode })
    else { return [] }
    return closure.creations.filter {
      $0.attempt.actor == attempt.sessionActor && $0.attempt.address != attempt.address
    }.prefix(1).map { $0 }
  }

  /// Returns the attempts that add several methods to an account, if the answer depends on the number of methods.
  private func furtherMethods(
    for cause: AccountClosure.Cause, _ facts: [StoryFact]
  ) -> [AccountClosure.Cause] {
    guard let state = cause.state, facts[.methods] == FactValue.Methods.more.rawValue else {
      return []
    }
    var seen: Set<[Int]> = []
    let methods = closure.states[state].holdings.values.filter { number in
      guard case .method(let method) = closure.table[number], !method.isSuperseded else {
        return false
      }
      return seen.insert([method.provider, Int(method.kind.rawValue)]).inserted
    }
    return methods.prefix(3).flatMap { closure.causes(of: state, having: [$0]) }
  }

  /// Returns the attempts that change the address after a code was mailed, if the answer depends on this change.
  private func otherAddresses(
    for attempt: AbstractAttempt, _ facts: [StoryFact]
  ) -> [AccountClosure.Cause] {
    let action = closure.tables[attempt.table].action
    guard action.pointsTo == .code, let address = facts[.address],
      address != FactValue.Address.own.rawValue
    else { return [] }
    let changes = closure.readdressings.filter {
      $0.attempt.actor == attempt.actor && $0.attempt.table != attempt.table
    }
    return changes.prefix(2).flatMap { change in
      [change] + (change.state.map { closure.causes(of: $0, having: change.needed) } ?? [])
    }
  }

  /// Returns the domain of the attacker's second address, for an attempt that changes the attacker's address.
  ///
  /// The result is nil for other attempts, and if the policy names no domain.
  func secondDomain(_ attempt: AbstractAttempt, _ facts: [StoryFact]) -> StoryFact? {
    guard attempt.kind == nil, attempt.address == .attackers,
      facts[.domain] == nil || facts[.domain] == otherDomain,
      closure.tables[attempt.table].action.pointsTo == .session
    else { return nil }
    return closure.model.policy.document.domains.indices.first.map {
      StoryFact(fact: EngineFact.domain.rawValue, value: $0)
    }
  }

  // The number of accounts to try as the other account of an attempt.
  private static let otherAccounts = 2

  /// Returns the attempts that lead to other accounts with a holding that `isMeant` accepts; the result covers only the
  /// first `count` such accounts.
  private func states(
    having count: Int, besides state: Int?, where isMeant: (Holding) -> Bool
  ) -> [AccountClosure.Cause] {
    var found: [AccountClosure.Cause] = []
    var left = count
    // The state of the followed account comes last. The list includes this state because another account can have the
    // same key.
    let numbers = closure.states.indices.filter { $0 != state } + (state.map { [$0] } ?? [])
    for number in numbers where left > 0 {
      let holding = closure.states[number].holdings.values.first { isMeant(closure.table[$0]) }
      if let holding {
        found += closure.causes(of: number, having: [holding])
        left -= 1
      }
    }
    return found
  }

  /// Returns the attempts that can mail a code of another account.
  ///
  /// If no account has the code, the result also contains attempts that delete accounts.
  private func codes(for attempt: AbstractAttempt) -> [AccountClosure.Cause] {
    let action = closure.tables[attempt.table].action
    guard action.pointsTo == .code, attempt.pointed != .here,
      let purpose = action.codePurpose(attempt.kind),
      let number = closure.model.policy.vocabulary.purposes.number(of: purpose)
    else { return [] }
    var mailbox: AbstractAddress?
    if case .mailed(let address) = attempt.code {
      mailbox = address
    }
    let mailing = states(having: Self.otherAccounts, besides: nil) { holding in
      guard case .code(let code) = holding, code.purpose == number else { return false }
      return mailbox.map { code.mailbox == $0 } ?? closure.model.reads(attempt.actor, code.mailbox)
    }
    // A mailed code that no account has may belong to an account that was deleted after the mailing.
    return mailing + (mailbox == nil ? [] : closure.deletions.prefix(2))
  }

  /// Returns the attempts that mail a code for no account, if one of the given attempts uses a code that was mailed to
  /// the same address.
  func mailings(for causes: [AccountClosure.Cause]) -> [AccountClosure.Cause] {
    var brought: Set<AbstractAddress> = []
    for cause in causes {
      if case .mailed(let mailbox) = cause.attempt.code {
        brought.insert(mailbox)
      }
    }
    return closure.mailings.filter { brought.contains($0.attempt.address) }
  }
}
