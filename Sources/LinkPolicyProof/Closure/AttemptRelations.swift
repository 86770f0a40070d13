internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The enumeration of all relations between an attempt and an account.
///
/// The result of an attempt depends only on the attempt, its account, and whether another account holds the attempt's
/// credential or address. Each possible combination of the attempt, the account and other holders is an
/// ``AttemptRelation``, which limits the values of some facts. A fact without a limit can have any value.
/// `Tests/Oracle/Argument.md` proves in numbered steps that it is enough to follow one account and its relations.
struct AttemptRelations {
  let model: AdversaryModel
  let holdings: HoldingTable
  /// The account at which the attempt is made; nil for attempts without an existing account.
  let account: AbstractAccount?

  private var policy: CompiledPolicy { model.policy }
  private var schema: FactSchema { model.vocabulary.schema }

  /// Returns every relation of the attempts that a table decides.
  ///
  /// - Parameters:
  ///   - table: the table that decides the attempts.
  ///   - starts: the inputs of the attempts, such as actor and provider, that do not depend on the account.
  /// - Returns: the fact limits and possible holdings of each relation.
  func all(of table: AnswerTable, _ starts: [AttemptStart]) -> [AttemptRelation] {
    let identifiers = model.vocabulary.testedIdentifiers
    guard let account else {
      return withIdentifiers(
        identifiers, starts.flatMap { concerningNobody($0, table.action) })
    }
    let isAboutFactors = model.vocabulary.isUsed(.factors)
    let brought = BroughtCredential(
      model: model, holdings: holdings, account: account, action: table.action,
      searched: table.searched)
    var relations: [AttemptRelation] = []
    for start in starts {
      addConcerning(account, start: start, brought: brought, to: &relations)
    }
    if isAboutFactors {
      relations = relations.flatMap { withFactors($0) }
    }
    return withIdentifiers(identifiers, relations)
  }

  // MARK: Identifiers

  /// Returns each attempt once for each possible relation between the attempt's identifiers and the attempt's account.
  ///
  /// Anybody can state any identifier, so only the relation `own` depends on the identifiers that the account holds.
  private func withIdentifiers(
    _ identifiers: [Int], _ relations: [AttemptRelation]
  ) -> [AttemptRelation] {
    guard !identifiers.isEmpty else { return relations }
    return identifiers.reduce(relations) { relations, identifier in
      relations.flatMap { withIdentifier(identifier, $0) }
    }
  }

  private func withIdentifier(_ identifier: Int, _ relation: AttemptRelation) -> [AttemptRelation] {
    let fact = model.vocabulary.fact(ofIdentifier: identifier)
    var foreign = relation
    foreign.limits.limit(fact, to: IdentifierValue.notOwn)
    let others = foreign.limits.isEmpty ? [] : [foreign]
    switch relation.attempt.pointed {
    // The facts about identifiers describe another account, which can hold any identifier.
    case .elsewhere: return [relation]
    case .nobody: return others
    case .here: break
    }
    guard let account, account.key.identifiers.contains(identifier),
      // The lookup searches for holders of the identifier in the attempt's tenant.
      relation.limits[EngineFact.tenant.rawValue] != ValueSet(of: FactValue.Tenant.other)
    else { return others }
    var own = relation
    own.limits.limit(fact, to: IdentifierValue.own.rawValue)
    return (own.limits.isEmpty ? [] : [own]) + others
  }

  // MARK: No account

  private func concerningNobody(
    _ start: AttemptStart, _ action: ActionDefinition
  ) -> [AttemptRelation] {
    // The code of an existing account points to that account.
    guard action.pointsTo != .code || start.attempt.code != .none else { return [] }
    var limits = start.limits
    limits.limit(.account, to: FactValue.AccountVerification.none)
    limits.limit(.accountState, to: FactValue.AccountState.none)
    limits.limit(.sameProvider, to: FactValue.SameProvider.none)
    limits.limit(.factors, to: FactValue.Factors.none)
    var attempt = start.attempt
    attempt.pointed = .nobody
    if action.pointsTo == .session {
      limits.limit(.session, to: FactValue.SessionValue.none, .gone)
    }
    if action.pointsTo == .credential, action.checksSecret {
      // An attempt that points to no account has a credential that no account holds, so no password is compared.
      limits.limit(.secret, to: Assertion.Secret.absent)
    }
    return [AttemptRelation(attempt: attempt, limits: limits, holdings: ValueSet())]
  }

  // MARK: One account

  private func addConcerning(
    _ account: AbstractAccount, start: AttemptStart, brought: BroughtCredential,
    to relations: inout [AttemptRelation]
  ) {
    switch brought.action.pointsTo {
    case .session:
      for relation in sessions(of: account, start) {
        brought.add(relation, to: &relations)
      }
      return
    case .target: brought.add(pointed(account, start), to: &relations)
    case .code:
      for relation in codes(of: account, start, brought.action) {
        for relation in withSession(of: account, relation) {
          brought.add(limitAskingAccount(relation), to: &relations)
        }
      }
    case .credential:
      for relation in withSession(of: account, pointed(account, start)) {
        brought.add(relation, to: &relations)
      }
    }
    relations += elsewhere(account, start)
  }

