internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// A converter from abstract attempts to real attempts that an actor can make in a store.
struct StoryAttempts: Sendable {
  private static var homeTenant: String { "home-tenant" }
  private static var otherTenant: String { "another-tenant" }

  private static var profileName: String { "A new name" }

  let model: AdversaryModel
  /// Whether attempts carry a profile.
  ///
  /// Attempts carry a profile only if a refusal would write it. Only I6, which forbids such writes, depends on
  /// profiles.
  private let bringsProfile: Bool
  /// For each fact, such as `nonce`: the part of the attempt that states the fact, and the fact's unset value; nil if
  /// no attempt can state the fact.
  private let stated: [(carrier: StatedCarrier, unset: Int?)?]
  /// The tables whose answers can remove methods from an account, or remove the address that some methods need.
  private let removing: Set<Int>
  private let identifiers: StoryIdentifiers

  init(_ model: AdversaryModel) {
    self.model = model
    stated = EngineFact.allCases.map { fact in
      let described = fact.described
      return described.stated.map { (carrier: $0.carrier, unset: described.unset) }
    }
    identifiers = StoryIdentifiers(model)
    let storage = model.policy.storage
    removing = Set(
      storage.tables.indices.filter { table in
        let guards = model.policy.guards(ofTable: table).map { storage.guards[$0] }
        return (storage.tables[table].rows + guards).contains { row in
          row.answer.effects.flatMap { $0.templates }.contains {
            $0.kind == .removeMethod || $0 == .setEmail(.none)
          }
        }
      })
    bringsProfile = (storage.tables.flatMap { $0.rows } + storage.guards).contains { row in
      row.answer.error != nil && row.answer.effects.contains(.fillProfile)
    }
  }

  private var policy: CompiledPolicy { model.policy }
  private var vocabulary: Vocabulary { model.policy.vocabulary }

  /// The owner's address, such as `owner@example.com`.
  var owners: String { model.ownersEmail }

  /// Returns the empty store in which a sequence of moves starts.
  ///
  /// The store has a tenant if a move requires an account in the attempt's tenant.
  func start(of moves: [StoryMove]) -> StoryWorld {
    let asksForTenant = moves.contains { move in
      guard case .attempt(_, let facts) = move else { return false }
      return facts[.tenant] == FactValue.Tenant.same.rawValue
    }
    return StoryWorld(home: asksForTenant ? Self.homeTenant : nil)
  }

  /// Returns every real attempt that an abstract attempt represents in a store.
  func attempts(
    _ abstract: AbstractAttempt, _ facts: [StoryFact], in world: StoryWorld
  ) -> [ExploredAttempt] {
    let action = policy.vocabulary.actions[policy.storage.tables[abstract.table].action]
    let shape = AttemptShape(action, abstract.kind)
    var found: [ExploredAttempt] = []
    let stated = identifiers.stated(by: abstract, facts, in: world)
    for attempt in stated.flatMap({
      asserted(by: abstract, action: action, facts: facts, stating: $0, in: world)
    }) {
      for session in sessions(for: abstract, facts: facts, in: world) {
        for code in codes(for: abstract, action: action, facts: facts, in: world) {
          for target in targets(action, in: world) {
            var step = ExploredAttempt(
              attempt, by: Accounts.AttemptContext(session: session, target: target, code: code))
            step.attempt.tenant = world.home
            state(facts, shape: shape, in: &step)
            if bringsProfile {
              step.attempt.profile.name = Self.profileName
            }
            if let remedy = FactValue.TicketValue(rawValue: facts[.ticket] ?? 0)?.remedy {
              guard redeem(remedy, &step, in: world) else { continue }
            }
            found.append(step)
            if removing.contains(abstract.table) {
              found += disabling(step, action: action, shape: shape, in: world)
            }
          }
        }
      }
    }
    return found
  }

  // MARK: Tickets

  /// Gives an attempt the ticket of another attempt that the policy refuses in the same store.
  ///
  /// Returns false if no refusal issues a valid ticket for the remedy.
  private func redeem(
    _ remedy: Remedy, _ step: inout ExploredAttempt, in world: StoryWorld
  ) -> Bool {
    for refused in refusable(step, remedy) {
      guard let ticket = world.ticket(of: refused, under: policy), ticket.ask == remedy else {
        continue
      }
      var redeeming = step
      redeeming.refused = [refused]
      redeeming.attempt.ticket = ticket
      guard isRedeemed(redeeming, in: world) else { continue }
      step = redeeming
      return true
    }
    return false
  }

