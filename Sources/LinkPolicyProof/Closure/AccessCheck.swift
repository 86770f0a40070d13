internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// A check whether an account with its possible holdings breaks an invariant about account access.
struct AccessCheck: Sendable {
  let model: AdversaryModel
  /// Whether any reader of the mail to an account's address can enter the account.
  private let mailOpens: Bool

  init(_ model: AdversaryModel) {
    self.model = model
    let policy = model.policy
    mailOpens =
      model.environment.mails
      && policy.storage.tables.contains { table in
        let action = policy.vocabulary.actions[table.action]
        let kinds = table.attemptKinds
        guard action.pointsTo != .session, kinds.contains(where: { action.carriesCode($0) }) else {
          return false
        }
        return table.rows.contains { row in
          row.answer.effects.contains { effect in
            effect.templates.contains { $0 == .openSession || $0 == .putMethod(.password) }
          }
        }
      }
  }

  /// Returns the invariants that may be broken at an account.
  func broken(_ account: AbstractAccount, _ table: HoldingTable) -> [Invariant] {
    broken(account, table, isOpenByMail: mailOpens && model.reads(.attacker, account.key.email))
  }

  /// Returns the invariants that a real account breaks.
  ///
  /// For a real account, unlike an abstract one, the owner of the mailbox is known.
  func broken(real account: AbstractAccount, _ table: HoldingTable) -> [Invariant] {
    broken(account, table, isOpenByMail: mailOpens && account.key.email == .attackers)
  }

  private func broken(
    _ account: AbstractAccount, _ table: HoldingTable, isOpenByMail: Bool
  ) -> [Invariant] {
    let holdings = account.holdings.values.map { table[$0] }
    let isAttackersIn = holdings.contains(.session(.attacker, isLive: true))
    let isOwnersIn = holdings.contains(.session(.owner, isLive: true))
    let hasWayIn = holdings.contains { opens($0, to: account.key) } || isOpenByMail
    var broken: [Invariant] = []
    if account.key.provers.contains(.owner) {
      if hasWayIn {
        broken.append(.ownMethods)
      }
      if isAttackersIn {
        broken.append(.ownSessions)
      }
      if account.key.provers.contains(.attacker) {
        broken.append(.oneProver)
      }
    }
    if isOwnersIn, isAttackersIn || hasWayIn {
      broken.append(.safeLanding)
    }
    return broken
  }

  /// Whether a holding other than a session lets the attacker in.
  func opens(_ holding: Holding, to key: AccountKey) -> Bool {
    switch holding {
    case .factor(let actor): actor == .attacker
    case .session, .code: false
    case .method(let method):
      switch method.kind {
      case .password: method.holder == .attacker && key.email != .none
      case .federated, .phone, .custom, .passkey: method.holder == .attacker
      case .emailLink, .anonymous: false
      }
    }
  }
}

/// A check whether an answer can leave an account without a sign-in method.
///
/// The abstraction lists methods that an account may have, not methods that it certainly has. The
/// check therefore assumes an account that has only methods that the answer removes. This is the
/// worst case, because an account with any other method keeps that method.
///
/// An anonymous method opens only one session. An account that had another method and keeps only anonymous ones has lost access
/// too, even if the policy counts anonymous methods.
///
/// If the policy does not count disabled methods, any methods can be disabled, and only enabled ones are ways in. The assumed account
/// then has an enabled method that the answer removes; all others that it keeps are disabled, so that no fact counts them. A method
/// that the attempt adds is enabled, unless the policy gives the same answer while it is disabled.
struct MethodLoss {
  let model: AdversaryModel
  let holdings: HoldingTable
  let account: AbstractAccount?
  let relation: AttemptRelation

  private var policy: CompiledPolicy { model.policy }

  /// Whether the answer can leave the followed account, or another one, without a method that signs in.
  mutating func canLeaveNone(
    _ meaning: AnswerMeaning, _ answer: Int, _ table: inout AnswerTable
  ) -> Bool {
    // The invariant does not concern deletions, nor attempts that no user makes.
    guard policy.isUsers(table.action) else { return false }
    let writes = meaning.writes
    if writes.contains(.removeMethods(.heldElsewhere)) {
      // No fact describes the methods of the other account, so it may lose its last one.
      return true
    }
    if writes.makeAccount {
      // A new account may have only an anonymous method, because it has no earlier method to lose.
      return !endsWithMethod(meaning, from: [], hasAddress: false, .any)
    }
    guard let account, relation.attempt.pointed == .here,
      writes.contains(where: { $0.kind == .removeMethod || $0 == .setEmail(.none) })
    else { return false }
    return canLose(meaning, answer, account, &table, .any)
      || canLose(meaning, answer, account, &table, .repeatable)
  }

