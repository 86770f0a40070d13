import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyPresets

@testable import LinkPolicyAnalysis
@testable import LinkPolicyProof

/// A store that forgets nothing, in which an owner and an attacker do as they like: any provider of a
/// class, any domain of a class, several devices, codes asked for twice, time that passes.
struct ConcreteRun {
  /// What was done, as a proof would call it.
  struct Done {
    var actor: Actor
    var verb: ProofMove.Verb
  }

  let policy: CompiledPolicy
  let actors: ProofActors
  let maker: MoveMaker
  private(set) var store = Accounts()
  /// What providers are called here that stand for themselves in the proof.
  private(set) var names: [String: String] = [:]
  private let domain: String
  /// The actors with the address that the owner has here.
  private let named: ProofActors
  private var random: SplitMix
  private var actorOfSession: [String: Actor] = [:]
  private var passwords: [String: Actor] = [:]
  private var proved: [String: ActorSet] = [:]
  private var isLastAllowed = false

  init(
    _ policy: CompiledPolicy, _ actors: ProofActors, _ environment: ProofEnvironment, seed: UInt64
  ) {
    self.policy = policy
    self.actors = actors
    maker = MoveMaker(actors: actors, environment: environment)
    random = SplitMix(seed)
    // Whoever is no class of his own is one of those that check nothing.
    let classes = Set(actors.providers)
    let members = [
      ("facebook.com", "facebook.com"), ("twitter.com", "twitter.com"), ("saml.one", "saml.acme"),
      ("oidc.one", "oidc.acme"), ("unlisted.example", "elsewhere.example"),
    ]
    let unchecked = members.filter { !classes.contains($0.0) || $0.0 == "facebook.com" }
    for provider in actors.providers {
      names[provider] =
        provider == "facebook.com"
        ? unchecked[random.below(unchecked.count)].1
        : members.first { $0.0 == provider }?.1 ?? provider
    }
    switch actors.domain {
    case "example.com": domain = ["example.com", "company.example"][random.below(2)]
    case "outlook.com": domain = ["outlook.com", "hotmail.com"][random.below(2)]
    default: domain = actors.domain
    }
    named = ProofActors(
      domain: domain, providers: actors.providers, assertable: actors.assertable,
      remembersMethodAddresses: actors.remembersMethodAddresses,
      remembersStaleness: actors.remembersStaleness)
  }

  /// The same with what a proof notes beside it.
  var state: ProofState {
    var state = ProofState()
    state.store = store
    state.histories = store.accounts.map { account in
      var history = ProofState.AccountHistory()
      history.password = passwords[account.id] ?? .owner
      history.proved = proved[account.id] ?? ActorSet()
      return history
    }
    state.sessionActors = store.sessions.map { actorOfSession[$0.id] ?? .owner }
    return state
  }

  /// The text of what a proof remembers, in the names of the proof, sorted.
  func text(of state: ProofState) -> String {
    sorted(state.text(named, showsFactors: false), naming: names)
  }

  /// The text with accounts and methods in the order of their names in the proof.
  func sorted(_ text: String, naming names: [String: String] = [:]) -> String {
    let parts = text.components(at: " | ")
    let accounts = parts.dropFirst().map { account -> String in
      let pieces = account.split(separator: "]", maxSplits: 1)
      let front = pieces[0].split(separator: "[", maxSplits: 1, omittingEmptySubsequences: false)
      let methods = front[1].split(separator: " ").map { method -> String in
        let here = method.prefix { $0 != ":" }
        let name = names.first { $0.value == here }?.key ?? String(here)
        return "\(name)\(method.dropFirst(here.count))"
      }
      return "\(front[0])[\(methods.sorted().joined(separator: " "))]\(pieces[1])"
    }
    return ([parts[0]] + accounts.sorted()).joined(separator: " | ")
  }

  // MARK: Doing

  private func email(_ address: ProofActors.Address) -> String {
    named.text(of: address)
  }

  private func isOwners(_ email: String?) -> Bool { email == self.email(.owners) }

