internal import LinkPolicy
internal import LinkPolicyReview
internal import LinkPolicyTesting

/// What a closure shows of an invariant that no sequence is known to break.
extension AccessProof {
  /// The rows and guards whose answers lead to what may break an invariant, in the order met.
  ///
  /// Of an invariant about one step, those that take the step. Of one about accounts, those by which an account comes to
  /// be one that may break it: that give it its key, or what must not be there.
  func suspects(of invariant: Invariant) -> [RowName] {
    var rows = closure.rows(breaking: invariant)
    for (number, state) in closure.states.enumerated()
    where check.broken(state, closure.table).contains(invariant) {
      let holdings = culprits(of: invariant, in: state)
      let causes = holdings.compactMap { closure.holdingCauses[number][$0] }
      rows += (causes + [closure.causes[number]]).compactMap { closure.row(of: $0) }
    }
    var found: [RowName] = []
    for row in rows where !found.contains(row) {
      found.append(row)
    }
    return found
  }

  /// The first account that may break an invariant, in words; nil for an invariant about one step.
  func closest(to invariant: Invariant) -> String? {
    let state = closure.states.first {
      check.broken($0, closure.table).contains(invariant)
    }
    return state.map { state in
      var holdings: [String] = []
      for words in culprits(of: invariant, in: state).map({ words(for: closure.table[$0]) })
      where !holdings.contains(where: { $0.hasSameBytes(as: words) }) {
        holdings.append(words)
      }
      let more = holdings.count > 3 ? " or " + (holdings.count - 3).of("other thing") : ""
      return "at " + closure.model.domain + " " + state.key.words
        + (holdings.isEmpty
          ? "" : ", which may have " + holdings.prefix(3).joined(separator: " or ") + more)
    }
  }

  /// The things that an account must not have for an invariant to hold of it.
  private func culprits(of invariant: Invariant, in state: AbstractAccount) -> [Int] {
    let table = closure.table
    func isWayIn(_ holding: Int) -> Bool { check.opens(table[holding], to: state.key) }
    func isSession(_ holding: Int) -> Bool { table[holding] == .session(.attacker, isLive: true) }
    return state.holdings.values.filter { holding in
      switch invariant {
      case .ownMethods: isWayIn(holding)
      case .ownSessions: isSession(holding)
      case .safeLanding: isWayIn(holding) || isSession(holding)
      case .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing, .total, .reachable, .tenants,
        .enumeration, .repeatable, .ownVerification, .allowedLinks, .declared:
        false
      }
    }
  }

  private func words(for holding: Holding) -> String {
    switch holding {
    case .session(let actor, let isLive):
      (isLive ? "a session of " : "a revoked session of ") + actor.name
    case .factor(let actor): "a second factor of " + actor.name
    case .code: "a mailed code"
    case .method(let method):
      "a " + method.kind.name.text + " method of " + closure.model.providers[method.provider].id
        + (method.holder.map { " of " + $0.name } ?? "")
    }
  }
}

extension AccountKey {
  /// What is known of an account with the key, in words.
  fileprivate var words: String {
    var words: String
    switch email {
    case .none: words = "an account without an address"
    case .owners: words = "an account with the owner's address"
    case .attackers: words = "an account with an address of the attacker"
    }
    if email != .none {
      words += isVerified ? ", verified" : ", not verified"
    }
    let proved = Actor.allCases.filter { provers.contains($0) }.map { $0.name }
    return words
      + (proved.isEmpty
        ? ", where nobody has proved the owner's address"
        : ", where " + proved.joined(separator: " and ")
          + (proved.count == 1 ? " has" : " have") + " proved the owner's address")
  }
}