  /// Returns the attempt with the account as its target, limited to the fact values that fit the account.
  private func pointed(_ account: AbstractAccount, _ start: AttemptStart) -> AttemptRelation {
    var relation = AttemptRelation(
      attempt: start.attempt, limits: start.limits, holdings: account.holdings)
    relation.attempt.pointed = .here
    limitAccount(account, &relation.limits)
    return relation
  }

  private func limitAccount(_ account: AbstractAccount, _ limits: inout FactLimits) {
    let key = account.key
    let state: FactValue.AccountVerification =
      key.email == .none ? .noAddress : key.isVerified ? .verified : .unverified
    limits.limit(.account, to: state)
    limits.limit(.accountState, to: FactValue.AccountState.active, .disabled)
    for (index, label) in model.vocabulary.labels.enumerated() where label.bearer == .account {
      limits.limit(schema.labels.lowerBound + index, to: Int(key.labels[index]))
    }
    if !holdings.hasListed(account.holdings, model.vocabulary.countedKinds) {
      limits.limit(.methods, to: FactValue.Methods.none)
    }
  }

  /// Returns the attempt once for the account without a second factor, and once for each factor that the account may
  /// have.
  private func withFactors(_ relation: AttemptRelation) -> [AttemptRelation] {
    switch relation.attempt.pointed {
    case .elsewhere, .nobody: return [relation]
    case .here: break
    }
    let factors = holdings.numbers(in: relation.holdings) { holding in
      if case .factor = holding { true } else { false }
    }
    var without = relation
    without.holdings = relation.holdings.subtracting(ValueSet(factors))
    without.limits.limit(.factors, to: FactValue.Factors.none)
    return [without]
      + factors.map { factor in
        var with = relation
        with.needed.append(factor)
        with.limits.limit(.factors, to: FactValue.Factors.some)
        return with
      }
  }

  /// Returns the attempt once for each session of the account that the attempt's actor may have.
  private func sessions(of account: AbstractAccount, _ start: AttemptStart) -> [AttemptRelation] {
    let actors = model.excludes(.foreignSession) ? [start.sessionActor] : Actor.allCases
    var relations: [AttemptRelation] = []
    for actor in actors {
      for isLive in [true, false] {
        guard let number = holdings.known(.session(actor, isLive: isLive)),
          account.holdings.contains(number)
        else { continue }
        var relation = pointed(account, start)
        relation.attempt.session = .here(isLive: isLive)
        relation.attempt.sessionActor = actor
        relation.needed = [number]
        if isLive {
          relation.limits.limit(.session, to: FactValue.SessionValue.recent, .old)
        } else {
          relation.limits.limit(.session, to: FactValue.SessionValue.revoked)
        }
        relations.append(relation)
      }
    }
    return relations
  }

  /// Returns the attempt once without a session of the account, and once for each session of the account that the actor
  /// can present.
  private func withSession(
    of account: AbstractAccount, _ relation: AttemptRelation
  ) -> [AttemptRelation] {
    var start = AttemptStart(attempt: relation.attempt, limits: relation.limits)
    start.sessionActor = relation.attempt.sessionActor
    let here = sessions(of: account, start).map { one in
      var one = one
      one.needed += relation.needed
      one.holdings = relation.holdings
      return one
    }
    return [relation] + here
  }

  /// Returns the attempt once for each session of the followed account; the target of the attempt is another account or
  /// no account.
  ///
  /// An attempt with another target can change the followed account only by renewing or ending the attempt's session.
  private func elsewhere(_ account: AbstractAccount, _ start: AttemptStart) -> [AttemptRelation] {
    sessions(of: account, start).map { relation in
      var relation = relation
      relation.attempt.pointed = .elsewhere
      var limits = start.limits
      if let values = relation.limits[EngineFact.session.rawValue] {
        limits.limit(EngineFact.session.rawValue, to: values)
      }
      relation.limits = limits
      return relation
    }
  }

