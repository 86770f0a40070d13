internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The part of an attempt that does not depend on the account, such as the actor and the provider.
struct AttemptStart: Hashable {
  var attempt: AbstractAttempt
  /// The fact values that the attempt can have at any account.
  var limits: FactLimits
  /// The actor who opened the session of the attempt, if the attempt has a session.
  var sessionActor: Actor {
    get { attempt.sessionActor }
    set { attempt.sessionActor = newValue }
  }
}

/// The enumeration of the attempts that owner and attacker can make, for any account.
struct AttemptStarts {
  let model: AdversaryModel

  init(_ model: AdversaryModel) {
    self.model = model
  }

  private var vocabulary: Vocabulary { model.policy.vocabulary }

  /// Returns, for each table, the starts of its attempts: the parts that do not depend on an account.
  func all(of tables: [AnswerTable]) -> [[AttemptStart]] {
    tables.map { starts(of: $0) }
  }

  /// Returns the starts of one table's attempts, for every kind of method that the table decides.
  func starts(of table: AnswerTable) -> [AttemptStart] {
    table.kinds.flatMap { all(of: table, $0) }
  }

  /// Returns the starts of a table's attempts with one kind of method; nil selects attempts without a method.
  func all(of table: AnswerTable, _ kind: MethodKind?) -> [AttemptStart] {
    guard model.leavingOut(table.action, kind) == nil else { return [] }
    var starts: [AttemptStart] = []
    for actor in Actor.allCases {
      var limits = model.settings
      limits.limit(
        EngineFact.kind.rawValue, to: kind.map { Int($0.rawValue) } ?? MethodKind.allCases.count)
      if let number = vocabulary.actions.firstIndex(where: { $0.name == table.action.name }) {
        limits.limit(EngineFact.action.rawValue, to: number)
      }
      let attempt = AbstractAttempt(
        table: table.index, actor: actor, kind: kind, sessionActor: actor)
      let start = AttemptStart(attempt: attempt, limits: limits)
      for named in withProviders(start, kind)
      where !model.leavesOut(actor, action: table.action.name, provider: named.attempt.provider) {
        for addressed in withAddresses(named, table) {
          starts += withCodes(addressed, table.action).flatMap { withFinders($0, table) }
        }
      }
    }
    return starts.flatMap { withSessionActors($0) }
  }

  // MARK: Providers and subjects

  private func withProviders(_ start: AttemptStart, _ kind: MethodKind?) -> [AttemptStart] {
    guard let kind else {
      var plain = start
      plain.limits.limit(EngineFact.provider.rawValue, to: vocabulary.providers.none)
      return [plain]
    }
    var starts: [AttemptStart] = []
    for (place, provider) in model.providers.enumerated() where provider.kinds.contains(kind) {
      for subject in subjects(of: start.attempt.actor, kind: kind, provider: provider) {
        var named = start
        named.attempt.provider = place
        named.attempt.subject = subject
        named.limits.limit(EngineFact.provider.rawValue, to: provider.value)
        starts.append(named)
      }
    }
    return starts
  }

  private func subjects(
    of actor: Actor, kind: MethodKind, provider: PlayedProvider
  ) -> [Actor?] {
    switch kind {
    case .password, .emailLink, .anonymous: return [nil]
    case .federated, .phone, .custom, .passkey:
      let isOwn = actor == .owner || model.excludes(.foreignSubject) && !provider.speaksForOthers
      return isOwn ? [actor] : [.attacker, .owner]
    }
  }

  // MARK: Addresses and claims

  private func withAddresses(_ start: AttemptStart, _ table: AnswerTable) -> [AttemptStart] {
    let attempt = start.attempt
    let (action, searched) = (table.action, table.searched)
    // The code supplies the address, even if the action declares that attempts can or must name an address.
    guard action.pointsTo != .code || attempt.kind != nil else { return [start] }
    var addresses: [AbstractAddress] = []
    switch action.addressPresence(attempt.kind) {
    case .none, .byKind: addresses = [.none]
    case .optional: addresses = [.none] + named(by: attempt.actor)
    // A password can find its account by an identifier instead of an address.
    case .required where attempt.kind == .password && !searched.isEmpty:
      addresses = [.none] + named(by: attempt.actor)
    case .required: addresses = named(by: attempt.actor)
    }
    if let provider = attempt.provider, !model.providers[provider].givesEmail,
      attempt.kind == .federated
    {
      addresses = [.none]
    }
    return addresses.flatMap { address in
      var start = start
      start.limits.limit(
        EngineFact.address.rawValue,
        to: address == .none ? ValueSet(of: FactValue.Address.absent) : FactValue.Address.stated)
      return asserting(address, start)
    }
  }

