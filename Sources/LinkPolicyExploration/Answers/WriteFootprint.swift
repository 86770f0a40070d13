package import LinkPolicy

/// The parts of the store that a write reads and changes.
///
/// Two writes commute if neither write changes a part that the other write reads or changes, or if they change two
/// different identifiers.
///
/// Docs/Mutation.md summarizes this rule. A test executes both orders of two writes on many accounts.
package struct WriteFootprint: Sendable {
  /// Parts of the store and its outgoing messages.
  package struct Parts: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// The account as a whole; a write that creates or removes an account changes all parts of the account.
    static let account = Parts(rawValue: 1 << 0)
    static let email = Parts(rawValue: 1 << 1)
    static let verified = Parts(rawValue: 1 << 2)
    /// The methods except the password, in order.
    static let otherMethods = Parts(rawValue: 1 << 3)
    static let profile = Parts(rawValue: 1 << 4)
    static let sessions = Parts(rawValue: 1 << 5)
    /// The account's epoch, a counter that a new or renewed session copies.
    static let epoch = Parts(rawValue: 1 << 6)
    static let codes = Parts(rawValue: 1 << 7)
    static let labels = Parts(rawValue: 1 << 8)
    static let state = Parts(rawValue: 1 << 9)
    static let factors = Parts(rawValue: 1 << 10)
    /// The notices to listeners, in order.
    static let notices = Parts(rawValue: 1 << 11)
    /// The removed methods, in order.
    static let removed = Parts(rawValue: 1 << 12)
    /// The password and its position among the methods.
    static let password = Parts(rawValue: 1 << 13)

    static let identifiers = Parts(rawValue: 1 << 14)
    /// Whether the account's address was removed.
    ///
    /// The removal matters if an identifier found the account, because the store then keeps a new password with the
    /// account's address.
    static let removedEmail = Parts(rawValue: 1 << 15)

    static let methods: Parts = [.otherMethods, .password]

    static let everything = Parts(rawValue: ~0)
  }

  /// The parts that the write depends on.
  package let reads: Parts
  /// The parts that the write changes.
  ///
  /// Each write that adds to an ordered part, such as the notices, counts as changing the whole
  /// part.
  package let writes: Parts
  /// The only identifier that the write changes; nil for any other write.
  private let identifier: Name?

  package init(of template: WriteTemplate) {
    reads = Self.reads(of: template)
    writes = Self.writes(of: template)
    identifier =
      switch template {
      case .setIdentifier(let name), .clearIdentifier(let name): name
      case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel, .putMethod,
        .removeMethods, .supersedeOthers, .dropFactors, .setFactors, .openSession, .renewSession,
        .endSession, .endSessions, .putCode, .cancelCodes, .tellOwner:
        nil
      }
  }

  /// Returns whether the two writes have the same result in both orders.
  package func commutes(with other: WriteFootprint) -> Bool {
    if let identifier, let changed = other.identifier, identifier != changed { return true }
    return writes.isDisjoint(with: other.reads.union(other.writes))
      && other.writes.isDisjoint(with: reads)
  }

  private static func reads(of template: WriteTemplate) -> Parts {
    switch template {
    case .insertAccount, .deleteAccount: .everything
    case .setEmail(let change):
      switch change {
      case .verified, .asserted, .assertedWhereNone: [.account, .email]
      case .unverified, .none: .account
      }
    case .setProfile(let blanksOnly): blanksOnly ? [.account, .profile] : .account
    case .setState, .setIdentifier, .clearIdentifier, .dropFactors, .tellOwner, .endSessions:
      .account
    case .setFactors: [.account, .factors]
    case .setLabel: [.account, .methods]
    case .putMethod(let source):
      switch source {
      // The write stores the method with the asserted address. Without an asserted address, the address of an account
      // can change only by removal.
      case .attempts, .attemptsInPlaceOfOthers: [.account, .removedEmail, .methods]
      case .password: [.account, .email, .password]
      }
    case .removeMethods(let removal):
      switch removal {
      case .ofKinds(let kinds): Self.methods(of: kinds).union(.account)
      case .named, .others: [.account, .methods]
      case .unproven, .heldElsewhere: [.account, .email, .methods]
      }
    case .supersedeOthers: [.account, .methods]
    case .openSession: [.account, .epoch]
    case .renewSession: .epoch
    case .endSession: []
    case .putCode, .cancelCodes: [.account, .email]
    }
  }

  private static func writes(of template: WriteTemplate) -> Parts {
    switch template {
    case .insertAccount, .deleteAccount: .everything
    case .setEmail(let change):
      switch change {
      case .verified, .unverified: .verified
      case .asserted, .assertedWhereNone: [.email, .verified]
      case .none: [.email, .removedEmail, .verified]
      }
    case .setProfile: .profile
    case .setState: .state
    case .setLabel: [.labels, .methods]
    case .setIdentifier, .clearIdentifier: .identifiers
    case .putMethod(let source):
      switch source {
      case .attempts, .attemptsInPlaceOfOthers: .methods
      case .password: .password
      }
    case .supersedeOthers: .methods
    case .removeMethods(let removal):
      switch removal {
      case .ofKinds(let kinds): Self.methods(of: kinds).union(.removed)
      case .named, .unproven, .heldElsewhere: [.methods, .removed]
      case .others: .methods
      }
    case .dropFactors, .setFactors: .factors
    case .openSession, .renewSession, .endSession: [.sessions, .notices]
    case .endSessions: [.epoch, .notices]
    case .putCode: [.codes, .notices]
    case .cancelCodes: .codes
    case .tellOwner: .notices
    }
  }

  /// Returns the parts that hold the methods of the given kinds.
  ///
  /// The password is a separate part, because the password keeps its position when a write removes other methods.
  private static func methods(of kinds: [MethodKind]) -> Parts {
    kinds.contains(.password) ? .methods : .otherMethods
  }
}