  /// Returns attempts whose refusal may issue the ticket: variants of the attempt in which the remedy is missing.
  private func refusable(_ step: ExploredAttempt, _ remedy: Remedy) -> [ExploredAttempt] {
    var plain = step
    plain.attempt.ticket = nil
    plain.refused = []
    var tried = [plain]
    for (input, declared) in zip(vocabulary.schema.inputs, policy.document.inputs)
    where vocabulary.schema.retryInputs.contains(input) {
      for value in declared.values {
        var other = plain
        other.attempt.inputs.values.removeAll { declared.name.value == Name($0.name) }
        other.attempt.inputs.values.append(
          (name: declared.name.value.text, value: value.value.text))
        tried.append(other)
      }
    }
    switch remedy {
    case .secondFactor, .reauthentication: break
    case .consent:
      var without = plain
      without.attempt.stated[.consent] = nil
      tried.append(without)
    case .existingCredential, .verification:
      for action in vocabulary.actions where action.pointsTo == .credential {
        var other = plain
        other.attempt.action = Action(action.name.text)
        other.attempt.stated[.consent] = nil
        other.caller.session = nil
        tried.append(other)
      }
    }
    return tried
  }

  private func isRedeemed(_ step: ExploredAttempt, in world: StoryWorld) -> Bool {
    do throws(InputError) {
      let decision = try world.store.decide(
        step.attempt, by: step.caller, under: policy.policy)
      return decision.source != .staleTicket
    } catch {
      return false
    }
  }

  /// Returns the refused attempt whose ticket an attempt redeems, with its decision; empty if the attempt has no
  /// ticket.
  func refused(
    before step: ExploredAttempt, _ abstract: AbstractAttempt, in world: StoryWorld
  ) -> [StorySearch.StoryStep] {
    guard let refused = step.refused.first else { return [] }
    do throws(InputError) {
      let decision = try world.store.decide(
        refused.attempt, by: refused.caller, under: policy.policy)
      var tried = abstract
      let table = policy.policy.tableIndex(of: decision.facts)
      tried.table = table ?? abstract.table
      return [
        StorySearch.StoryStep(
          abstract: tried, content: .attempt(refused), decision: decision,
          applied: Accounts.Applied(account: decision.account?.id))
      ]
    } catch {
      return []
    }
  }

  private static var disabledLimit: Int { 4 }

  /// Returns the attempt once for each nonempty set of account methods that the service may have disabled.
  ///
  /// The result is empty if the policy counts disabled methods. If the policy tests whether the attempt's method is
  /// disabled, the attempt states the answer. Otherwise, the attempt's own method can be disabled only if the attempt
  /// merely names the method, for example to remove it.
  private func disabling(
    _ step: ExploredAttempt, action: ActionDefinition, shape: AttemptShape,
    in world: StoryWorld
  ) -> [ExploredAttempt] {
    guard !vocabulary.countsDisabled else { return [] }
    let isStated = vocabulary.isUsed(.method) && EngineFact.method.isCarried(by: shape)
    let own = step.attempt.assertion.flatMap { assertion in
      shape.kind.map { DisabledMethod(assertion.provider, $0) }
    }
    var methods: [DisabledMethod] = []
    for method in world.store.accounts.flatMap({ $0.methods })
    where methods.count < Self.disabledLimit
      && !methods.contains(where: { $0.covers(method.provider, method.kind) })
    {
      let isOwn = own?.covers(method.provider, method.kind) ?? false
      if !isOwn || (action.namesMethod && !isStated) {
        methods.append(DisabledMethod(method.provider, method.kind))
      }
    }
    var sets: [[DisabledMethod]] = [[]]
    for method in methods {
      sets += sets.map { $0 + [method] }
    }
    return sets.dropFirst().map { set in
      var step = step
      step.caller.disabledMethods = set
      if isStated, !step.caller.isMethodEnabled, let own {
        step.caller.disabledMethods = set + [own]
      }
      return step
    }
  }