  /// Does something at random; nil where there is nothing to do it with, or time passes.
  mutating func step() -> Done? {
    let actor: Actor = random.below(2) == 0 ? .owner : .attacker
    let address: ProofActors.Address =
      actor == .owner || random.below(2) == 0 ? .owners : .attackers
    let mailbox: ProofActors.Address = actor == .owner ? .owners : .attackers
    let sessions = store.sessions.filter { actorOfSession[$0.id] == actor }
    let session = sessions.isEmpty ? nil : sessions[random.below(sessions.count)].id
    func records(_ address: ProofActors.Address) -> [AddressRecord] {
      [AddressRecord(email(address))]
    }
    switch random.below(20) {
    case 0, 1, 2: return federated(.signIn, actor, nil)
    case 3, 4: return session.flatMap { federated(.link, actor, $0) }
    case 5:
      guard let account = pick(store.accounts.filter { $0.email != nil }), let email = account.email
      else { return nil }
      let isRight =
        account.methods.contains { $0.kind == .password }
        && passwords[account.id] == actor
      let said = Assertion(
        verified: "password", kind: .password, addresses: [AddressRecord(email)],
        secret: isRight ? .right : .absent)
      return attempt(Attempt(.signIn, with: said), actor, .password)
    case 6:
      let said = Assertion(verified: "password", kind: .password, addresses: records(address))
      return attempt(Attempt(.signUp, with: said), actor, .signUp)
    case 7:
      let said = Assertion(verified: "phone", kind: .phone, subject: actor.subject)
      return attempt(Attempt(.signIn, with: said), actor, .phone)
    case 8:
      return attempt(
        Attempt(.signIn, with: Assertion(verified: "anonymous", kind: .anonymous)), actor,
        .anonymous)
    case 9: return link(.mailedLink, mailbox, actor, nil)
    case 10: return session.flatMap { link(.linkMailed, mailbox, actor, $0) }
    case 11:
      let asked = attempt(
        Attempt(Action("request-reset"), address: email(mailbox)), actor, .reset)
      guard asked != nil, isLastAllowed, let code = store.codes.last?.id else { return asked }
      return attempt(
        Attempt(Action("reset-password")), actor, .reset, code: code,
        proves: isOwners(email(mailbox)))
    case 12:
      return asking(.verify, session).flatMap {
        attempt(Attempt(Action("request-verification")), actor, .requestVerification, $0)
      }
    case 13:
      return asking(.change, session).flatMap {
        attempt(
          Attempt(Action("request-email"), address: email(address)), actor, .requestEmail, $0)
      }
    case 14:
      return asking(.undo, session).flatMap {
        attempt(Attempt(.updateEmail, address: email(address)), actor, .updateEmail, $0)
      }
    case 15: return click(actor, mailbox, session)
    case 16:
      let said = Assertion(verified: "password", kind: .password, addresses: records(address))
      return session.flatMap {
        attempt(Attempt(.link, with: said, hasConsent: true), actor, .linkPassword, $0)
      }
    case 17:
      let said = Assertion(verified: "phone", kind: .phone, subject: actor.subject)
      return session.flatMap {
        attempt(Attempt(.link, with: said, hasConsent: true), actor, .linkPhone, $0)
      }
    case 18: return session.flatMap { change(actor, $0) }
    default:
      if random.below(2) == 0 {
        store.ageSessions()
      } else if let account = pick(store.accounts) {
        return attempt(
          Attempt(Action("mark-verified")), .owner, .markVerified, target: account.id)
      }
      return nil
    }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[random.below(elements.count)]
  }

  /// The session, unless a code like the one that it would have mailed waits already: a proof bounds
  /// the codes of an account, and takes equal ones for one.
  private func asking(_ purpose: CodePurpose, _ session: String?) -> String? {
    let account = store.sessions.first { $0.id == session }?.account
    let isWaiting = store.codes.contains {
      !$0.isUsed && $0.account == account && $0.purpose == purpose
    }
    return isWaiting ? nil : session
  }

  /// Signs in, or links in a session, with what a provider of any class says.
  private mutating func federated(
    _ verb: ProofMove.Verb, _ actor: Actor, _ session: String?
  ) -> Done? {
    let state = state
    guard
      let said = pick(actors.assertable.filter { maker.canObtain(actor, $0, in: state) }),
      let provider = names[actors.providers[said.provider]]
    else { return nil }
    let profile =
      random.below(2) == 0 ? Profile() : Profile(name: actor.subject, photo: "p:" + actor.subject)
    let assertion = Assertion(
      verified: provider, kind: .federated, subject: actor.subject,
      addresses: said.address.map { [AddressRecord(email($0), claims: said.claims)] } ?? [],
      profile: profile, nonce: .matched)
    return attempt(
      Attempt(verb == .link ? .link : .signIn, with: assertion, hasConsent: true), actor, verb,
      session, proves: said.address == .owners && said.obtainer != .anyone)
  }

