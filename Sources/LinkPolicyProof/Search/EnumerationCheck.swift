internal import LinkPolicy

/// Whether what is shown to a stranger tells if an address is known.
///
/// Asked with enumeration protection on, of sign-in methods, resets, sign-in links and failed
/// password sign-ins. First sign-ins and sign-up are left out: whoever succeeds learns it anyway.
struct EnumerationCheck: Sendable {
  private let policy: CompiledPolicy
  private let actors: ProofActors
  private let caller: Accounts.Caller
  private let passwordProvider: String?

  /// The setting that switches protection on.
  static var setting: String { "email-enumeration-protection" }

  init(_ policy: CompiledPolicy, _ actors: ProofActors) {
    self.policy = policy
    self.actors = actors
    let isDeclared = policy.document.settings.contains { setting in
      setting.name.value == Name(Self.setting)
    }
    caller = Accounts.Caller(
      settings: isDeclared ? Settings([(Self.setting, "on")]) : Settings())
    passwordProvider =
      policy.vocabulary.providers.providers.first {
        $0.kinds.contains(.password)
      }?.id.text
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
    var attempts = [
      Attempt(Action(.signInMethods), address: address),
      Attempt(Action(.requestReset), address: address),
      Attempt(
        Action(.sendLink), address: address,
        link: Attempt.LinkRequest(isDomainAllowed: true, isHandledInApp: true)),
    ]
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