  /// Returns the addresses that an actor can name in attempts.
  private func named(by actor: Actor) -> [AbstractAddress] {
    switch actor {
    case .owner where model.holder == .attacker: []
    case .owner: model.excludes(.mixedSessions) ? [.owners] : [.owners, .attackers]
    case .attacker: [.owners, .attackers]
    }
  }

  private func asserting(_ address: AbstractAddress, _ start: AttemptStart) -> [AttemptStart] {
    var plain = start
    plain.attempt.address = address
    plain.limits.limit(EngineFact.domain.rawValue, to: model.domainValues(of: address))
    guard start.attempt.kind == .federated, let provider = start.attempt.provider,
      address != .none
    else { return [plain] }
    if address == .attackers {
      guard start.attempt.actor == .owner, model.excludes(.deniedAssertion) else { return [plain] }
      // For an address of the attacker, the owner can obtain only assertions that anybody can obtain.
      return model.obtainable.regions(ofAttackers: provider).map { limits in
        var asserted = plain
        for (fact, values) in limits.values {
          asserted.limits.limit(fact, to: values)
        }
        return asserted
      }
    }
    // A connection that is not bound to a domain can assert any address. A connection that is bound to an alias domain
    // asserts the owner's address as the address of a user of the connection. Before the address passes to the owner,
    // the attacker uses the bound connection as the holder of the address.
    if start.attempt.actor == .attacker, model.excludes(.boundConnection), !model.hasAlias,
      model.holder != .attacker
    {
      plain.limits.limit(
        EngineFact.connection, to: Assertion.Connection.unbound, Assertion.Connection.none)
    }
    return model.obtainable.regions(ofOwners: provider).compactMap { region in
      guard canObtain(region.obtainer, start.attempt.actor) else { return nil }
      var asserted = plain
      for (fact, values) in region.limits.values {
        asserted.limits.limit(fact, to: values)
      }
      asserted.attempt.provesAddress =
        region.obtainer != .anyone && start.attempt.actor == start.attempt.subject
        && !(model.hasAlias && start.attempt.actor == .attacker)
      return asserted
    }
  }

  /// Returns whether an actor can obtain an assertion of the owner's address.
  private func canObtain(_ obtainer: Assumptions.Obtainer, _ actor: Actor) -> Bool {
    switch (actor, obtainer) {
    case (.owner, _), (.attacker, .anyone): true
    case (.attacker, .owner):
      model.holder == .attacker || model.hasAlias || !model.excludes(.deniedAssertion)
    case (.attacker, .formerOwner):
      model.hasAlias || !model.excludes(.deniedAssertion)
        || !model.excludes(.reassignment)
    }
  }

  // MARK: Identifiers

  /// Returns a password attempt once for each identifier that can find the account, and any other attempt unchanged.
  private func withFinders(_ start: AttemptStart, _ table: AnswerTable) -> [AttemptStart] {
    guard start.attempt.kind == .password, !table.searched.isEmpty else { return [start] }
    let finder = PasswordFinder(table: table, vocabulary: vocabulary)
    var plain = start
    finder.limit(&plain.limits, by: nil)
    guard start.attempt.address == .none else { return [plain] }
    let found = table.searched.map { identifier in
      var found = start
      found.attempt.finder = identifier
      finder.limit(&found.limits, by: identifier)
      return found
    }
    return found + (finder.isRequired ? [] : [plain])
  }

  // MARK: Codes

