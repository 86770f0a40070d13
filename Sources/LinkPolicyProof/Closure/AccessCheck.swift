internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// A check that derives, from the possible holdings of an account, the invariants about access that the account may
/// break.
struct AccessCheck: Sendable {
  let model: AdversaryModel
  /// Whether a person who reads the mail to an account's address can enter the account.
  private let mailOpens: Bool
  /// The declared identifiers by which an action finds an account and checks its password.
  private let finders: IdentifierSet

  init(_ model: AdversaryModel) {
    self.model = model
    let policy = model.policy
    let identifiers = model.vocabulary.identifiers.identifiers
    finders = IdentifierSet(
      identifiers.indices.filter { model.vocabulary.findsPasswords(byIdentifier: $0) })
    mailOpens =
      model.environment.mails
      && policy.storage.tables.contains { table in
        let action = model.vocabulary.actions[table.action]
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

  /// Returns the invariants that an abstract account may break.
  func broken(_ account: AbstractAccount, in table: HoldingTable) -> [Invariant] {
    broken(
      account, in: table, keys: AccountKeys(of: account.key),
      isOpenByMail: mailOpens && model.reads(.attacker, account.key.email))
  }

  /// Returns the invariants that a real account breaks.
  ///
  /// For a real account, unlike an abstract account, the owner of the mailbox is known. A password lets a person into a
  /// real account only if some cell signs in with the password and the account's address or identifier.
  func broken(real account: AbstractAccount, in table: HoldingTable) -> [Invariant] {
    let keys = AccountKeys(of: account.key)
    var real = account
    let closed = table.numbers(in: account.holdings) { holding in
      guard case .method(let method) = holding, method.kind == .password else { return false }
      return !model.entrances.open(
        provider: model.providers[method.provider].value, .password, to: keys)
    }
    real.holdings = account.holdings.subtracting(ValueSet(closed))
    return broken(
      real, in: table, keys: keys, isOpenByMail: mailOpens && account.key.email == .attackers)
  }

  private func broken(
    _ account: AbstractAccount, in table: HoldingTable, keys: AccountKeys, isOpenByMail: Bool
  ) -> [Invariant] {
    let holdings = account.holdings.values.map { table[$0] }
    let isAttackersIn = holdings.contains(.session(.attacker, isLive: true))
    let isOwnersIn = holdings.contains(.session(.owner, isLive: true))
    let hasWayIn = holdings.contains { opens($0, to: keys) } || isOpenByMail
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

  /// Returns whether a holding other than a session lets the attacker into an account with the given keys.
  func opens(_ holding: Holding, to keys: AccountKeys) -> Bool {
    switch holding {
    case .factor(let actor): actor == .attacker
    case .session, .code: false
    case .method(let method):
      switch method.kind {
      case .password:
        method.holder == .attacker
          && (keys.hasAddress || keys.identifiers.intersects(finders))
      case .federated, .phone, .custom, .passkey: method.holder == .attacker
      case .emailLink, .anonymous: false
      }
    }
  }
}

/// A check of whether an answer can give an account the address of another account (I5).
struct AddressSharing {
  let model: AdversaryModel
  /// The target account of the attempt; nil if the attempt has no target.
  let account: AbstractAccount?

  func canShare(
    _ meaning: AnswerMeaning, answer: Int, relation: AttemptRelation, in table: inout AnswerTable
  ) -> Bool {
    guard relation.attempt.pointed != .elsewhere else { return false }
    let isOfMethods = model.vocabulary.addresses.heldBy == .methods
    let makes =
      meaning.writes.contains(.insertAccount(withAddress: true))
      || (isOfMethods && meaning.writes.makeAccount)
    let gives = meaning.writes.contains { write in
      switch write {
      case .setEmail(.asserted), .setEmail(.assertedWhereNone): true
      // If methods hold addresses, the account then also holds the address of the added method.
      case .putMethod: isOfMethods
      case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel,
        .setIdentifier, .clearIdentifier,
        .removeMethods, .supersedeOthers, .dropFactors, .setFactors, .openSession, .renewSession,
        .endSession,
        .endSessions, .putCode, .cancelCodes, .tellOwner:
        false
      }
    }
    guard makes || gives, !model.policy.isAdministrators(table.action) else { return false }
    // The new password holds the account's address. A method of another account may hold the same address.
    if isOfMethods, meaning.writes.contains(.putMethod(.password)), account != nil {
      return true
    }
    guard relation.attempt.address != .none else { return false }
    // If the address finds the account, the account already has the address.
    let isHolder =
      relation.limits[EngineFact.address.rawValue]
      .map { $0 == ValueSet(of: FactValue.Address.taken) } ?? false
    guard makes || !isHolder else { return false }
    var limits = relation.limits
    // If several accounts already have the address, an earlier attempt broke the invariant. If the answer creates an
    // account, the new account can share the address of the existing account. With pools, an address counts as free
    // even if an account in another pool has the address.
    var shared = ValueSet(of: FactValue.Address.taken)
    if makes {
      shared.insert(FactValue.Address.own.rawValue)
    }
    // If methods hold addresses, an account can have an address that none of its methods holds.
    if model.hasPools || isOfMethods {
      shared.insert(FactValue.Address.free.rawValue)
    }
    limits.limit(EngineFact.address.rawValue, to: shared)
    return table.answers(where: limits).contains(answer)
  }
}

/// A check of whether an attempt verifies the owner's address for another person (I14).
///
/// The owner verifies the address by making the attempt, or by following a link in mail. Following a mailed link counts
/// as the owner's act if the owner requested the mail, enters the account by the link, or is already signed in to the
/// account. A click that is not the owner's act verifies the account of the person who requested the mail. If an
/// administrator marks an address as verified, no invariant is broken.
struct ForeignVerification {
  let model: AdversaryModel
  let attempt: AbstractAttempt
  let action: ActionDefinition

  /// Returns whether an answer's writes can verify the address for another person.
  ///
  /// - Parameters:
  ///   - meaning: the answer to the attempt.
  ///   - before: the account of the attempt before the answer; nil if the attempt has no account.
  ///   - results: the accounts after the answer.
  /// - Returns: true if the attempt newly verifies the owner's address at a resulting account, and does not count as
  ///   the owner's act.
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

  /// Returns whether the attempt counts as the owner's own verification of the address.
  private func isOwners(_ meaning: AnswerMeaning) -> Bool {
    guard attempt.actor == .owner else { return false }
    switch attempt.code {
    case .none, .unknown: return true
    case .held(let code) where code.asker == .owner: return true
    // An owner who never clicks links in unrequested mail requested the code.
    case .mailed where !model.environment.clicks: return true
    case .held, .mailed:
      return meaning.writes.contains { $0 == .openSession || $0.kind == .putMethod }
        || (attempt.session == .here(isLive: true) && attempt.sessionActor == .owner)
    }
  }
}
