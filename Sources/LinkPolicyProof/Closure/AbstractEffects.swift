internal import LinkPolicy
internal import LinkPolicyAnalysis

/// Carries the writes of an answer out on an account as the abstraction follows it.
///
/// What is added may be there; what is taken away is gone only where no account of the same key and
/// holdings could have kept it. So an account that is really like this comes to one which is really
/// like the result.
struct AbstractEffects {
  /// An account that an answer leaves behind.
  struct Result {
    var account: AbstractAccount
    /// Whether it was made, beside the one that was there.
    var isNew: Bool
  }

  let model: AdversaryModel
  let attempt: AbstractAttempt
  let isProven: Bool
  private var key: AccountKey
  private var held: ValueSet
  private var isNew = false
  private var isGone = false
  /// What an account that is made beside this one leaves as it was.
  private var left: AbstractAccount?
  /// Whether an address that may be the account's is taken for it, and whether that makes a
  /// difference.
  private let isSameAddress: Bool
  private var dependsOnAddress = false
  /// Whether the account has a method of the attempt's issuer and kind already.
  private var hasMethod: Bool

  private var policy: CompiledPolicy { model.policy }

  /// Carries an answer out; nil where it deletes the account, and leaves nothing to follow.
  static func results(
    of meaning: AnswerMeaning, _ relation: Relation, on account: AbstractAccount?,
    _ model: AdversaryModel, _ table: inout HoldingTable
  ) -> [Result] {
    let empty = AccountKey(labels: model.policy.vocabulary.labels.map { _ in 0 })
    let key = account?.key ?? empty
    var effects = AbstractEffects(model, relation, meaning.isProof, key, isSameAddress: false)
    effects.carryOut(meaning, hasAccount: account != nil, &table)
    guard effects.dependsOnAddress else { return effects.results }
    var others = AbstractEffects(model, relation, meaning.isProof, key, isSameAddress: true)
    others.carryOut(meaning, hasAccount: account != nil, &table)
    return effects.results + others.results
  }

