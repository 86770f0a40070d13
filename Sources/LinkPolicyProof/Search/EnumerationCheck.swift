internal import LinkPolicy

/// Whether what is shown to somebody who is not signed in tells if an address is known.
///
/// Asked with enumeration protection on, of every action that names an address and needs no session,
/// the policy's own too, and of failed password sign-ins. First sign-ins and sign-up are left out:
/// whoever succeeds learns it anyway.
struct EnumerationCheck: Sendable {
  private let policy: CompiledPolicy
  private let actors: ProofActors
  private let caller: Accounts.Caller
  private let passwordProvider: String?
  /// The actions that name an address alone, and whether they ask for a link.
  private let actions: [(name: Action, asksForLink: Bool)]

  /// The setting that switches protection on.
  static var setting: String { "email-enumeration-protection" }

  init(_ policy: CompiledPolicy, _ actors: ProofActors, under settings: Settings = Settings()) {
    self.policy = policy
    self.actors = actors
    let isDeclared = policy.document.settings.contains { setting in
      setting.name.value == Name(Self.setting)
    }
    var settings = settings
    if isDeclared {
      settings.values.removeAll { $0.name.hasSameBytes(as: Self.setting) }
      settings.values.append((Self.setting, "on"))
    }
    caller = Accounts.Caller(settings: settings)
    passwordProvider =
      policy.vocabulary.providers.providers.first {
        $0.kinds.contains(.password)
      }?.id.text
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

  /// Whether something shown differs between the owner's address, known in a state, and one that
  /// nobody has.
  func tells(_ state: ProofState) -> Bool {
    guard state.store.accounts.contains(where: { actors.address($0.email) == .owners }) else {
      return false
    }
    let unknown = "nobody@" + actors.domain
    return zip(attempts(actors.owners), attempts(unknown)).contains { known, other in
      !actors.leaveOut(known, of: .attacker) && shown(known, state) != shown(other, state)
    }
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
    return attempts
  }

  /// What the outside sees of an answer.
  private func shown(_ attempt: Attempt, _ state: ProofState) -> String {
    guard let decision = try? state.store.decide(attempt, by: caller, under: policy.policy) else {
      return "not offered"
    }
    var text = "allowed"
    if case .refused(let refusal) = decision.shown {
      text = refusal.code
    }
    let told = decision.tell.map { $0.name.text }.joined(separator: " ")
    return text + ", " + (decision.ask?.name.text ?? "") + ", " + told
  }
}
