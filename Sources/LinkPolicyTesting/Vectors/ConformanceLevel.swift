internal import LinkPolicy

/// The level of conformance that an implementation reaches; each level includes all lower levels.
///
/// Each action and each fact has a level. The level of a vector is the highest level among the actions and facts in the
/// vector.
public enum ConformanceLevel: String, Sendable, CaseIterable, Comparable {
  /// Accounts with one method: sign-in, sign-up, sessions, profiles and administration.
  case core
  /// Accounts with several methods, and accounts that share an address.
  case linking
  /// Mailed codes: links, changes of addresses and resets.
  case recovery
  /// Separate tenants with their own connections.
  case tenants

  /// Returns whether one level is below another level, as `core` is below `linking`.
  ///
  /// - Parameters:
  ///   - left: the first level.
  ///   - right: the second level.
  /// - Returns: whether the second level includes the first level and more.
  public static func < (left: Self, right: Self) -> Bool {
    left.number < right.number
  }

  private var number: Int {
    switch self {
    case .core: 0
    case .linking: 1
    case .recovery: 2
    case .tenants: 3
    }
  }
}

/// The levels of actions and facts; the switches are exhaustive, so the compiler requires a level for a new action or
/// fact.
extension ConformanceLevel {
  /// Returns the level of a standard action, such as `linking` for `unlink`.
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

  /// Creates the lowest level at which a vector can state or use a fact, such as `core` for `session`.
  init(_ fact: EngineFact) {
    self =
      switch fact {
      case .action, .kind, .provider, .domain, .nonce, .method, .secret, .session, .account,
        .accountState, .methods, .otherMethods:
        .core
      case .origin, .consent, .credential, .address, .sameProvider, .relay, .ticket, .factors:
        .linking
      case .code, .linkAddress, .requestedBy, .codeCredential, .linkDomain, .linkInApp: .recovery
      case .connection, .tenant: .tenants
      }
  }
}

extension VectorCase {
  /// The lowest level at which an implementation can answer the case.
  ///
  /// The level is nil for a text that must be rejected, and for a case that expects `changes`, which a service does not
  /// expose.
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

/// The actions and facts that a vector uses, which determine its level.
private struct VectorUses {
  /// A credential in a vector; for an account with an address but no method, a credential with an empty provider.
  private struct VectorCredential: Hashable {
    var provider: Name
    var subject: Name?
  }

  private(set) var level = ConformanceLevel.core
  private var keys: Set<VectorCredential> = []

  mutating func add(_ fact: EngineFact) {
    level = max(level, ConformanceLevel(fact))
  }

  mutating func add(_ step: VectorAttempt) {
    let attempt = step.attempt
    if let action = StandardAction.allCases.first(where: { $0.name == Name(attempt.action.name) }) {
      level = max(level, ConformanceLevel(action))
      // A later attempt with this address finds an account that has the address but no method yet.
      if action == .adminCreate, attempt.address != nil {
        keys.insert(VectorCredential(provider: "", subject: nil))
      }
    }
    let stated = [attempt.stated, attempt.assertion?.stated, attempt.link?.stated, step.stated]
    for fact in EngineFact.allCases where stated.contains(where: { $0?[fact] != nil }) {
      add(fact)
    }
    if !attempt.identifiers.isEmpty {
      add(.credential)
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
      add(provider: assertion.provider, kind: assertion.kind, subject: assertion.subject)
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
        add(provider: method.provider, kind: method.kind, subject: method.subject)
      }
      if account.methods.isEmpty, account.email != nil {
        keys.insert(VectorCredential(provider: "", subject: nil))
      }
    }
    for orphan in given.orphans {
      add(provider: orphan.provider, kind: orphan.kind, subject: orphan.subject)
    }
    if keys.count > 1 {
      add(.credential)
    }
  }

  private mutating func add(provider: String, kind: MethodKind?, subject: String?) {
    if kind == .emailLink {
      add(.code)
    }
    keys.insert(VectorCredential(provider: Name(provider), subject: subject.map { Name($0) }))
  }
}