  private mutating func link(
    _ verb: ProofMove.Verb, _ mailbox: ProofActors.Address, _ actor: Actor, _ session: String?
  ) -> Done? {
    let request = Attempt(
      Action("send-link"), address: email(mailbox),
      link: Attempt.LinkRequest(isDomainAllowed: true, isHandledInApp: true))
    let asked = attempt(request, actor, verb, session)
    guard asked != nil, isLastAllowed, let code = store.codes.last?.id else { return asked }
    let said = Assertion(
      verified: "password", kind: .emailLink, addresses: [AddressRecord(email(mailbox))])
    return attempt(
      Attempt(verb == .linkMailed ? .link : .signIn, with: said, hasConsent: true), actor, verb,
      session, code: code, proves: isOwners(email(mailbox)))
  }

  /// Follows a link in the mailbox, with any session or none, whether or not the link still counts.
  private mutating func click(
    _ actor: Actor, _ mailbox: ProofActors.Address, _ session: String?
  ) -> Done? {
    let links = store.codes.filter { code in
      code.address == email(mailbox) && [.verify, .change, .undo].contains(code.purpose)
    }
    guard let code = pick(links) else { return nil }
    let action =
      switch code.purpose {
      case .verify: "verify-email"
      case .change: "confirm-email"
      default: "recover-email"
      }
    let isOwn = code.requester.map { actorOfSession[$0] == actor } ?? false
    let brought = isOwn && random.below(2) == 0 ? code.requester : session
    return attempt(
      Attempt(Action(action)), actor, .click, random.below(5) == 0 ? nil : brought, code: code.id,
      proves: isOwn && mailbox == .owners)
  }

  private mutating func change(_ actor: Actor, _ session: String) -> Done? {
    switch random.below(6) {
    case 0: return attempt(Attempt(.delete), actor, .delete, session)
    case 1, 2: return attempt(Attempt(.updatePassword), actor, .updatePassword, session)
    default:
      let account = store.sessions.first { $0.id == session }?.account
      let methods = store.accounts.first { $0.id == account }?.methods ?? []
      guard let method = pick(methods), method.kind != .anonymous else { return nil }
      return attempt(
        Attempt(.unlink, naming: method.provider, kind: method.kind), actor, .unlink, session)
    }
  }

  /// Makes an attempt, and notes what only the model knows of it; nil where it is malformed.
  private mutating func attempt(
    _ attempt: Attempt, _ actor: Actor, _ verb: ProofMove.Verb, _ session: String? = nil,
    code: String? = nil, target: String? = nil, proves: Bool = false
  ) -> Done? {
    var caller = Accounts.Caller(session: session)
    caller.code = code
    caller.target = target
    guard let decision = try? store.decide(attempt, by: caller, under: policy.policy) else {
      return nil
    }
    isLastAllowed = decision.isAllowed
    guard decision.isAllowed, let applied = try? store.apply(decision) else {
      return Done(actor: actor, verb: verb)
    }
    if let opened = applied.session {
      actorOfSession[opened] = actor
    }
    if let account = applied.account {
      if decision.effects.contains(.setPassword) {
        passwords[account] = actor
      }
      if proves {
        proved[account, default: ActorSet()].insert(actor)
      }
    }
    return Done(actor: actor, verb: verb)
  }
}

extension String {
  /// The parts between separators.
  fileprivate func components(at separator: String) -> [String] {
    ranges(of: separator).reduce(into: (parts: [String](), rest: startIndex)) { found, range in
      found.parts.append(String(self[found.rest..<range.lowerBound]))
      found.rest = range.upperBound
    }.parts + [String(self[(ranges(of: separator).last?.upperBound ?? startIndex)...])]
  }
}

extension SplitMix {
  /// A number from 0 up to a bound.
  fileprivate mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next() >> 1) % bound
  }
}
