internal import LinkPolicy

/// Which level each action and each fact is of: an exhaustive switch, so that what is added has one.
extension ConformanceLevel {
  /// The level of a standard action.
  init(_ action: StandardAction) {
    self =
      switch action {
      case .signIn, .signUp, .reauthenticate, .updateProfile, .updateEmail, .updatePassword,
        .delete, .refresh, .reload, .signOut, .signInMethods, .adminCreate, .adminDelete,
        .markVerified, .markUnverified, .disable, .enable:
        .core
      case .link, .unlink, .adminAttach: .linking
      case .requestEmail, .confirmEmail, .recoverEmail, .requestVerification, .verifyEmail,
        .sendLink, .requestReset, .resetPassword:
        .recovery
      }
  }

  /// The level of a fact, where a vector brings about another value than what is always there.
  init(_ fact: EngineFact) {
    self =
      switch fact {
      case .action, .kind, .provider, .domain, .nonce, .method, .secret, .session, .account,
        .accountState, .methods, .otherMethods:
        .core
      case .origin, .consent, .credential, .address, .sameProvider, .relay: .linking
      case .code, .linkAddress, .requestedBy, .linkDomain, .linkInApp: .recovery
      case .connection, .tenant: .tenants
      }
  }
}

extension VectorCase {
  /// The level that an implementation has to have to answer it.
  ///
  /// None is of a text that must be refused, nor of a case that expects `changes`: what the engine
  /// tells a store is not what a service shows.
  public var level: ConformanceLevel? {
    guard let sequence else { return nil }
    var uses = VectorUses()
    for step in sequence.steps {
      switch step.content {
      case .attempt(let attempt):
        guard attempt.expectation.changes == nil else { return nil }
        uses.add(attempt)
      case .wait(.expired): uses.add(.code)
      case .wait(.old), .set: break
      }
    }
    uses.add(sequence)
    return uses.level
  }
}

/// The actions and facts that a vector uses.
private struct VectorUses {
  /// A way of entering an account that a vector has; an address alone is one of nobody's.
  private struct Key: Hashable {
    var provider: Name
    var subject: Name?
  }

  private(set) var level = ConformanceLevel.core
  private var keys: Set<Key> = []

  mutating func add(_ fact: EngineFact) {
    level = max(level, ConformanceLevel(fact))
  }

  mutating func add(_ step: VectorAttempt) {
    let attempt = step.attempt
    if let action = StandardAction.allCases.first(where: { $0.name == Name(attempt.action.name) }) {
      level = max(level, ConformanceLevel(action))
      // An account that has an address and no method yet meets whoever brings that address.
      if action == .adminCreate, attempt.address != nil {
        keys.insert(Key(provider: "", subject: nil))
      }
    }
    let stated = [attempt.stated, attempt.assertion?.stated, attempt.link?.stated, step.stated]
    for fact in EngineFact.allCases where stated.contains(where: { $0?[fact] != nil }) {
      add(fact)
    }
    if attempt.tenant != nil {
      add(.tenant)
    }
    if step.code != nil {
      add(.code)
    }
    if step.ticket != nil || attempt.ticket != nil {
      add(.origin)
    }
    if let assertion = attempt.assertion {
      add(assertion.provider, assertion.kind, assertion.subject)
    }
  }

  mutating func add(_ sequence: VectorSequence) {
    let given = sequence.given
    if sequence.tenant != nil || given.accounts.contains(where: { $0.tenant != nil })
      || given.orphans.contains(where: { $0.tenant != nil })
      || given.codes.contains(where: { $0.tenant != nil })
    {
      add(.tenant)
    }
    if !given.codes.isEmpty {
      add(.code)
    }
    for account in given.accounts {
      for method in account.methods {
        add(method.provider, method.kind, method.subject)
      }
      if account.methods.isEmpty, account.email != nil {
        keys.insert(Key(provider: "", subject: nil))
      }
    }
    for orphan in given.orphans {
      add(orphan.provider, orphan.kind, orphan.subject)
    }
    if keys.count > 1 {
      add(.credential)
    }
  }

  private mutating func add(_ provider: String, _ kind: MethodKind?, _ subject: String?) {
    if kind == .emailLink {
      add(.code)
    }
    keys.insert(Key(provider: Name(provider), subject: subject.map { Name($0) }))
  }
}