  /// States the facts on which the answer depends, and the settings.
  private func state(
    _ facts: [StoryFact], shape: AttemptShape, in step: inout ExploredAttempt
  ) {
    let settings = vocabulary.schema.settings
    for place in settings {
      // A setting with a fixed value keeps the value even if no row of the sequence tests the setting.
      let value =
        facts.first { $0.fact == place }?.value ?? model.settings[place]?.values.min() ?? 0
      guard value != 0 else { continue }
      let setting = policy.document.settings[place - settings.lowerBound]
      step.caller.settings.values.append(
        (name: setting.name.value.text, value: setting.values[value].value.text))
    }
    for (place, input) in zip(vocabulary.schema.inputs, policy.document.inputs) {
      // If no row of the sequence tests an input, the attempt states a value that the assumptions permit.
      let value =
        facts.first { $0.fact == place }?.value ?? model.settings[place]?.values.min() ?? 0
      guard value != 0 || input.isRequired else { continue }
      step.attempt.inputs.values.append(
        (name: input.name.value.text, value: input.values[value].value.text))
    }
    for one in facts {
      guard let fact = EngineFact(rawValue: one.fact), fact != .secret else { continue }
      if fact == .tenant, one.value == FactValue.Tenant.other.rawValue {
        step.attempt.tenant = Self.otherTenant
      }
      // The value represents all values that rows treat alike. An attempt of this action and kind may be unable to
      // state exactly this value.
      guard let stated = stated[one.fact], one.value != stated.unset, fact.isCarried(by: shape)
      else { continue }
      StatedChoice(fact: fact, carrier: stated.carrier, value: one.value).set(in: &step)
    }
    // An attempt that requests a link states every fact about the link. The facts that no row tests have their usual
    // values.
    guard step.attempt.link != nil else { return }
    for described in FactDescription.all where described.stated?.carrier == .link {
      let isStated = facts.contains {
        $0.fact == described.fact.rawValue && $0.value != described.unset
      }
      if !isStated, let usual = described.ordinary.first {
        step.attempt.link?.stated[described.fact] = usual
      }
    }
  }

  // MARK: Assertions and addresses

  private func asserted(
    by abstract: AbstractAttempt, action: ActionDefinition, facts: [StoryFact],
    stating identifiers: [AccountIdentifier], in world: StoryWorld
  ) -> [Attempt] {
    asserted(
      by: abstract, action: action, facts: facts,
      named: holder(of: identifiers, abstract, in: world), in: world
    )
    .map { attempt in
      var attempt = attempt
      attempt.identifiers = identifiers
      return attempt
    }
  }

  /// Returns the account that an identifier of an attempt finds; nil if an address finds the account, or if no account
  /// is found.
  private func holder(
    of identifiers: [AccountIdentifier], _ abstract: AbstractAttempt, in world: StoryWorld
  ) -> Account? {
    guard let finder = abstract.finder, abstract.address == .none else { return nil }
    let name = vocabulary.identifiers.identifiers[finder].name
    return identifiers.first { $0.name.hasSameBytes(as: name) }
      .flatMap { world.store.holder(of: $0, in: world.home) }
  }

  private func asserted(
    by abstract: AbstractAttempt, action: ActionDefinition, facts: [StoryFact],
    named: Account?, in world: StoryWorld
  ) -> [Attempt] {
    let name = Action(action.name.text)
    let isOfCode = action.pointsTo == .code && abstract.kind == nil
    let address = isOfCode ? nil : text(of: abstract.address, by: abstract.actor, facts)
    guard let kind = abstract.kind, let place = abstract.provider else {
      return [Attempt(name, address: address)]
    }
    let provider = model.providers[place].id
    if action.namesMethod {
      // An account that lists several subjects of a provider can lose one subject or all subjects.
      let named: [String?] =
        model.policy.storage.addsSubjects && !kind.isSubjectTheAddress && kind != .anonymous
        ? [nil, abstract.actor.subject, abstract.actor.secondSubject] : [nil]
      return named.map { Attempt(name, naming: provider, kind: kind, subject: $0) }
    }
    let addresses = address.map { [AddressRecord($0, claims: claims(facts))] } ?? []
    guard kind == .password, action.checksSecret, address != nil || abstract.finder != nil else {
      return subjects(abstract, facts).map { subject in
        let assertion = Assertion(
          verified: provider, kind: kind, subject: subject, addresses: addresses)
        return Attempt(name, with: assertion)
      }
    }
    var assertion = Assertion(
      verified: provider, kind: kind, subject: abstract.subject?.subject, addresses: addresses)
    let addressed = world.store.accounts.filter { account in
      address.map { account.email.hasSameBytes(as: $0) } ?? false
    }
    let holder = (addressed + [named].compactMap { $0 }).first { account in
      account.methods.contains {
        $0.kind == .password && $0.provider.hasSameBytes(as: provider)
      }
    }
    let knows = holder.map { world.passwordSetter($0.id, provider) == abstract.actor } ?? false
    let secrets: [Assertion.Secret] =
      holder == nil ? [.absent] : knows ? [.right, .wrong] : [.wrong]
    return secrets.map { secret in
      assertion.secret = secret
      return Attempt(name, with: assertion)
    }
  }

