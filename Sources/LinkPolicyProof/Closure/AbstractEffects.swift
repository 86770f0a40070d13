internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

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
  var key: AccountKey
  var held: ValueSet
  private var isNew = false
  private(set) var isGone = false
  /// What an account that is made beside this one leaves as it was.
  private var left: AbstractAccount?
  /// Whether an address that may be the account's is taken for it, and whether that makes a
  /// difference.
  private let isSameAddress: Bool
  private var dependsOnAddress = false
  /// Whether the account has a method of the attempt's issuer and kind already.
  private(set) var hasMethod: Bool

  var policy: CompiledPolicy { model.policy }

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
      guard case .here = attempt.session else { break }
      let session = Holding.session(attempt.sessionActor, isLive: true)
      if isNew {
        // It is one of the account that was there, which an account made beside it does not change.
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
    // Another session of the same person may still be there.
    case .endSession: break
    // Whether an account is switched off is anybody's guess at every attempt; profiles and notices
    // open nothing.
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
      // One address of the attacker's may be another than the account's, and unverified then, or the
      // same, and as verified as before.
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
