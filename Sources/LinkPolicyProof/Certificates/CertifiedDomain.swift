internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyJSON

/// The accounts of a closure as a certificate has them.
struct CertifiedDomain {
  let closure: AccountClosure

  init(_ closure: AccountClosure) {
    self.closure = closure
  }

  /// The domain, the things that accounts may have, and the accounts, which name things by their places.
  var json: JSONValue {
    .object([
      "domain": .string(closure.model.domain),
      "things": .array(closure.table.holdings.map { json(of: $0) }),
      "accounts": .array(closure.states.map { json(of: $0) }),
    ])
  }

  private func json(of account: AbstractAccount) -> JSONValue {
    let provers = Actor.allCases.filter { account.key.provers.contains($0) }
    return .object([
      "email": json(of: account.key.email), "verified": .bool(account.key.isVerified),
      "provers": .array(provers.map { json(of: $0) }),
      "may": .array(account.holdings.values.map { .int($0) }),
    ])
  }

  private func json(of holding: Holding) -> JSONValue {
    switch holding {
    case .method(let method):
      return .object([
        "thing": .string("method"),
        "provider": .string(closure.model.providers[method.provider].id),
        "kind": .string(method.kind.name), "holder": method.holder.map { json(of: $0) } ?? .null,
        "proved": json(of: method.proved), "superseded": .bool(method.isSuperseded),
      ])
    case .session(let actor, let isLive):
      return .object([
        "thing": .string("session"), "holder": json(of: actor), "live": .bool(isLive),
      ])
    case .code(let code):
      let purposes = closure.model.policy.vocabulary.purposes.purposes
      return .object([
        "thing": .string("code"), "purpose": .string(purposes[code.purpose].purpose.name),
        "mailbox": json(of: code.mailbox), "bound": json(of: code.boundTo),
        "asker": json(of: code.asker), "inSession": .bool(code.isAskedInSession),
        "used": .bool(code.isUsed),
      ])
    case .factor(let actor):
      return .object(["thing": .string("factor"), "holder": json(of: actor)])
    }
  }

  private func json(of address: AbstractAddress) -> JSONValue {
    switch address {
    case .none: .null
    case .owners: .string("owners")
    case .attackers: .string("attackers")
    }
  }

  private func json(of actor: Actor) -> JSONValue {
    switch actor {
    case .owner: .string("owner")
    case .attacker: .string("attacker")
    }
  }
}