  /// Returns the subjects that the attempt can assert.
  ///
  /// The result includes the actor's second subject if the account must have another subject of the provider, or if the
  /// policy adds subjects.
  private func subjects(_ abstract: AbstractAttempt, _ facts: [StoryFact]) -> [String?] {
    let first = abstract.subject?.subject
    guard
      model.policy.storage.addsSubjects
        || facts[.sameProvider] == FactValue.SameProvider.otherSubject.rawValue
    else { return [first] }
    return [first] + (abstract.subject.map { [$0.secondSubject] } ?? [])
  }

  private func text(
    of address: AbstractAddress, by actor: Actor, _ facts: [StoryFact]
  ) -> String? {
    switch address {
    case .none: nil
    case .owners: actor == .attacker ? model.alias ?? owners : owners
    case .attackers: "attacker@" + domain(of: facts[.domain] ?? vocabulary.domains.other)
    }
  }

  /// Returns a domain for which the fact `domain` has a given value.
  private func domain(of value: Int) -> String {
    let declared = policy.document.domains
    let played = PlayedDomains(policy, besides: [])
    guard value < declared.count else {
      return played.attackers
    }
    // The example must be a domain that belongs to the set with the value and to no other set.
    return declared[value].domains.lazy.compactMap { played.name(of: $0.value.text, in: value) }
      .first ?? played.attackers
  }

  func claims(_ facts: [StoryFact]) -> [AddressRecord.Claim] {
    let first = vocabulary.schema.claims.lowerBound
    return vocabulary.claims.enumerated().compactMap { index, claim in
      guard let value = facts.first(where: { $0.fact == first + index })?.value,
        value != claim.absent
      else { return nil }
      let said = value < claim.words.count ? claim.words[value].first : nil
      return AddressRecord.Claim(claim.name.text, said ?? .string("something-else"))
    }
  }

  // MARK: Sessions, codes, targets

  private func sessions(
    for abstract: AbstractAttempt, facts: [StoryFact], in world: StoryWorld
  ) -> [String?] {
    let isGone = facts[.session] == FactValue.SessionValue.gone.rawValue
    let own = world.store.sessions.indices.filter {
      world.sessionActors[$0] == abstract.sessionActor && world.store.sessions[$0].isEnded == isGone
    }
    let none = FactValue.SessionValue.none.rawValue
    let sessions: [String?] = own.map { world.store.sessions[$0].id }
    switch abstract.session {
    case .here: return sessions
    case .elsewhere where facts[.session].map { $0 == none } ?? true:
      return abstract.asksForCode ? [nil] + sessions : [nil]
    case .elsewhere: return [nil] + sessions
    }
  }

  private func codes(
    for abstract: AbstractAttempt, action: ActionDefinition, facts: [StoryFact],
    in world: StoryWorld
  ) -> [String?] {
    guard action.carriesCode(abstract.kind) else { return [nil] }
    switch abstract.code {
    case .none where action.pointsTo != .code: return [nil]
    case .unknown:
      return facts[.code] == FactValue.CodeValue.absent.rawValue ? [nil] : ["c99"]
    // If the attempt points to another account, it can carry any code of its purpose that its actor can get.
    case .none, .mailed, .held:
      let taken = action.codePurpose(abstract.kind)
      return world.store.codes.filter { code in
        let mailbox: AbstractAddress =
          code.address.hasSameBytes(as: owners) ? .owners : .attackers
        return code.purpose == taken
          && model.carries(abstract, codeMailedTo: mailbox, askedBy: world.askers[code.id])
      }.map { $0.id }
    }
  }

  private func targets(_ action: ActionDefinition, in world: StoryWorld) -> [String?] {
    action.pointsTo == .target ? world.store.accounts.map { $0.id } : [nil]
  }
}

extension AbstractAttempt {
  /// Whether the attempt can request a code.
  ///
  /// The session of such an attempt matters, because the use of the code may depend on the session.
  fileprivate var asksForCode: Bool { kind == nil }
}
