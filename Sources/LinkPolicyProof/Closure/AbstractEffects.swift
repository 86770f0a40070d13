internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The application of an answer's writes to an abstract account; this account represents all real accounts with equal
/// keys.
///
/// The result has every holding that a real account may have after the answer. A holding is removed only if every real
/// account that the abstract account represents certainly loses the holding. The abstract result therefore represents
/// every real result.
struct AbstractEffects {
  /// An abstract account after an answer.
  struct EffectResult {
    var account: AbstractAccount
    /// Whether the answer created the account.
    var isNew: Bool
  }

  let model: AdversaryModel
  let attempt: AbstractAttempt
  let isProven: Bool
  var key: AccountKey
  var held: ValueSet
  private var isNew = false
  private(set) var isGone = false
  /// The existing account, unchanged, if the answer creates another account; nil otherwise.
  private var left: AbstractAccount?
  /// Whether another address counts as the account's address if the two addresses may be equal.
  private let isSameAddress: Bool
  /// Whether the result depends on ``isSameAddress``.
  private var dependsOnAddress = false
  /// Whether the account certainly has a method of the attempt's issuer and kind.
  private(set) var hasMethod: Bool

  var policy: CompiledPolicy { model.policy }

  /// Returns the accounts after an answer; empty if the answer deletes the account, or if there is no account and the
  /// answer creates none.
  static func results(
    of meaning: AnswerMeaning, relation: AttemptRelation, on account: AbstractAccount?,
    model: AdversaryModel, in table: inout HoldingTable
  ) -> [EffectResult] {
    let empty = AccountKey(labels: model.vocabulary.labels.map { _ in 0 })
    let key = account?.key ?? empty
    var effects = AbstractEffects(
      model: model, relation: relation, isProven: meaning.isProof, key: key, isSameAddress: false)
    effects.carryOut(meaning, hasAccount: account != nil, &table)
    guard effects.dependsOnAddress else { return effects.results }
    var others = AbstractEffects(
      model: model, relation: relation, isProven: meaning.isProof, key: key, isSameAddress: true)
    others.carryOut(meaning, hasAccount: account != nil, &table)
    return effects.results + others.results
  }

  private init(
    model: AdversaryModel, relation: AttemptRelation, isProven: Bool, key: AccountKey,
    isSameAddress: Bool
  ) {
    self.model = model
    self.isSameAddress = isSameAddress
    attempt = relation.attempt
    self.isProven = isProven
    self.key = key
    held = relation.holdings
    let same = relation.limits[EngineFact.sameProvider.rawValue]
    hasMethod = !(same?.contains(FactValue.SameProvider.none.rawValue) ?? true)
  }

  private var results: [EffectResult] {
    var results: [EffectResult] = []
    if let left {
      results.append(EffectResult(account: left, isNew: false))
    }
    if !isGone {
      results.append(EffectResult(account: AbstractAccount(key: key, holdings: held), isNew: isNew))
    }
    return results
  }

  private mutating func carryOut(
    _ meaning: AnswerMeaning, hasAccount: Bool, _ table: inout HoldingTable
  ) {
    isGone = !hasAccount
    let isAllowed = meaning.reply.refusal == nil
    if isAllowed, case .held(var code) = attempt.code, !isGone {
      // The account may have a second, unused code of the same description, so an unused code remains possible.
      code.isUsed = true
      held.insert(table.number(of: .code(code)))
    }
    switch attempt.pointed {
    case .here, .nobody:
      for template in meaning.writes {
        carryOut(template, &table)
      }
    case .elsewhere:
      for template in meaning.writes where template == .renewSession {
        carryOut(template, &table)
      }
    }
    if isAllowed, attempt.provesAddress, attempt.pointed != .elsewhere, !isGone {
      key.provers.insert(attempt.actor)
    }
    settlePresence(table)
  }

  /// Sets `present` to the actors who may have a holding after the answer.
  private mutating func settlePresence(_ table: HoldingTable) {
    key.present = table.holders(in: held)
  }

