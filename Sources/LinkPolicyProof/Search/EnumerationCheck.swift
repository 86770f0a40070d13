internal import LinkPolicy
internal import LinkPolicyAnalysis
internal import LinkPolicyAuthoring

/// Whether what is shown to somebody who is not signed in tells if an address is known: an example of what
/// ``EnumerationTables`` finds.
///
/// Asked of every action that names an address and needs no session, the policy's own too, of failed
/// password sign-ins, and of mailed links without a code. First sign-ins and sign-up are left out: whoever succeeds learns it anyway.
struct EnumerationCheck: Sendable {
  /// How somebody learns that an address is known.
  struct Telling: Sendable {
    /// The attempt that names the known address, and the same for an unknown one.
    var known: ExploredAttempt
    var unknown: ExploredAttempt
    /// What is shown for each.
    var shownForKnown: String
    var shownForUnknown: String

    /// The attempts in order, each with what is shown.
    var both: [(attempt: ExploredAttempt, shown: String)] {
      [(known, shownForKnown), (unknown, shownForUnknown)]
    }
  }

  private let policy: CompiledPolicy
  private let actors: ProofActors
  /// The caller under each combination of settings that may protect.
  private let callers: [Accounts.Caller]
  private let passwordProvider: String?
  private let linkProvider: String?
  /// The actions that name an address alone, and whether they ask for a link.
  private let actions: [(name: Action, asksForLink: Bool)]

  init(_ policy: CompiledPolicy, _ actors: ProofActors, under combinations: [Settings]) {
    self.policy = policy
    self.actors = actors
    callers = combinations.map { Accounts.Caller(settings: $0) }
    func provider(of kind: MethodKind) -> String? {
      policy.vocabulary.providers.providers.first { $0.kinds.contains(kind) }?.id.text
    }
    passwordProvider = provider(of: .password)
    linkProvider = provider(of: .emailLink)
    actions = policy.storage.tables.compactMap { table in
      let action = policy.vocabulary.actions[table.action]
      guard table.kinds.isEmpty, !action.isAdministrators, action.pointsTo == .credential else {
        return nil
      }
      switch action.addressPresence(nil) {
      case .none, .byKind: return nil
      case .required, .optional: break
      }
      let isSending = action.name == StandardAction.sendLink.name
      return (Action(action.name.text), isSending)
    }
  }

  /// An attempt that shows a difference between the owner's address, known in a state, and one that
  /// nobody has; nil where none does under a combination of settings, given by its place.
  func telling(in state: ProofState, under combination: Int) -> Telling? {
    guard state.store.accounts.contains(where: { actors.address($0.email) == .owners }) else {
      return nil
    }
    let unknown = "nobody@" + actors.domain
    let caller = callers[combination]
    for (known, other) in zip(attempts(actors.owners), attempts(unknown))
    where !actors.leaveOut(known, of: .attacker) {
      let shown = (shown(known, caller, state), self.shown(other, caller, state))
      if shown.0 != shown.1 {
        return Telling(
          known: ExploredAttempt(known, by: caller), unknown: ExploredAttempt(other, by: caller),
          shownForKnown: shown.0, shownForUnknown: shown.1)
      }
    }
    return nil
  }

  private func attempts(_ address: String) -> [Attempt] {
    var attempts = actions.map { action in
      Attempt(
        action.name, address: address,
        link: action.asksForLink
          ? Attempt.LinkRequest(isDomainAllowed: true, isHandledInApp: true) : nil)
    }
    if let provider = passwordProvider {
      attempts.append(
        Attempt(
          .signIn,
          with: Assertion(
            verified: provider, kind: .password, addresses: [AddressRecord(address)],
            secret: .wrong)))
    }
    if let provider = linkProvider {
      attempts.append(
        Attempt(
          .signIn,
          with: Assertion(
            verified: provider, kind: .emailLink, addresses: [AddressRecord(address)])))
    }
    return attempts
  }

  /// What the outside sees of an answer.
  private func shown(
    _ attempt: Attempt, _ caller: Accounts.Caller, _ state: ProofState
  ) -> String {
    let decision: Decision
    do throws(InputError) {
      decision = try state.store.decide(attempt, by: caller, under: policy.policy)
    } catch {
      // The core says that nobody can make it, whether or not the address is known.
      return "not offered"
    }
    var text = "allowed"
    if case .refused(let refusal) = decision.shown {
      text = refusal.code
    }
    let asked = decision.ask.map { ", asks for " + $0.name.text } ?? ""
    return text + asked + Self.told(decision)
  }

  /// What an answer tells of the account, by its value.
  private static func told(_ decision: Decision) -> String {
    let disclosed = decision.disclosed
    return decision.tell.map { disclosure in
      switch disclosure {
      case .account: ", tells account " + (disclosed.account ?? "none")
      case .methods: ", tells methods " + list(disclosed.methods)
      case .addressMethods: ", tells methods " + list(disclosed.addressMethods)
      case .providers: ", tells providers " + list(disclosed.providers)
      case .registered: ", tells registered " + (disclosed.isRegistered == true ? "yes" : "no")
      // The attempt's own, which differs as the attempts do.
      case .credential: ", tells the credential"
      }
    }.joined()
  }

  private static func list(_ words: [String]?) -> String {
    let words = words ?? []
    return words.isEmpty ? "none" : words.joined(separator: " ")
  }
}
