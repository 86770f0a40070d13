import LinkPolicy
import LinkPolicyAuthoring

/// Plays steps in a world, as the engine decides them.
struct Game {
  let ground: Ground
  private let watch: Watch

  init(_ ground: Ground) {
    self.ground = ground
    watch = Watch(ground: ground)
  }

  /// What a step came to.
  struct Played {
    /// What came of an attempt; nil where only time passed.
    var outcome: World.Outcome?
    var broken: [Break] = []
  }

  /// Plays a step; nil where it cannot be made in this world.
  func play(_ step: Step, in world: inout World) -> Played? {
    switch step.deed {
    case .sessionsAge:
      world.store.ageSessions()
      return Played()
    case .codesExpire:
      world.store.expireCodes()
      return Played()
    case .attempt(let made):
      guard let caller = caller(of: made, in: world),
        let decision = decide(made, by: caller, in: world)
      else { return nil }
      let bare = world.store.accounts.filter { $0.methods.isEmpty }.map { $0.id }
      guard let outcome = world.carryOut(decision, of: made, step.number, under: policy) else {
        return nil
      }
      let isUsers = ground.forms[made.form].isUsers
      return Played(
        outcome: outcome,
        broken: watch.broken(world, outcome, before: bare, isUsers: isUsers))
    }
  }

  private var policy: Policy { ground.policy.policy }

  /// Session, code and settings; nil where a session or a code that is named is not there, or is not
  /// this person's.
  private func caller(of made: Step.Made, in world: World) -> Accounts.AttemptContext? {
    var caller = Accounts.AttemptContext(
      settings: Settings(made.settings), isMethodEnabled: made.isMethodEnabled)
    if let step = made.session {
      guard
        let index = world.sessions.firstIndex(where: {
          $0.step == step && $0.person == made.person
        })
      else { return nil }
      caller.session = world.store.sessions[index].id
    }
    switch made.code {
    case .none: break
    case .unknown: caller.code = "c99"
    case .mailed(let step, let place):
      guard
        let index = world.mails.firstIndex(where: {
          $0.step == step && $0.place == place && $0.reader == made.person
        })
      else { return nil }
      caller.code = "c" + String(index + 1)
    }
    return caller
  }

  private func holds(_ account: Account, _ identifier: AccountIdentifier?) -> Bool {
    identifier.map { account.identifier(named: $0.name).hasSameBytes(as: $0.value) } ?? false
  }

  /// The account whose password was compared.
  private func holder(of decision: Decision, isNamed: Bool) -> Account? {
    if isNamed {
      return decision.pointedAccount
    }
    guard case .account(let holder) = decision.situation.credentialHolder else { return nil }
    return holder
  }

  /// Decides an attempt, with the password check that the service would make.
  private func decide(
    _ made: Step.Made, by caller: Accounts.AttemptContext, in world: World
  ) -> Decision? {
    var made = made
    if let step = made.ticket {
      guard let refused = world.tickets.first(where: { $0.step == step }) else { return nil }
      made.attempt.ticket = refused.ticket
    }
    guard made.form >= 0, ground.forms[made.form].action.checksSecret,
      ground.forms[made.form].kind == .password
    else { return try? world.store.decide(made.attempt, by: caller, under: policy) }
    let isNamed = made.checkedName != nil
    let knows = world.store.accounts.contains { account in
      (isNamed ? holds(account, made.checkedName) : account.email.hasSameBytes(as: made.checked))
        && account.tenant.hasSameBytes(as: made.attempt.tenant)
        && world.controls(of: account).passwordSetter == made.person
    }
    var attempt = made.attempt
    for secret in [knows && made.givesOwnPassword ? .right : .wrong, Assertion.Secret.absent] {
      attempt.assertion?.secret = secret
      guard let decision = try? world.store.decide(attempt, by: caller, under: policy) else {
        continue
      }
      if secret == .right {
        guard let holder = holder(of: decision, isNamed: isNamed),
          world.controls(of: holder).passwordSetter == made.person
        else { return nil }
      }
      return decision
    }
    return nil
  }
}