  // MARK: Writes

  private mutating func carryOut(_ template: WriteTemplate, _ table: inout HoldingTable) {
    switch template {
    case .insertAccount(let withAddress):
      if !isGone {
        left = AbstractAccount(key: key, holdings: held)
      }
      key = AccountKey(labels: model.vocabulary.labels.map { _ in 0 })
      key.email = withAddress ? attempt.address : .none
      held = ValueSet()
      hasMethod = false
      isNew = true
      isGone = false
    case .deleteAccount: isGone = true
    case .setEmail(let change): changeEmail(change)
    case .setLabel(let name, let value): setLabel(name, to: value, in: &table)
    case .putMethod(.attempts), .putMethod(.attemptsInPlaceOfOthers): addMethod(&table)
    case .putMethod(.password): setPassword(&table)
    case .removeMethods(let removal): remove(removal, table)
    case .supersedeOthers: supersedeOthers(&table)
    case .dropFactors: remove(table) { if case .factor = $0 { true } else { false } }
    case .setFactors(let change):
      switch change {
      case .more: add(.factor(attempt.actor), &table)
      // The account may have another factor of the same actor, so the factor remains possible.
      case .fewer: break
      }
    case .openSession: add(.session(attempt.actor, isLive: true), &table)
    case .renewSession:
      guard case .here = attempt.session else { break }
      let session = Holding.session(attempt.sessionActor, isLive: true)
      if isNew {
        // The renewed session belongs to the existing account, even though the answer creates another account.
        left?.holdings.insert(table.number(of: session))
        if let holdings = left?.holdings {
          left?.key.present = table.holders(in: holdings)
        }
      } else {
        add(session, &table)
      }
    case .endSessions:
      for actor in Actor.allCases {
        let live = table.number(of: .session(actor, isLive: true))
        if held.contains(live) {
          held = held.subtracting(ValueSet([live]))
          add(.session(actor, isLive: false), &table)
        }
      }
    case .putCode(let purpose): mail(purpose, &table)
    case .cancelCodes: remove(table) { if case .code = $0 { true } else { false } }
    // The actor may have another session, so a session of the actor remains possible.
    case .endSession: break
    // Every attempt whose answer stores an identifier states the identifier. The compiler refuses the effect in cells
    // without a value.
    case .setIdentifier(let name):
      if let identifier = model.vocabulary.identifiers.index(of: name.text) {
        key.identifiers.insert(identifier)
      }
    case .clearIdentifier(let name):
      if let identifier = model.vocabulary.identifiers.index(of: name.text) {
        key.identifiers.remove(identifier)
      }
    // The model allows every account state at every attempt. Profiles and notices give no access to an account.
    case .setProfile, .setState, .tellOwner: break
    }
  }

  mutating func add(_ holding: Holding, _ table: inout HoldingTable) {
    guard !isGone else { return }
    held.insert(table.number(of: holding))
  }

  mutating func remove(_ table: HoldingTable, where isMeant: (Holding) -> Bool) {
    let removed = table.numbers(in: held, where: isMeant)
    held = held.subtracting(ValueSet(removed))
  }

  private mutating func changeEmail(_ change: WriteTemplate.EmailChange) {
    guard !isGone else { return }
    switch change {
    case .verified: key.isVerified = key.email != .none
    case .unverified: key.isVerified = false
    case .none:
      key.email = .none
      key.isVerified = false
    case .assertedWhereNone where key.email != .none: return
    case .asserted, .assertedWhereNone:
      guard attempt.address != .none else { return }
      // If the asserted address equals the account's address, the account stays verified; otherwise it becomes
      // unverified. If both are possible, `isSameAddress` selects the case.
      switch model.relation(attempt.address, key.email) {
      case .same: break
      case .different: key.isVerified = false
      case .perhaps:
        dependsOnAddress = true
        key.isVerified = key.isVerified && isSameAddress
      }
      key.email = attempt.address
    }
  }
}

