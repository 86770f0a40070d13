package import LinkPolicy

/// What an effect looks at and changes: the table from which it follows that two commute.
///
/// Docs/Mutation.md shows it; a test carries both orders out on many accounts.
package struct EffectFootprint: Sendable {
  /// Parts of the store, and what is told outside of it.
  package struct Parts: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// The account itself: made or removed, with everything it has.
    static let account = Parts(rawValue: 1 << 0)
    static let email = Parts(rawValue: 1 << 1)
    static let verified = Parts(rawValue: 1 << 2)
    static let methods = Parts(rawValue: 1 << 3)
    static let profile = Parts(rawValue: 1 << 4)
    static let sessions = Parts(rawValue: 1 << 5)
    /// Since when sessions count.
    static let validity = Parts(rawValue: 1 << 6)
    static let codes = Parts(rawValue: 1 << 7)
    static let undo = Parts(rawValue: 1 << 8)
    static let labels = Parts(rawValue: 1 << 9)
    static let state = Parts(rawValue: 1 << 10)
    static let factors = Parts(rawValue: 1 << 11)
    /// What listeners are told, in order.
    static let heard = Parts(rawValue: 1 << 12)
    /// The methods removed, in order.
    static let removed = Parts(rawValue: 1 << 13)
  }

  /// What the effect depends on.
  package var reads: Parts
  /// What it changes; a part that is written in order is changed by every writer.
  package var writes: Parts

  /// Without `isHeldByAddress` the attempt's method is known to have a subject of its own, and
  /// adding it does not look at the account's address.
  package init(of effect: Effect, isHeldByAddress: Bool = true) {
    (reads, writes) = Self.parts(of: effect)
    switch effect {
    case .link, .replaceSubject, .supersedeSubject, .refreshMethod, .seizeCredential:
      if !isHeldByAddress {
        reads.remove(.email)
      }
    case .create, .createWithoutAddress, .signIn, .unlink, .dropUnproven, .drop, .dropFactors,
      .setPassword, .verifyEmail, .unverifyEmail, .setEmail, .adoptEmail, .clearEmail,
      .fillProfile, .overwriteProfile, .revokeSessions, .cancelPending, .rememberUndo, .sendCode,
      .issueToken, .endSession, .disable, .enable, .setLabel, .notifyOwner, .delete:
      break
    }
  }

  /// Whether carrying out one before the other comes to the same either way.
  package func commutes(with other: EffectFootprint) -> Bool {
    writes.isDisjoint(with: other.reads.union(other.writes))
      && other.writes.isDisjoint(with: reads)
  }

  private static func parts(of effect: Effect) -> (reads: Parts, writes: Parts) {
    let everything = Parts(rawValue: ~0)
    switch effect {
    case .create, .createWithoutAddress, .delete: return (everything, everything)
    case .signIn: return (.account, [.sessions, .heard])
    case .issueToken, .endSession: return ([], [.sessions, .heard])
    case .link, .replaceSubject, .supersedeSubject, .refreshMethod:
      return ([.account, .email, .methods], .methods)
    case .seizeCredential:
      return ([.account, .email, .methods], [.methods, .removed])
    case .unlink, .drop: return ([.account, .methods], [.methods, .removed])
    case .dropUnproven: return ([.account, .email, .methods], [.methods, .removed])
    case .dropFactors: return (.account, .factors)
    case .setPassword: return ([.account, .email, .methods], .methods)
    case .verifyEmail: return ([.account, .email], .verified)
    case .unverifyEmail: return (.account, .verified)
    case .setEmail, .adoptEmail: return ([.account, .email], [.email, .verified])
    case .clearEmail: return (.account, [.email, .verified])
    case .fillProfile: return ([.account, .profile], .profile)
    case .overwriteProfile: return (.account, .profile)
    case .revokeSessions: return (.account, [.validity, .heard])
    case .cancelPending: return ([.account, .email], [.codes, .undo])
    case .rememberUndo: return ([.account, .email], [.undo, .codes, .heard])
    case .sendCode: return ([.account, .email], [.codes, .heard])
    case .disable, .enable: return (.account, .state)
    case .setLabel: return ([.account, .methods], [.labels, .methods])
    case .notifyOwner: return (.account, .heard)
    }
  }
}