  /// The methods that count as a way into an account.
  private enum WaysIn {
    case any
    /// Methods that can open another session after their first one.
    case repeatable
  }

  /// Whether the answer is possible for an account that it leaves without a way in.
  ///
  /// The assumed account has the methods that the attempt requires, and any of the methods that the
  /// answer removes, but no others. The fact `methods` limits their number.
  private func canLose(
    _ meaning: AnswerMeaning, _ answer: Int, _ account: AbstractAccount,
    _ table: inout AnswerTable, _ ways: WaysIn
  ) -> Bool {
    let hasAddress = account.key.email != .none
    let needed = relation.needed.filter(isMethod)
    let canBeDisabled = canMethodBeDisabled(answer, &table)
    let lost = relation.holdings.values.filter { number in
      isMethod(number)
        && !endsWithMethod(
          meaning, from: [number], hasAddress: hasAddress, ways, addsDisabled: canBeDisabled)
    }
    guard canBeDisabled || needed.allSatisfy({ lost.contains($0) }),
      let fewest = fewestCounted(
        of: lost, with: needed, hasAddress, ways,
        leavesOutNeeded: canBeDisabled && !table.action.namesMethod)
    else { return false }
    var classes = Set(lost.compactMap { countedClass(of: $0) })
    classes.formUnion(needed.compactMap { countedClass(of: $0) })
    var limits = relation.limits
    let most = max(fewest, canLoseSeveral(of: classes, meaning) ? 2 : classes.count)
    // A fact that no condition tests is unset, whatever methods the account has.
    if policy.vocabulary.isUsed(.methods) {
      limits.limit(
        EngineFact.methods.rawValue,
        to: ValueSet((fewest...most).map { Self.value(ofCount: $0).rawValue }))
    }
    return table.answers(where: limits).contains(answer)
  }

  /// Whether the policy can give the answer while the attempt's method is disabled.
  ///
  /// A policy that tests no disabled methods is asked only about attempts with enabled ones. A method that is only named can
  /// be disabled.
  private func canMethodBeDisabled(_ answer: Int, _ table: inout AnswerTable) -> Bool {
    guard !policy.vocabulary.countsDisabled, relation.attempt.kind != nil else { return false }
    guard policy.vocabulary.isUsed(.method) else { return table.action.namesMethod }
    var limits = relation.limits
    limits.limit(.method, to: FactValue.MethodSwitch.disabled)
    return table.answers(where: limits).contains(answer)
  }

  /// Whether the answer can remove several methods of one class that the fact `methods` counts one by one.
  ///
  /// An attempt removes the methods that it names together only without a subject, and the fact then counts them as
  /// one.
  private func canLoseSeveral(of classes: Set<CountedClass>, _ meaning: AnswerMeaning) -> Bool {
    policy.storage.addsSubjects && !classes.isEmpty
      && meaning.writes.contains { write in
        guard case .removeMethods(let removal) = write else { return false }
        return switch removal {
        case .named, .heldElsewhere: false
        case .unproven, .ofKinds, .others: true
        }
      }
  }

  private static func value(ofCount count: Int) -> FactValue.Methods {
    count == 0 ? .none : count == 1 ? .one : .more
  }

  /// Returns the smallest number of counted methods that an account can have if it signs in with a method that it
  /// loses; nil if no lost method signs in.
  ///
  /// With `leavesOutNeeded`, the methods that the attempt requires can be disabled, and do not count.
  private func fewestCounted(
    of lost: [Int], with needed: [Int], _ hasAddress: Bool, _ ways: WaysIn, leavesOutNeeded: Bool
  ) -> Int? {
    if leavesOutNeeded {
      let ways = lost.filter { signsIn($0, hasAddress: hasAddress, ways) }
      guard !ways.isEmpty else { return nil }
      return ways.contains { countedClass(of: $0) == nil } ? 0 : 1
    }
    let counted = Set(needed.compactMap { countedClass(of: $0) }).count
    guard !needed.contains(where: { signsIn($0, hasAddress: hasAddress, ways) }) else {
      return counted
    }
    let further = lost.filter { signsIn($0, hasAddress: hasAddress, ways) }
    guard !further.isEmpty else { return nil }
    return further.contains { countedClass(of: $0) == nil } ? counted : counted + 1
  }

  private func isMethod(_ number: Int) -> Bool {
    if case .method = holdings[number] { true } else { false }
  }

