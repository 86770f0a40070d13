internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Whether an account, with what it may have, breaks one of the invariants about who gets in.
struct AccessCheck: Sendable {
  let model: AdversaryModel
  /// Whether whoever reads the mail of an account's address can get into the account.
  private let mailOpens: Bool

  init(_ model: AdversaryModel) {
    self.model = model
    let policy = model.policy
    mailOpens =
      model.environment.mails
      && policy.storage.tables.contains { table in
        let action = policy.vocabulary.actions[table.action]
        let kinds: [MethodKind?] = table.kinds.isEmpty ? [nil] : table.kinds.map { $0 }
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

  /// The invariants that may not hold of an account.
  func broken(_ account: AbstractAccount, _ table: HoldingTable) -> [Invariant] {
    broken(account, table, isOpenByMail: mailOpens && model.reads(.attacker, account.key.email))
  }

  /// The invariants that a real account breaks, of which is known whose mailbox its address is.
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

  /// Whether a holding is a way in for the attacker, sessions aside.
  func opens(_ holding: Holding, to key: AccountKey) -> Bool {
    switch holding {
    case .factor(let actor): actor == .attacker
    case .session, .code: false
    case .method(let method):
      switch method.kind {
      case .password: method.holder == .attacker && key.email != .none
      case .federated, .phone, .custom: method.holder == .attacker
      case .emailLink, .anonymous: false
      }
    }
  }
}
