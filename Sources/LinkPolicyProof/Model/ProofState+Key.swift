internal import LinkPolicy

extension ProofState {
  /// A key that is equal for states that differ only in names and order, and in other tenants.
  ///
  /// Holds exactly what the text of a state shows, in fewer bytes.
  func key(_ actors: ProofActors) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(48)
    key.append(holder.rawValue)
    var starts: [Int] = []
    for index in store.accounts.indices where store.accounts[index].tenant == nil {
      if key.count > 1 {
        starts.append(key.count)
      }
      append(account: index, actors, to: &key)
    }
    return starts.isEmpty ? key : Self.sorted(key, starts)
  }

  /// A key whose accounts, of which the second and later ones begin at `starts`, are in order.
  private static func sorted(_ key: [UInt8], _ starts: [Int]) -> [UInt8] {
    let bounds = [1] + starts + [key.count]
    var accounts = zip(bounds, bounds.dropFirst()).map { key[$0..<$1] }
    accounts.sort { $0.lexicographicallyPrecedes($1) }
    return [key[0]] + accounts.joined()
  }

  /// Appends all that matters of an account, its length first.
  private func append(account index: Int, _ actors: ProofActors, to key: inout [UInt8]) {
    let account = store.accounts[index]
    let history = histories[index]
    let start = key.count
    key.append(0)
    key.append(actors.address(account.email)?.rawValue ?? 0)
    key.append(
      (account.isEmailVerified ? 1 : 0) | (account.state == .active ? 0 : 2)
        | (account.factors == 0 ? 0 : 4))
    key.append(history.proved.bits | history.factors.bits << 2)
    var sessions = ActorSet()
    for (number, session) in store.sessions.enumerated()
    where session.account.hasSameBytes(as: account.id) && isLive(session) {
      sessions.insert(sessionActors[number])
    }
    key.append(sessions.bits)
    // Methods and codes are sets of words; sorted, their order is forgotten.
    var words: [UInt32] = []
    for method in account.methods {
      words.append(word(of: method, history, actors))
    }
    for code in store.codes {
      guard let code = self.key(of: code), code.account == index else { continue }
      words.append(word(of: code, actors))
    }
    words.sort()
    for word in words {
      Self.append(word, to: &key)
    }
    for label in account.labels {
      Self.append(label.name, label.value, to: &key)
    }
    // Methods are told apart by what they are, and then by what they are marked with.
    let marked = account.methods.filter { !$0.labels.isEmpty }
      .map { (word: word(of: $0, history, actors), labels: $0.labels) }
    for (word, labels) in marked.sorted(by: { $0.word < $1.word }) {
      Self.append(word, to: &key)
      for label in labels {
        Self.append(label.name, label.value, to: &key)
      }
    }
    key[start] = UInt8(truncatingIfNeeded: key.count - start)
  }

  private static func append(_ name: String, _ value: String, to key: inout [UInt8]) {
    key += name.utf8
    key.append(0)
    key += value.utf8
    key.append(0)
  }

  private static func append(_ word: UInt32, to key: inout [UInt8]) {
    key.append(UInt8(truncatingIfNeeded: word >> 24))
    key.append(UInt8(truncatingIfNeeded: word >> 16))
    key.append(UInt8(truncatingIfNeeded: word >> 8))
    key.append(UInt8(truncatingIfNeeded: word))
  }

  private func word(of code: CodeKey, _ actors: ProofActors) -> UInt32 {
    var word = UInt32(1) << 31 | UInt32(code.clicked.rawValue) << 8
    word |= UInt32(actors.address(code.address)?.rawValue ?? 0) << 4
    word |= UInt32(code.requester.map { $0.rawValue + 1 } ?? 0) << 1
    return word | (actors.remembersStaleness && code.isStale ? 1 : 0)
  }

  private func word(of method: Method, _ history: AccountHistory, _ actors: ProofActors) -> UInt32 {
    func number(_ subject: String?) -> UInt32 {
      guard let subject else { return 0 }
      return subject.hasSameBytes(as: Actor.owner.subject) ? 1 : 2
    }
    var provider = UInt32(0)
    for (index, id) in actors.providers.enumerated() where id.hasSameBytes(as: method.provider) {
      provider = UInt32(index + 1)
    }
    var word = UInt32(method.closedKind.rawValue) << 24 | provider << 12
    word |=
      method.kind == .password ? UInt32(history.password.rawValue + 1) : number(method.subject)
    word |= method.isSuperseded ? 1 << 2 : 0
    word |= UInt32(actors.address(method.provedAddress)?.rawValue ?? 0) << 4
    guard actors.remembersMethodAddresses else { return word }
    return word | UInt32(actors.address(method.address)?.rawValue ?? 0) << 6
  }
}