  /// An issuer and kind.
  ///
  /// An account lists one method of each class, or several if the policy adds subjects.
  private struct CountedClass: Hashable {
    var issuer: Int
    var kind: MethodKind
  }

  /// Returns the counted class of a method; nil for a method that is not counted.
  private func countedClass(of number: Int) -> CountedClass? {
    guard case .method(let method) = holdings[number], !method.isSuperseded,
      policy.vocabulary.countedKinds.contains(method.kind)
    else { return nil }
    return CountedClass(issuer: model.providers[method.provider].issuer, kind: method.kind)
  }

  /// Whether a method signs in to an account with or without an address.
  private func signsIn(_ number: Int, hasAddress: Bool, _ ways: WaysIn) -> Bool {
    guard case .method(let method) = holdings[number] else { return false }
    return signsIn(method.kind, of: method.provider, hasAddress: hasAddress, ways)
  }

  /// Whether a method of a kind signs in.
  ///
  /// The provider is an index among the played providers. Nil means that any provider of the kind
  /// suffices.
  private func signsIn(
    _ kind: MethodKind, of provider: Int?, hasAddress: Bool, _ ways: WaysIn
  ) -> Bool {
    let value = provider.map { model.providers[$0].value }
    let isOpen =
      value.map { model.entrances.open(provider: $0, kind) } ?? model.entrances.open(kind)
    return switch kind {
    // These kinds find the account by its address.
    case .password, .emailLink: hasAddress && isOpen
    case .federated, .phone, .custom, .passkey: isOpen
    // An anonymous method opens only one session, which it already opened.
    case .anonymous:
      switch ways {
      case .any: true
      case .repeatable: false
      }
    }
  }

  /// Whether the account certainly keeps a method that can sign in.
  ///
  /// With `addsDisabled`, the method of the attempt can be disabled, and does not count.
  private func endsWithMethod(
    _ meaning: AnswerMeaning, from methods: [Int], hasAddress: Bool, _ ways: WaysIn,
    addsDisabled: Bool = false
  ) -> Bool {
    var left = methods
    var new: (kind: MethodKind, provider: Int?)?
    var hasAddress = hasAddress
    var isCleared = false
    for write in meaning.writes {
      switch write {
      case .putMethod(.password):
        new = (.password, relation.attempt.kind == .password ? relation.attempt.provider : nil)
      case .putMethod(.attempts), .putMethod(.attemptsInPlaceOfOthers):
        if let provider = relation.attempt.provider, let kind = relation.attempt.kind {
          new = (kind, provider)
        }
      case .removeMethods(let removal):
        left.removeAll { isRemoved($0, by: removal, isCleared: isCleared) }
        // A later removal in the same answer may remove the method that the answer added.
        switch removal {
        case .named, .others, .heldElsewhere: break
        case .unproven:
          new = meaning.isProof && isOfAccountsAddress && !isCleared ? new : nil
        case .ofKinds: new = nil
        }
      case .deleteAccount: return true
      case .insertAccount(let withAddress): hasAddress = withAddress
      case .setEmail(let change):
        switch change {
        case .none: (hasAddress, isCleared) = (false, true)
        case .asserted, .assertedWhereNone:
          hasAddress = hasAddress || relation.attempt.address != .none
        case .verified, .unverified: break
        }
      case .setProfile, .setState, .setLabel, .setIdentifier, .clearIdentifier, .supersedeOthers,
        .dropFactors, .setFactors, .openSession,
        .renewSession, .endSession, .endSessions, .putCode, .cancelCodes, .tellOwner:
        break
      }
    }
    let signsInAnew =
      new.map { signsIn($0.kind, of: $0.provider, hasAddress: hasAddress, ways) } ?? false
    return signsInAnew && !addsDisabled
      || left.contains { signsIn($0, hasAddress: hasAddress, ways) }
  }

  /// Whether the attempt's address certainly equals the account's.
  private var isOfAccountsAddress: Bool {
    guard let email = account?.key.email else { return true }
    let held = relation.limits[EngineFact.address.rawValue]
    return model.relation(relation.attempt.address, email) == .same
      || held == ValueSet(of: FactValue.Address.own)
      || held == ValueSet(of: FactValue.Address.taken)
  }

  /// Whether a removal may affect a method of an account.
  ///
  /// The answer may have removed the account's address before.
  private func isRemoved(
    _ number: Int, by removal: WriteTemplate.Removal, isCleared: Bool
  ) -> Bool {
    guard case .method(let method) = holdings[number] else { return false }
    switch removal {
    case .named: return relation.needed.contains(number)
    case .unproven:
      let email = isCleared ? .none : account?.key.email ?? .none
      return model.relation(method.proved, email) != .same
    case .ofKinds(let kinds): return kinds.contains(method.kind)
    case .others: return method.kind == relation.attempt.kind
    case .heldElsewhere: return false
    }
  }
}

