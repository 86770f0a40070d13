internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The result of the check of I9: whether the tables always let the owner of an address reach the account with the
/// address.
enum ArrivalFinding: Sendable {
  /// Two addresses of different mailboxes that the policy treats as one address.
  struct JoinedMailbox: Sendable {
    /// An address, such as `own.er@example.com`, whose mail goes to the canonical address.
    let address: String
    /// The canonical form of the address, such as `owner@example.com`, which belongs to another mailbox.
    let canonical: String
  }

  /// The tables do not show that the owner always reaches the account.
  case open
  /// A sign-in by a mailed link keeps second factors, and another person may have enrolled a factor that the owner
  /// lacks.
  ///
  /// If the sign-in dropped second factors, the tables would show that the owner reaches the account.
  case keepsFactors
  /// The tables show that every owner reaches the account, except owners whose mail goes to another address.
  ///
  /// The value is nil if no owner is an exception.
  case shown(except: JoinedMailbox?)

  /// Whether the tables show that the owner always reaches the account.
  var isShown: Bool {
    switch self {
    case .shown: true
    case .open, .keepsFactors: false
    }
  }

  /// Checks the tables of a policy at one domain of each class, and at every domain whose addresses are too long to
  /// play.
  init(
    policy: CompiledPolicy, assumptions: Assumptions, environment: ProofEnvironment,
    settings: Settings
  ) {
    let domains =
      OwnersDomains(policy: policy, assumptions: assumptions, environment: environment).all
      + assumptions.domains(tooLongUnder: policy).compactMap {
        policy.vocabulary.canonicalDomain(of: $0)
      }
    func isShown(in environment: ProofEnvironment) -> Bool {
      ReachabilityTables(
        policy: policy, assumptions: assumptions, environment: environment, settings: settings
      ).isShown(at: domains)
    }
    guard isShown(in: environment) else {
      var without = environment
      without.usesFactors = false
      self = environment.usesFactors && isShown(in: without) ? .keepsFactors : .open
      return
    }
    let joined = domains.lazy.compactMap { domain in
      assumptions.mailboxes.alias(ofOwnersAt: domain, under: policy).map {
        JoinedMailbox(address: $0, canonical: "owner@" + domain)
      }
    }
    self = .shown(except: joined.first)
  }
}