  private func withCodes(_ start: AttemptStart, _ action: ActionDefinition) -> [AttemptStart] {
    guard action.carriesCode(start.attempt.kind) else {
      var plain = start
      plain.limits.limit(.code, to: FactValue.CodeValue.absent)
      plain.limits.limit(.requestedBy, to: FactValue.RequestedBy.absent)
      plain.limits.limit(.codeCredential, to: FactValue.CodeCredential.absent)
      plain.limits.limit(.linkAddress, to: FactValue.LinkAddress.absent)
      return [plain]
    }
    var start = start
    if !action.provesKey(start.attempt.kind) {
      start.limits.limit(.codeCredential, to: FactValue.CodeCredential.absent)
    }
    var unknown = start
    unknown.attempt.code = .unknown
    unknown.limits.limit(.code, to: FactValue.CodeValue.unknown, .absent)
    unknown.limits.limit(.requestedBy, to: FactValue.RequestedBy.absent)
    unknown.limits.limit(.codeCredential, to: FactValue.CodeCredential.absent)
    unknown.limits.limit(.linkAddress, to: FactValue.LinkAddress.absent)
    if action.pointsTo == .code {
      if start.attempt.kind == nil {
        unknown.limits.limit(EngineFact.domain.rawValue, to: vocabulary.domains.absent)
      }
      // The limits of an attempt with a code of the account are set later, when the code is known.
      return [unknown, start]
        + [AbstractAddress.owners, .attackers].flatMap { ofGoneAccount(mailedTo: $0, start) }
    }
    guard let purpose = action.codePurpose(start.attempt.kind),
      let number = vocabulary.purposes.number(of: purpose),
      model.environment.mails || purpose != .signIn
    else { return [unknown] }
    let isNobodys = vocabulary.purposes.purposes[number].treatment.owner == .nobody
    guard !isNobodys || model.purposesOfNobody.contains(number) else { return [unknown] }
    return [unknown]
      + [AbstractAddress.owners, .attackers].flatMap { mailbox in
        mailed(to: mailbox, start)
      }
  }

  /// Returns an attempt with a code that was mailed for a deleted account.
  ///
  /// The result is empty unless the actor reads the mailbox or the owner opens the link.
  ///
  /// The model does not record the requester of a deleted account's code. The attempt's actor counts as the requester,
  /// so the code proves the address for this actor.
  private func ofGoneAccount(
    mailedTo mailbox: AbstractAddress, _ start: AttemptStart
  ) -> [AttemptStart] {
    let actor = start.attempt.actor
    let reads = model.canHaveRead(actor, mailbox)
    var inOwnersBrowser = start
    inOwnersBrowser.sessionActor = .owner
    guard
      reads
        || model.isOpenedByOwner(inOwnersBrowser.attempt, codeMailedTo: mailbox, askedBy: nil)
    else { return [] }
    var brought = start
    brought.attempt.code = .mailed(to: mailbox)
    brought.attempt.provesAddress =
      start.attempt.provesAddress
      || (reads && mailbox == .owners && !(model.hasAlias && actor == .attacker))
    // The method of the attempt supplies the address. If the attempt has no method, the code supplies the address.
    if start.attempt.kind == nil {
      brought.attempt.address = mailbox
      brought.limits.limit(EngineFact.domain.rawValue, to: model.domainValues(of: mailbox))
    }
    brought.limits.limit(.code, to: FactValue.CodeValue.valid, .expired, .used, .stale)
    return [brought]
  }

  private func mailed(to mailbox: AbstractAddress, _ start: AttemptStart) -> [AttemptStart] {
    guard model.canHaveRead(start.attempt.actor, mailbox) else { return [] }
    var brought = start
    brought.attempt.code = .mailed(to: mailbox)
    let relation = model.relation(mailbox, start.attempt.address)
    var link = ValueSet()
    if start.attempt.kind != .emailLink || start.attempt.address == .none {
      link.insert(FactValue.LinkAddress.absent.rawValue)
    } else {
      if relation.canBeSame {
        link.insert(FactValue.LinkAddress.same.rawValue)
      }
      if relation.canDiffer {
        link.insert(FactValue.LinkAddress.different.rawValue)
      }
    }
    brought.limits.limit(EngineFact.linkAddress.rawValue, to: link)
    var valid = brought
    valid.limits.limit(.code, to: FactValue.CodeValue.valid)
    valid.attempt.provesAddress =
      mailbox == .owners && start.attempt.address == .owners
      && !(model.hasAlias && start.attempt.actor == .attacker)
    brought.limits.limit(.code, to: FactValue.CodeValue.expired, .used, .stale)
    return [valid, brought]
  }

  // MARK: Sessions

  /// Returns the attempt once in a session of its actor and, if forced actions or mixed sessions are possible, once in
  /// a session of the other actor.
  ///
  /// A session of the other actor models a browser that is signed in as another person.
  private func withSessionActors(_ start: AttemptStart) -> [AttemptStart] {
    var other = start
    switch start.attempt.actor {
    case .owner:
      // The attacker makes the owner's browser sign in to another account.
      guard model.environment.forcesSignIn || !model.excludes(.mixedSessions) else {
        return [start]
      }
      other.sessionActor = .attacker
    case .attacker:
      // The attacker makes the owner's browser use the attacker's credential.
      guard model.environment.forcesLinking || !model.excludes(.mixedSessions) else {
        return [start]
      }
      other.sessionActor = .owner
    }
    return [start, other]
  }
}
