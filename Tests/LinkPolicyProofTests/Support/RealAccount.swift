import LinkPolicy
import LinkPolicyAuthoring

@testable import LinkPolicyProof

/// A real account in the terms of the abstraction: the state that stands for it, and all it has.
struct RealAccount {
  let key: AccountKey
  let holdings: [Holding]

  /// Describes an account of a world.
  init(_ account: Account, in world: StoryWorld, _ model: AdversaryModel) {
    let vocabulary = model.policy.vocabulary
    let owners = StoryAttempts(model).owners
    func address(_ text: String?) -> AbstractAddress {
      guard let text else { return .none }
      return text.hasSameBytes(as: owners) ? .owners : .attackers
    }
    func labels(_ said: [(name: String, value: String)], _ bearer: LabelDeclaration.Bearer)
      -> [UInt16]
    {
      vocabulary.labels.map { label in
        guard label.bearer == bearer,
          let value = said.first(where: { Name($0.name) == label.name.value })?.value
        else { return 0 }
        return UInt16(label.values.firstIndex { $0.value == Name(value) } ?? 0)
      }
    }
    var holdings: [Holding] = account.methods.map { method in
      let kind = method.closedKind
      let holder: Actor? =
        switch kind {
        case .password: world.passwordSetter(account.id, method.provider)
        case .federated, .phone, .custom, .passkey: Actor(having: method.subject)
        case .emailLink, .anonymous: nil
        }
      return .method(
        HeldMethod(
          provider: model.providers.firstIndex { $0.id.hasSameBytes(as: method.provider) } ?? -1,
          kind: kind, holder: holder, proved: address(method.provedAddress),
          address: vocabulary.addresses.heldBy == .methods ? address(method.address) : .none,
          isSuperseded: method.isSuperseded, labels: labels(method.labels, .method)))
    }
    for (session, actor) in zip(world.store.sessions, world.sessionActors)
    where session.account.hasSameBytes(as: account.id) && !session.isEnded {
      holdings.append(.session(actor, isLive: world.isLive(session)))
    }
    for code in world.store.codes where code.account.hasSameBytes(as: account.id) {
      guard let number = vocabulary.purposes.number(of: code.purpose) else { continue }
      let isBound = vocabulary.purposes.purposes[number].treatment.staleness == .withAddress
      holdings.append(
        .code(
          HeldCode(
            purpose: number, mailbox: address(code.address),
            boundTo: isBound ? address(code.boundTo) : .none,
            asker: world.askers[code.id] ?? .owner,
            askedIn: Self.askingSession(of: code, at: account, model),
            credential: Self.askedCredential(of: code, model), isUsed: code.isUsed)))
    }
    var key = AccountKey(
      email: address(account.email), isVerified: account.isEmailVerified,
      labels: labels(account.labels, .account))
    key.identifiers = vocabulary.identifiers(heldBy: account)
    key.provers = world.provers[account.id] ?? ActorSet()
    for actor in holdings.compactMap({ $0.actor }) {
      key.present.insert(actor)
    }
    self.key = key
    self.holdings = holdings
  }

  private static func askingSession(
    of code: Accounts.MailedCode, at account: Account, _ model: AdversaryModel
  ) -> HeldCode.AskingSession {
    guard code.requester != nil else { return .none }
    guard model.tellsAskingAccounts else { return .here }
    return code.requesterAccount.hasSameBytes(as: account.id) ? .here : .elsewhere
  }

  private static func askedCredential(
    of code: Accounts.MailedCode, _ model: AdversaryModel
  ) -> HeldCode.AskedCredential? {
    guard model.comparesCodeCredentials, let key = code.credential,
      let provider = model.providers.first(where: {
        model.policy.vocabulary.providers.issuer(of: $0.id).hasSameBytes(as: key.issuer)
      }), let subject = Actor(having: key.subject)
    else { return nil }
    return HeldCode.AskedCredential(issuer: provider.issuer, kind: key.kind, subject: subject)
  }

  /// What a closure does not have of it; nil for nothing.
  ///
  /// A state in which more people may have something, or have proved the address, stands for it too:
  /// it meets everything that this account does, and breaks every invariant that this one breaks.
  func missing(in closure: AccountClosure) -> String? {
    let states = closure.states.filter { state in
      state.key.email == key.email && state.key.isVerified == key.isVerified
        && state.key.identifiers == key.identifiers
        && state.key.labels == key.labels && state.key.provers.hasAll(of: key.provers)
        && state.key.present.hasAll(of: key.present)
    }
    let lacking = states.map { state in
      let held = Set(state.holdings.values.map { closure.table[$0] })
      return holdings.filter { !held.contains($0) }
    }
    guard let least = lacking.min(by: { $0.count < $1.count }) else {
      return "no state \(key.text)"
    }
    return least.first.map { "\(key.text) without \($0.text)" }
  }
}

extension ActorSet {
  /// Whether everybody of another set is in this one.
  fileprivate func hasAll(of others: ActorSet) -> Bool { bits & others.bits == others.bits }
}