/// The effects of writes on the methods of an account.
extension AbstractEffects {
  /// Returns the numbers of the methods of the attempt's issuer and kind.
  func ofAttempt(_ table: HoldingTable) -> [Int] {
    guard let provider = attempt.provider, let kind = attempt.kind else { return [] }
    return table.methods(in: held, of: provider, kind).map { $0.number }
  }

  mutating func addMethod(_ table: inout HoldingTable) {
    guard let provider = attempt.provider, let kind = attempt.kind else { return }
    var method = HeldMethod(
      provider: provider, kind: kind, holder: attempt.subject,
      labels: model.vocabulary.labels.map { _ in 0 })
    method.address = addressOfMethods(attempt.address)
    switch kind {
    case .federated, .phone, .custom, .passkey, .emailLink, .anonymous:
      method.proved = isProven ? attempt.address : .none
    // The actor who sets a password knows the password. A password proves no address.
    case .password:
      method.holder = attempt.actor
      if attempt.address == .none {
        method.address = addressOfMethods(key.email)
      }
    }
    // An existing method keeps its labels, and remains listed or superseded as before. An existing password keeps its
    // secret.
    let present = ofAttempt(table).compactMap { number -> HeldMethod? in
      guard case .method(let one) = table[number] else { return nil }
      return one.holder == method.holder || kind == .password ? one : nil
    }
    for one in present {
      var refreshed = method
      refreshed.labels = one.labels
      refreshed.isSuperseded = one.isSuperseded
      if kind == .password {
        refreshed.proved = one.proved
        refreshed.holder = one.holder
        // A password that an identifier finds keeps its address.
        if attempt.address == .none {
          refreshed.address = one.address
        }
      }
      add(.method(refreshed), &table)
    }
    if kind != .password || !hasMethod {
      add(.method(method), &table)
    }
  }

  func addressOfMethods(_ address: AbstractAddress) -> AbstractAddress {
    model.vocabulary.addresses.heldBy == .methods ? address : .none
  }

  /// Replaces the password of the attempt's provider, or adds a password if the account has no password.
  ///
  /// If the attempt has no password, the function replaces the account's first password.
  mutating func setPassword(_ table: inout HoldingTable) {
    // If an attempt without a password credential sets a password, the password belongs to the first named provider. A
    // family of providers has no single name, so the search skips families.
    let named = model.vocabulary.providers.namedForPasswords?.id.text
    let brought = attempt.kind == .password ? attempt.provider : nil
    let declared = model.providers.firstIndex { named.hasSameBytes(as: $0.id) }
    guard !isGone, let first = brought ?? declared else { return }
    let before =
      brought != nil
      ? ofAttempt(table)
      : table.numbers(in: held) { holding in
        guard case .method(let method) = holding else { return false }
        return method.kind == .password
      }
    let present = before.compactMap { number -> HeldMethod? in
      guard case .method(let method) = table[number] else { return nil }
      return method
    }
    // If several providers have passwords, any of the passwords may be the first. The other passwords remain.
    let isOne = present.allSatisfy { $0.provider == present.first?.provider }
    if isOne {
      held = held.subtracting(ValueSet(before))
    }
    for one in [newPassword(first)] + present {
      var method = newPassword(one.provider)
      method.labels = one.labels
      // An existing password keeps its address.
      method.address = one.address
      add(.method(method), &table)
    }
  }

  /// Returns the password method that an answer stores for a provider.
  func newPassword(_ provider: Int) -> HeldMethod {
    var method = HeldMethod(
      provider: provider, kind: .password, holder: attempt.actor,
      labels: model.vocabulary.labels.map { _ in 0 })
    let action = model.vocabulary.actions[policy.storage.tables[attempt.table].action]
    let isByCode = action.pointsTo == .code && attempt.provider == nil
    method.proved = isByCode ? attempt.address : .none
    method.address = addressOfMethods(key.email)
    return method
  }