  /// Returns the attempt once for each possible code of this account that the actor can present.
  private func codes(
    of account: AbstractAccount, _ start: AttemptStart, _ action: ActionDefinition
  ) -> [AttemptRelation] {
    guard start.attempt.code == .none, let purpose = action.codePurpose(start.attempt.kind),
      let taken = model.vocabulary.purposes.number(of: purpose)
    else { return [] }
    var relations: [AttemptRelation] = []
    for number in holdings.codes(in: account.holdings).values {
      guard case .code(let code) = holdings[number], code.purpose == taken,
        model.reads(start.attempt.actor, code)
          || model.isOpenedByOwner(
            start.attempt, codeMailedTo: code.mailbox, askedBy: code.asker)
      else { continue }
      if start.attempt.actor == .owner, code.asker == .attacker, !model.environment.clicks {
        continue
      }
      var relation = pointed(account, start)
      relation.attempt.code = .held(code)
      let provesMailbox =
        code.mailbox == .owners && code.asker == start.attempt.actor
        && model.reads(start.attempt.actor, code)
        && !(model.hasAlias && start.attempt.actor == .attacker)
      relation.attempt.provesAddress = provesMailbox || start.attempt.provesAddress
      relation.needed = [number]
      // The method of the attempt supplies the address. If the attempt has no method, the code supplies the address.
      if start.attempt.kind == nil {
        relation.attempt.address = code.mailbox
        relation.limits.limit(
          EngineFact.domain.rawValue, to: model.domainValues(of: code.mailbox))
      }
      limitCode(code, of: account, for: start.attempt, in: &relation.limits)
      if model.comparesCodeCredentials {
        relation.limits.limit(
          EngineFact.codeCredential.rawValue,
          to: Self.comparison(
            of: start.attempt.provenCredential(action, model.providers), with: code.credential))
      }
      relations.append(relation)
    }
    return relations
  }

  private func limitCode(
    _ code: HeldCode, of account: AbstractAccount, for attempt: AbstractAttempt,
    in limits: inout FactLimits
  ) {
    let treatment = model.vocabulary.purposes.purposes[code.purpose].treatment
    var states = ValueSet()
    if code.isUsed {
      states.insert(FactValue.CodeValue.used.rawValue)
    } else {
      states.insert(FactValue.CodeValue.expired.rawValue)
      let bound = model.relation(code.boundTo, account.key.email)
      let isStill = code.boundTo == account.key.email
      if treatment.staleness == .never || bound.canBeSame || isStill {
        states.insert(FactValue.CodeValue.valid.rawValue)
      }
      if treatment.staleness == .withAddress, bound.canDiffer, !(isStill && bound == .different) {
        states.insert(FactValue.CodeValue.stale.rawValue)
      }
    }
    limits.limit(EngineFact.code.rawValue, to: states)
    // The session may belong to another actor, who may have requested the code in the session.
    let isOwn =
      code.asker == attempt.actor || code.asker == attempt.sessionActor
      || !model.excludes(.foreignSession)
    limits.limit(
      EngineFact.requestedBy.rawValue, to: Self.requesters(askedIn: code.askedIn, isOwn: isOwn))
  }

  /// Excludes the value `same-account` if the attempt's session and the session in which the code was requested
  /// certainly belong to different accounts.
  private func limitAskingAccount(_ relation: AttemptRelation) -> AttemptRelation {
    guard model.tellsAskingAccounts, case .held(let code) = relation.attempt.code else {
      return relation
    }
    let isHere: Bool
    switch relation.attempt.session {
    case .here: isHere = true
    case .elsewhere: isHere = false
    }
    let isPossible: Bool
    switch code.askedIn {
    case .none: isPossible = false
    case .here: isPossible = isHere
    case .elsewhere: isPossible = !isHere
    }
    guard !isPossible else { return relation }
    var relation = relation
    relation.limits.limit(
      EngineFact.requestedBy.rawValue,
      to: ValueSet(of: FactValue.RequestedBy.thisSession, .otherAccount, .absent))
    return relation
  }

  /// Returns the values that the fact `requested-by` can have for a code, no matter which session the attempt has.
  static func requesters(askedIn session: HeldCode.AskingSession, isOwn: Bool) -> ValueSet {
    switch session {
    case .none: ValueSet(of: FactValue.RequestedBy.absent)
    case .here, .elsewhere:
      isOwn
        ? ValueSet(of: FactValue.RequestedBy.thisSession, .sameAccount, .otherAccount)
        : ValueSet(of: FactValue.RequestedBy.sameAccount, .otherAccount)
    }
  }

  /// Returns the values of the fact `code-credential` that can result from a comparison of an attempt's credential with
  /// the credential of its code.
  ///
  /// An actor can have several subjects of one issuer, so equal descriptions can mean different credentials.
  static func comparison(
    of own: HeldCode.AskedCredential?, with asked: HeldCode.AskedCredential?
  ) -> ValueSet {
    guard let own, let asked else { return ValueSet(of: FactValue.CodeCredential.absent) }
    return own == asked
      ? ValueSet(of: FactValue.CodeCredential.same, .other)
      : ValueSet(of: FactValue.CodeCredential.other)
  }
}

/// A relation between an attempt and the followed account, with the limits that the relation implies for facts and
/// holdings.
struct AttemptRelation {
  var attempt: AbstractAttempt
  /// The possible values of facts in this relation.
  var limits: FactLimits
  /// The account's possible holdings in this relation.
  var holdings: ValueSet
  /// The numbers of the holdings that the account must have in this relation.
  var needed: [Int] = []
}