/// A check whether an answer can give an account an address that another account has.
struct AddressSharing {
  let model: AdversaryModel
  /// The target account of the attempt; nil for none.
  let account: AbstractAccount?

  func canShare(
    _ meaning: AnswerMeaning, _ answer: Int, _ relation: AttemptRelation, _ table: inout AnswerTable
  ) -> Bool {
    guard relation.attempt.pointed != .elsewhere else { return false }
    let isOfMethods = model.policy.vocabulary.addresses.heldBy == .methods
    let makes =
      meaning.writes.contains(.insertAccount(withAddress: true))
      || (isOfMethods && meaning.writes.makeAccount)
    let gives = meaning.writes.contains { write in
      switch write {
      case .setEmail(.asserted), .setEmail(.assertedWhereNone): true
      // The added method carries its address.
      case .putMethod: isOfMethods
      case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel,
        .setIdentifier, .clearIdentifier,
        .removeMethods, .supersedeOthers, .dropFactors, .setFactors, .openSession, .renewSession,
        .endSession,
        .endSessions, .putCode, .cancelCodes, .tellOwner:
        false
      }
    }
    guard !model.policy.isAdministrators(table.action) else { return false }
    // The new password holds the account's address, and a method of another account may hold the
    // same address.
    if isOfMethods, meaning.writes.contains(.putMethod(.password)), account != nil {
      return true
    }
    guard makes || gives, relation.attempt.address != .none else { return false }
    // If only the address identifies the account, the account has this address.
    let isHolder =
      relation.limits[EngineFact.address.rawValue]
      .map { $0 == ValueSet(of: FactValue.Address.taken) } ?? false
    guard makes || !isHolder else { return false }
    var limits = relation.limits
    // If several accounts already have the address, an earlier attempt gave it to the second one. A
    // new account shares the address of the existing account. With pools, an address counts as free
    // even if an account in another pool has it.
    var shared = ValueSet(of: FactValue.Address.taken)
    if makes {
      shared.insert(FactValue.Address.own.rawValue)
    }
    // If methods hold addresses, an account whose methods no longer hold its address still has it.
    if model.hasPools || isOfMethods {
      shared.insert(FactValue.Address.free.rawValue)
    }
    limits.limit(EngineFact.address.rawValue, to: shared)
    return table.answers(where: limits).contains(answer)
  }
}

/// A check whether an attempt verifies the owner's address for another person (I14).
///
/// The owner verifies the address by making the attempt, or by following mail. Following mail
/// counts if the owner requested it, or enters the account by it. Otherwise the click verifies the
/// account of the person who requested the mail. An address that an administrator marks as verified
/// breaks nothing.
struct ForeignVerification {
  let model: AdversaryModel
  let attempt: AbstractAttempt
  let action: ActionDefinition

  /// Whether an answer's writes can verify the address for another person.
  ///
  /// - Parameters:
  ///   - meaning: the answer.
  ///   - before: the account of the attempt; nil for none.
  ///   - results: the accounts after the answer.
  /// - Returns: true if another person has verified the owner's address at one of them.
  func isMade(
    by meaning: AnswerMeaning, from before: AccountKey?, to results: [AbstractEffects.EffectResult]
  ) -> Bool {
    guard meaning.writes.contains(.setEmail(.verified)), model.holder == .owner,
      !model.policy.isAdministrators(action), attempt.pointed != .elsewhere, !isOwners(meaning)
    else { return false }
    return results.contains { result in
      let wasVerified =
        !result.isNew && (before.map { Self.isOwnersVerified($0) } ?? false)
      return Self.isOwnersVerified(result.account.key) && !wasVerified
    }
  }

  private static func isOwnersVerified(_ key: AccountKey) -> Bool {
    key.email == .owners && key.isVerified
  }

  /// Whether the owner verifies the address by the attempt.
  private func isOwners(_ meaning: AnswerMeaning) -> Bool {
    guard attempt.actor == .owner else { return false }
    switch attempt.code {
    case .none, .unknown: return true
    case .held(let code) where code.asker == .owner: return true
    // The requester of a code without an account is unknown.
    case .mailed where !model.environment.clicks: return true
    case .held, .mailed:
      return meaning.writes.contains { $0 == .openSession || $0.kind == .putMethod }
        || (attempt.session == .here(isLive: true) && attempt.sessionActor == .owner)
    }
  }
}
