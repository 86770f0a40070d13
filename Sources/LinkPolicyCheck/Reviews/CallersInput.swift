internal import LinkPolicy
internal import LinkPolicyAnalysis

/// A fact whose value shows whether a check passed, and the values of it that any caller can bring about.
struct CallersInput {
  /// How grave it is that a policy tests the fact nowhere.
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
  /// The values that any caller can bring about.
  let bad: [Int]

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
    // What is attempted, by what, in which session, and what is stored.
    case .action, .kind, .provider, .domain, .session, .tenant, .account, .accountState,
      .credential, .address, .sameProvider, .methods, .otherMethods, .relay:
      return nil
    }
    self.fact = fact
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
    // Who names a method of an account shows no credential.
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
    // A mail that a stranger asked for makes his account the owner's only if it proves an address, and what he left stays.
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
