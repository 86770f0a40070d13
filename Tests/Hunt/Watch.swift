import LinkPolicy

/// Looks at a world for what must never be so.
struct Watch {
  let ground: Ground

  /// What is broken once an attempt has been carried out.
  func broken(
    _ world: World, _ outcome: World.Outcome, before: [String], isUsers: Bool
  ) -> [Break] {
    var found: [Break] = []
    func add(_ one: Break) {
      if !found.contains(one) {
        found.append(one)
      }
    }
    guard !outcome.changes.writes.isEmpty || outcome.decision.isAllowed else { return [] }
    if isUsers, !outcome.decision.isAllowed {
      add(.refusalWrites)
    }
    for account in world.store.accounts {
      if isUsers, account.methods.isEmpty, outcome.decision.isAllowed,
        !before.contains(where: { $0.hasSameBytes(as: account.id) })
      {
        add(.noMethod)
      }
      let isProved = world.controls(of: account).isProved
      let isOwnersIn = isLive(.owner, account, world)
      guard isProved || isOwnersIn else { continue }
      let hasWayIn = opens(account, world)
      let isAttackersIn = isLive(.attacker, account, world)
      if isProved, hasWayIn {
        add(.foreignMethod)
      }
      if isProved, isAttackersIn {
        add(.foreignSession)
      }
      if isOwnersIn, hasWayIn || isAttackersIn {
        add(.unsafeLanding)
      }
    }
    return found
  }

  /// Whether somebody has a session in an account that still counts.
  private func isLive(_ person: Person, _ account: Account, _ world: World) -> Bool {
    for (session, opened) in zip(world.store.sessions, world.sessions)
    where opened.person == person && !session.isEnded && session.epoch >= account.epoch
      && session.account.hasSameBytes(as: account.id)
    {
      return true
    }
    return false
  }

  /// Whether the attacker can sign in to an account by a method of his own.
  private func opens(_ account: Account, _ world: World) -> Bool {
    for method in account.methods {
      switch method.closedKind {
      case .federated, .phone, .custom, .passkey:
        if let subject = method.subject, Person.attacker.isAsserted(as: subject) {
          return true
        }
      case .password:
        let isFound =
          account.email != nil
          || ground.openingNames.contains { account.identifier(named: $0) != nil }
        if world.controls(of: account).passwordSetter == .attacker, isFound {
          return true
        }
      // The one by the mail of the account's address, which is looked at below; the other by nothing.
      case .emailLink, .anonymous: break
      }
    }
    if world.controls(of: account).hasForeignFactor {
      return true
    }
    guard ground.mailOpens, let email = account.email else { return false }
    return world.site.reader(of: email) == .attacker
  }
}

extension World {
  /// What is known of an account.
  func controls(of account: Account) -> Control {
    let number = Self.number(of: account.id)
    return number < controls.count ? controls[number] : Control()
  }
}
