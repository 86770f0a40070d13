internal import LinkPolicy

extension ProofState {
  /// A key that is equal for states that differ only in names and order, and in other tenants.
  ///
  /// Holds exactly what the text of a state shows, in fewer bytes.
  func key(_ cast: ProofCast) -> [UInt8] {
    var accounts: [[UInt8]] = []
    accounts.reserveCapacity(store.accounts.count)
    for index in store.accounts.indices where store.accounts[index].tenant == nil {
      accounts.append(key(ofAccount: index, cast))
    }
    if accounts.count > 1 {
      accounts.sort { $0.lexicographicallyPrecedes($1) }
    }
    var key: [UInt8] = [holder.rawValue]
    key.reserveCapacity(accounts.reduce(1) { $0 + $1.count + 1 })
    for account in accounts {
      key.append(UInt8(truncatingIfNeeded: account.count))
      key += account
    }
    return key
  }

  private func key(ofAccount index: Int, _ cast: ProofCast) -> [UInt8] {
    let account = store.accounts[index]
    let ghost = ghosts[index]
    var key: [UInt8] = []
    key.reserveCapacity(32)
    key.append(cast.address(account.email)?.rawValue ?? 0)
    key.append((account.isEmailVerified ? 1 : 0) | (account.state == .active ? 0 : 2))
    key.append(ghost.proved.bits | ghost.factors.bits << 2)
    var sessions = ActorSet()
    for (number, session) in store.sessions.enumerated()
    where session.account.hasSameBytes(as: account.id) {
      sessions.insert(sessionActors[number])
    }
    key.append(sessions.bits)
    // Methods and codes are sets of words; sorted, their order is forgotten.
    var words: [UInt32] = []
    for method in account.methods {
      words.append(word(of: method, ghost, cast))
    }
    for code in store.codes {
      guard let code = self.key(of: code), code.account == index else { continue }
      var word = UInt32(1) << 31 | UInt32(code.purpose) << 8
      word |= UInt32(cast.address(code.address)?.rawValue ?? 0) << 4
      word |= UInt32(code.requester.map { $0.rawValue + 1 } ?? 0) << 1
      word |= cast.remembersStaleness && code.isStale ? 1 : 0
      words.append(word)
    }
    words.sort()
    for word in words {
      key.append(UInt8(truncatingIfNeeded: word >> 24))
      key.append(UInt8(truncatingIfNeeded: word >> 16))
      key.append(UInt8(truncatingIfNeeded: word >> 8))
      key.append(UInt8(truncatingIfNeeded: word))
    }
    for label in account.labels {
      key += label.name.utf8 + [0] + label.value.utf8 + [0]
    }
    return key
  }

  private func word(of method: Method, _ ghost: Ghost, _ cast: ProofCast) -> UInt32 {
    func number(_ subject: String?) -> UInt32 {
      guard let subject else { return 0 }
      return subject.hasSameBytes(as: Actor.owner.subject) ? 1 : 2
    }
    var provider = UInt32(0)
    if method.kind == .federated {
      for (index, id) in cast.providers.enumerated() where id.hasSameBytes(as: method.provider) {
        provider = UInt32(index + 1)
      }
    }
    var word = UInt32(method.kind.rawValue) << 24 | provider << 12
    word |= method.kind == .password ? UInt32(ghost.password.rawValue + 1) : number(method.subject)
    for former in method.formerSubjects {
      word |= number(former) << 2
    }
    word |= UInt32(cast.address(method.provedAddress)?.rawValue ?? 0) << 4
    guard cast.remembersMethodAddresses else { return word }
    return word | UInt32(cast.address(method.address)?.rawValue ?? 0) << 6
  }
}