  mutating func remove(_ removal: WriteTemplate.Removal, _ table: HoldingTable) {
    switch removal {
    // The answer removes the named method, but the actor's method with a second subject may remain. If another account
    // loses a method, this account may keep its methods.
    case .named, .heldElsewhere: break
    case .unproven:
      let email = key.email
      let model = model
      remove(table) { holding in
        guard case .method(let method) = holding else { return false }
        return !model.relation(method.proved, email).canBeSame
      }
    case .ofKinds(let kinds):
      remove(table) { holding in
        guard case .method(let method) = holding else { return false }
        return kinds.contains(method.kind)
      }
    case .others:
      let others = ofAttempt(table).filter { isAnothers($0, table) }
      held = held.subtracting(ValueSet(others))
    }
  }

  /// Returns whether a method is listed and certainly has another subject than the attempt.
  func isAnothers(_ number: Int, _ table: HoldingTable) -> Bool {
    guard case .method(let method) = table[number], !method.isSuperseded,
      let subject = attempt.subject
    else { return false }
    return method.holder != subject
  }

  mutating func supersedeOthers(_ table: inout HoldingTable) {
    for number in ofAttempt(table) {
      guard case .method(var method) = table[number], !method.isSuperseded,
        attempt.subject != nil
      else { continue }
      method.isSuperseded = true
      if isAnothers(number, table) {
        held = held.subtracting(ValueSet([number]))
      }
      add(.method(method), &table)
    }
  }

  mutating func setLabel(_ name: Name, to value: Name, in table: inout HoldingTable) {
    let labels = model.vocabulary.labels
    guard let index = labels.firstIndex(where: { $0.name.value == name }),
      let number = labels[index].values.firstIndex(where: { $0.value == value }), !isGone
    else { return }
    switch labels[index].bearer {
    case .account: key.labels[index] = UInt16(number)
    case .method:
      // The account may have several methods of the provider. The subject determines which method gets the label, so
      // each method of the provider may get the label.
      for marked in ofAttempt(table) {
        guard case .method(var method) = table[marked] else { continue }
        method.labels[index] = UInt16(number)
        add(.method(method), &table)
      }
    }
  }
}

/// The effects of writes on mailed codes.
extension AbstractEffects {
  /// The credential that the store keeps with a code of this attempt; nil if the attempt proves no credential, or a
  /// credential whose subject is the address, or if no condition tests `code-credential`.
  private var askedCredential: HeldCode.AskedCredential? {
    guard model.comparesCodeCredentials else { return nil }
    let action = model.vocabulary.actions[policy.storage.tables[attempt.table].action]
    return attempt.provenCredential(action, model.providers)
  }

  mutating func mail(_ purpose: CodePurpose, _ table: inout HoldingTable) {
    let purposes = model.vocabulary.purposes
    guard !isGone, let number = purposes.number(of: purpose) else { return }
    let treatment = purposes.purposes[number].treatment
    // A code without an account is not a holding. An attempt can present such a code if some answer mails it.
    guard treatment.owner == .account else { return }
    let mailbox =
      switch treatment.recipient {
      case .asserted: attempt.address
      case .account: key.email
      }
    guard mailbox != .none else { return }
    var asked: [HeldCode.AskingSession]
    if case .here = attempt.session {
      // An actor requested the code of a new account in a session of the existing account.
      asked = [isNew ? .elsewhere : .here]
    } else {
      // The requester may have a session of another account, an ended session, or no session.
      asked = [.none, .elsewhere]
    }
    if !model.tellsAskingAccounts {
      asked = asked.map { $0 == .elsewhere ? .here : $0 }
    }
    for askedIn in asked {
      add(
        .code(
          HeldCode(
            purpose: number, mailbox: mailbox,
            boundTo: treatment.staleness == .withAddress ? key.email : .none,
            asker: attempt.actor, askedIn: askedIn, credential: askedCredential,
            isReadBefore: mailbox == .owners && model.holder == .attacker)), &table)
    }
  }
}
