internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The result of the check whether the tables always let the owner of an address reach the account
/// with that address (I9).
enum ArrivalFinding: Sendable {
  /// Two addresses of different mailboxes that the policy treats as one.
  struct JoinedMailbox: Sendable {
    /// The address whose mail goes to the other one.
    let address: String
    /// The canonical address.
    let canonical: String
  }

  /// The tables do not show it.
  case open
  /// The tables would show it if sign-ins by a mailed link dropped second factors, which another person may have
  /// enrolled.
  case keepsFactors
  /// The tables show it, except for owners whose mail goes to another address; nil if there are
  /// none.
  case shown(except: JoinedMailbox?)

  /// Whether the tables show it.
  var isShown: Bool {
    switch self {
    case .shown: true
    case .open, .keepsFactors: false
    }
  }

  /// Checks the tables of a policy at one domain of each class, and at the domains whose addresses
  /// are too long to be played.
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
