internal import LinkPolicy

extension ProofState {
  /// The state in plain words: every account with its address, methods and sessions, and whose they are.
  var sentence: String {
    let accounts = store.accounts.enumerated().map { index, account in
      let live = store.sessions.indices.filter {
        store.sessions[$0].account.hasSameBytes(as: account.id) && isLive(store.sessions[$0])
      }
      return AccountSentence(
        account: account, sessions: live.map { sessionActors[$0] },
        factors: Actor.allCases.filter { histories[index].factors.contains($0) }
      ) { _ in histories[index].password }.text
    }
    let owner = holder == .owner ? [] : ["the address belongs to " + holder.name]
    return (owner + (accounts.isEmpty ? ["no account"] : accounts)).joined(separator: " | ")
  }

  /// The state as text, the same for states that differ only in names and order.
  ///
  /// For each account: its address, whether it is verified, methods, sessions, codes, who has
  /// proved the address, and second factors, as in `owner=O | E v [apple.com:O/E] s[O] c[] p[O]`.
  func text(_ actors: ProofActors, showsFactors: Bool) -> String {
    var accounts = store.accounts.indices.map { text(ofAccount: $0, actors, showsFactors) }
    accounts.sort { Name($0) < Name($1) }
    return (["owner=" + holder.letter] + accounts).joined(separator: " | ")
  }

  private func text(ofAccount index: Int, _ actors: ProofActors, _ showsFactors: Bool) -> String {
    let account = store.accounts[index]
    var methods = account.methods.map { self.text(of: $0, at: index, actors) }
    var sessions = ActorSet()
    for (number, session) in store.sessions.enumerated()
    where session.account.hasSameBytes(as: account.id) && isLive(session) {
      sessions.insert(sessionActors[number])
    }
    var codes: [String] = []
    for code in store.codes {
      guard let key = key(of: code), key.account == index else { continue }
      codes.append(
        code.purpose.name.text + ":" + (actors.address(code.address)?.letter ?? "-") + ":"
          + (key.requester?.letter ?? "x") + (actors.remembersStaleness && key.isStale ? "!" : ""))
    }
    methods.sort { Name($0) < Name($1) }
    codes.sort { Name($0) < Name($1) }
    var text = (actors.address(account.email)?.letter ?? "-")
    text += account.isEmailVerified ? " v" : " u"
    text += account.state == .active ? "" : " disabled"
    text += " [" + methods.joined(separator: " ") + "] s[" + sessions.letters + "] c["
    text += codes.joined(separator: " ") + "] p[" + histories[index].proved.letters + "]"
    return text + (showsFactors ? " f[" + histories[index].factors.letters + "]" : "")
  }

  private func text(of method: Method, at index: Int, _ actors: ProofActors) -> String {
    var proved = "/" + (actors.address(method.provedAddress)?.letter ?? "-")
    if actors.remembersMethodAddresses {
      proved += "@" + (actors.address(method.address)?.letter ?? "-")
    }
    func letter(_ subject: String?) -> String {
      subject.map { $0.hasSameBytes(as: Actor.owner.subject) ? "O" : "A" } ?? "-"
    }
    switch method.closedKind {
    case .federated:
      return method.provider + ":" + letter(method.subject)
        + (method.isSuperseded ? "+" : "") + proved
    case .password: return "password:" + histories[index].password.letter + proved
    case .phone: return "phone:" + letter(method.subject) + proved
    case .emailLink, .anonymous, .custom: return method.closedKind.name.text + ":-" + proved
    }
  }
}