  private init(
    _ model: AdversaryModel, _ relation: Relation, _ isProven: Bool, _ key: AccountKey,
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

  private var results: [Result] {
    var results: [Result] = []
    if let left {
      results.append(Result(account: left, isNew: false))
    }
    if !isGone {
      results.append(Result(account: AbstractAccount(key: key, holdings: held), isNew: isNew))
    }
    return results
  }

  private mutating func carryOut(
    _ meaning: AnswerMeaning, hasAccount: Bool, _ table: inout HoldingTable
  ) {
    isGone = !hasAccount
    let isAllowed = meaning.reply.refusal == nil
    if isAllowed, case .held(var code) = attempt.code, !isGone {
      // The one that is not used may have a double that is not, too.
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

  /// Whoever has nothing left is not there any more.
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
      key = AccountKey(labels: policy.vocabulary.labels.map { _ in 0 })
      key.email = withAddress ? attempt.address : .none
      held = ValueSet()
      hasMethod = false
      isNew = true
      isGone = false
    case .deleteAccount: isGone = true
    case .setEmail(let change): changeEmail(change)
    case .setLabel(let name, let value): setLabel(name, value, &table)
    case .putMethod(.attempts), .putMethod(.attemptsInPlaceOfOthers): addMethod(&table)
    case .putMethod(.password): setPassword(&table)
    case .removeMethods(let removal): remove(removal, table)
    case .supersedeOthers: supersedeOthers(&table)
    case .dropFactors: remove(table) { if case .factor = $0 { true } else { false } }
    case .openSession: add(.session(attempt.actor, isLive: true), &table)
    case .renewSession:
      if case .here = attempt.session, !isNew {
        add(.session(attempt.sessionActor, isLive: true), &table)
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
    // Another session of the same person may still be there.
    case .endSession: break
    // Whether an account is switched off is anybody's guess at every attempt; profiles and notices
    // open nothing.
    case .setProfile, .setState, .tellOwner: break
    }
  }

  private mutating func add(_ holding: Holding, _ table: inout HoldingTable) {
    guard !isGone else { return }
    held.insert(table.number(of: holding))
  }

  private mutating func remove(_ table: HoldingTable, where isMeant: (Holding) -> Bool) {
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
      // One address of the attacker's may be another than the account's, and unverified then, or the
      // same, and as verified as before.
      switch AddressRelation(attempt.address, key.email) {
      case .same: break
      case .different: key.isVerified = false
      case .perhaps:
        dependsOnAddress = true
        key.isVerified = key.isVerified && isSameAddress
      }
      key.email = attempt.address
    }
  }

  // MARK: Labels

  private mutating func setLabel(_ name: Name, _ value: Name, _ table: inout HoldingTable) {
    let labels = policy.vocabulary.labels
    guard let index = labels.firstIndex(where: { $0.name.value == name }),
      let number = labels[index].values.firstIndex(where: { $0.value == value }), !isGone
    else { return }
    switch labels[index].bearer {
    case .account: key.labels[index] = UInt16(number)
    case .method:
      // Which of several methods of the provider is marked depends on the subject: any may be.
      for marked in ofAttempt(table) {
        guard case .method(var method) = table[marked] else { continue }
        method.labels[index] = UInt16(number)
        add(.method(method), &table)
      }
    }
  }

  // MARK: Methods

  /// The numbers of the methods of the attempt's issuer and kind.
  private func ofAttempt(_ table: HoldingTable) -> [Int] {
    guard let provider = attempt.provider, let kind = attempt.kind else { return [] }
    return table.methods(in: held, of: provider, kind).map { $0.number }
  }

  private mutating func addMethod(_ table: inout HoldingTable) {
    guard let provider = attempt.provider, let kind = attempt.kind else { return }
    var method = HeldMethod(
      provider: provider, kind: kind, holder: attempt.subject,
      labels: policy.vocabulary.labels.map { _ in 0 })
    method.address = addressOfMethods(attempt.address)
    switch kind {
    case .federated, .phone, .custom, .emailLink, .anonymous:
      method.proved = isProven ? attempt.address : .none
    // Who knows a password is who has set it, and it proves nothing.
    case .password: method.holder = attempt.actor
    }
    // What is there keeps its labels, whether it is listed, and a password its secret.
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
      }
      add(.method(refreshed), &table)
    }
    if kind != .password || !hasMethod {
      add(.method(method), &table)
    }
  }

  private func addressOfMethods(_ address: AbstractAddress) -> AbstractAddress {
    policy.vocabulary.addresses.heldBy == .methods ? address : .none
  }

  /// Sets the password that stands first among the account's, or adds one.
  private mutating func setPassword(_ table: inout HoldingTable) {
    guard !isGone,
      let first = model.providers.firstIndex(where: { $0.kinds.contains(.password) })
    else { return }
    let before = table.numbers(in: held) { holding in
      guard case .method(let method) = holding else { return false }
      return method.kind == .password
    }
    let present = before.compactMap { number -> HeldMethod? in
      guard case .method(let method) = table[number] else { return nil }
      return method
    }
    // Of several providers' passwords any may stand first, and the others stay.
    let isOne = present.allSatisfy { $0.provider == present.first?.provider }
    if isOne {
      held = held.subtracting(ValueSet(before))
    }
    for one in [newPassword(first)] + present {
      var method = newPassword(one.provider)
      method.labels = one.labels
      add(.method(method), &table)
    }
  }

  /// The password that is set, as one of a provider's.
  private func newPassword(_ provider: Int) -> HeldMethod {
    var method = HeldMethod(
      provider: provider, kind: .password, holder: attempt.actor,
      labels: policy.vocabulary.labels.map { _ in 0 })
    let action = policy.vocabulary.actions[policy.storage.tables[attempt.table].action]
    let isByCode = action.pointsTo == .code && attempt.provider == nil
    method.proved = isByCode ? attempt.address : .none
    method.address = addressOfMethods(key.email)
    return method
  }

  private mutating func remove(_ removal: WriteTemplate.Removal, _ table: HoldingTable) {
    switch removal {
    // One that is named goes, and a second subject of the same person stays; what another account
    // loses, that account may still have.
    case .named, .heldElsewhere: break
    case .unproven:
      let email = key.email
      remove(table) { holding in
        guard case .method(let method) = holding else { return false }
        return !AddressRelation(method.proved, email).canBeSame
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

  /// Whether a listed method is certainly of another subject than the attempt's.
  private func isAnothers(_ number: Int, _ table: HoldingTable) -> Bool {
    guard case .method(let method) = table[number], !method.isSuperseded,
      let subject = attempt.subject
    else { return false }
    return method.holder != subject
  }

  private mutating func supersedeOthers(_ table: inout HoldingTable) {
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

  // MARK: Codes

  private mutating func mail(_ purpose: CodePurpose, _ table: inout HoldingTable) {
    let purposes = policy.vocabulary.purposes
    guard !isGone, let number = purposes.number(of: purpose) else { return }
    let treatment = purposes.purposes[number].treatment
    // A code that is nobody's can be brought wherever one is mailed at all.
    guard treatment.owner == .account else { return }
    let mailbox =
      switch treatment.recipient {
      case .asserted: attempt.address
      case .account: key.email
      }
    guard mailbox != .none else { return }
    var asked: [Bool] = [false]
    if case .here = attempt.session {
      asked = [true]
    } else if policy.vocabulary.actions[policy.storage.tables[attempt.table].action].pointsTo
      != .session
    {
      // In a session elsewhere, or in none.
      asked = [false, true]
    }
    for isAskedInSession in asked {
      add(
        .code(
          HeldCode(
            purpose: number, mailbox: mailbox,
            boundTo: treatment.staleness == .withAddress ? key.email : .none,
            asker: attempt.actor, isAskedInSession: isAskedInSession)), &table)
    }
  }
}
