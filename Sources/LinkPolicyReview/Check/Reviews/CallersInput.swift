internal import LinkPolicy

/// A fact whose value shows whether a check passed, and its values that any caller can supply.
struct CallersInput {
  /// The level of the finding if a policy tests the fact nowhere.
  enum Scope {
    /// A warning: nothing else makes the check.
    case always
    /// A note: the service may make the check itself, before it asks the policy.
    case whereTested
  }

  let fact: EngineFact
  let scope: Scope
  /// The value of a check that passed.
  let good: Int
  /// The values that any caller can supply.
  let bad: [Int]
  /// Another fact that has a value of its own where this check passed: an unknown code has no address to compare.
  let companion: (fact: EngineFact, good: Int)?

  /// Every such fact.
  static let all = EngineFact.allCases.compactMap { CallersInput($0) }

  /// Reads what the declaration of a fact says; nil for a fact that shows no check.
  private init?(_ fact: EngineFact) {
    switch fact {
    case .secret, .code, .linkAddress, .linkDomain: scope = .always
    case .nonce, .requestedBy: scope = .whereTested
    // A row grants something by testing the better value of these; the others are the usual ones.
    case .connection, .consent: return nil
    // The same credential either way: the nonce says whether it is a replay.
    case .origin: return nil
    // Switched by the service, or without a better value.
    case .method, .linkInApp: return nil
    // The attempt itself, its session, and stored accounts.
    case .action, .kind, .provider, .domain, .session, .tenant, .account, .accountState,
      .credential, .address, .sameProvider, .methods, .otherMethods, .relay:
      return nil
    }
    self.fact = fact
    companion =
      fact == .code ? (.linkAddress, FactValue.LinkAddress.same.rawValue) : nil
    let declared = fact.described
    let shown = declared.bringers.indices.filter { value in
      switch declared.bringers[value] {
      case .provider, .secretHolder, .mailbox, .sessionHolder, .service: true
      case .anybody, .time: false
      }
    }
    guard let good = shown.first ?? declared.ordinary.first else { return nil }
    self.good = good
    bad = declared.bringers.indices.filter { value in
      switch declared.bringers[value] {
      case .anybody: value != good
      case .provider, .secretHolder, .mailbox, .sessionHolder, .service, .time: false
      }
    }
  }

  /// Whether attempts of an action and a kind of sign-in can have the value of a check that passed.
  func isCarried(_ action: ActionDefinition, _ kind: MethodKind?) -> Bool {
    switch fact {
    case .code: action.carriesCode(kind)
    case .linkAddress: kind == .emailLink && action.carriesCode(kind)
    // Of an action that finds its account by the code: no session and no credential says whose it is.
    case .requestedBy: action.pointsTo == .code
    // An attempt that names a method of an account carries no credential.
    case .nonce, .secret: !action.namesMethod && fact.isCarried(by: AttemptShape(action, kind))
    case .action, .kind, .provider, .domain, .origin, .connection, .consent, .method, .linkDomain,
      .linkInApp, .session, .tenant, .account, .accountState, .credential,
      .address, .sameProvider, .methods, .otherMethods, .relay:
      fact.isCarried(by: AttemptShape(action, kind))
    }
  }

  /// Whether an answer is one that the check protects.
  func isProtecting(_ answer: AnswerMeaning) -> Bool {
    guard answer.reply.refusal == nil, !answer.writes.isEmpty else { return false }
    guard fact == .requestedBy else { return true }
    // A mail that a stranger asked for helps the stranger only if it proves an address and keeps the stranger's methods.
    var proves = false
    for template in answer.writes {
      switch template {
      case .setEmail(.verified), .setEmail(.asserted): proves = true
      case .removeMethods(.unproven): return false
      case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel, .putMethod,
        .removeMethods, .supersedeOthers, .dropFactors, .openSession, .renewSession, .endSession,
        .endSessions, .putCode, .cancelCodes, .tellOwner:
        break
      }
    }
    return proves
  }
}
