internal import LinkPolicy

/// The effects of an answer on accounts, divided into parts so that two answers can be compared
/// part by part.
///
/// The initializer switches over every write, so a new write does not compile until you say what it does.
struct AnswerDeeds {
  /// A way into an account that an answer gives to the caller.
  enum Way: Hashable {
    /// A session, or tokens for one.
    case session
    /// A method that opens the account from now on.
    case method
    case password
  }

  /// The ways into the account that the answer gives.
  private(set) var ways: Set<Way> = []
  /// Whether the answer creates an account with the asserted address (true) or without it (false);
  /// nil if it creates none.
  private(set) var makes: Bool?
  private(set) var verifies = false
  private(set) var unverifies = false
  /// The ways in which the answer changes the account's address.
  private(set) var addresses: Set<WriteTemplate.EmailChange> = []
  private(set) var fills = false
  private(set) var enables = false
  /// Whether the answer adds a second factor.
  private(set) var enrolls = false
  private(set) var disables = false
  private(set) var labels: Set<WriteTemplate> = []
  /// The identifiers that the answer stores or removes.
  private(set) var identifiers: Set<WriteTemplate> = []
  private(set) var codes: Set<WriteTemplate> = []
  private(set) var notifies = false
  /// Whether the answer stores a method that the account already has.
  private(set) var refreshes = false
  private(set) var opens = false
  private(set) var renews = false
  /// Whether the session in which the attempt is made ends; it need not belong to the account of the attempt.
  private(set) var signsOut = false
  /// The methods, sessions and other things that the account loses.
  private(set) var losses: Losses = []

  /// Creates the deeds of an answer, for an account that has the attempt's credential or lacks it.
  init(_ meaning: AnswerMeaning, holdsCredential: Bool) {
    if meaning.replacesPassword {
      losses.insert(.password)
    }
    for template in meaning.writes {
      switch template {
      case .insertAccount(let withAddress): makes = withAddress
      case .deleteAccount: losses.insert(.account)
      case .setEmail(let change):
        switch change {
        case .verified: verifies = true
        case .unverified: unverifies = true
        case .asserted, .assertedWhereNone: addresses.insert(change)
        case .none: losses.insert(.address)
        }
      case .setProfile(let blanksOnly):
        fills = true
        if !blanksOnly {
          losses.insert(.profile)
        }
      case .setState(let state):
        switch state {
        case .active: enables = true
        case .disabled: disables = true
        }
      case .setLabel: labels.insert(template)
      case .setIdentifier: identifiers.insert(template)
      case .clearIdentifier:
        identifiers.insert(template)
        losses.insert(.identifier)
      case .putMethod(let source):
        switch source {
        case .attempts, .attemptsInPlaceOfOthers:
          if holdsCredential {
            refreshes = true
          } else {
            ways.insert(.method)
          }
        case .password: ways.insert(.password)
        }
      case .removeMethods(let removal): losses.formUnion(Losses(removal))
      case .supersedeOthers: losses.insert(.listing)
      case .dropFactors: losses.insert(.factors)
      case .setFactors(let change):
        switch change {
        case .more: enrolls = true
        case .fewer: losses.insert(.oneFactor)
        }
      case .openSession:
        ways.insert(.session)
        opens = true
      case .renewSession:
        ways.insert(.session)
        renews = true
      case .endSession:
        losses.insert(.ownSession)
        signsOut = true
      case .endSessions: losses.formUnion([.sessions, .ownSession])
      case .putCode: codes.insert(template)
      case .cancelCodes: losses.insert(.pending)
      case .tellOwner: notifies = true
      }
    }
  }

  /// Returns the ways into the account that this answer gives and another answer does not.
  ///
  /// A session does not count if the other answer gives a method or a password: with that, its holder can sign in.
  func ways(beyond others: AnswerDeeds) -> Set<Way> {
    var further = ways.subtracting(others.ways)
    if others.ways.contains(.method) || others.ways.contains(.password) {
      further.remove(.session)
    }
    return further
  }
}

/// The things that an account loses through writes, as a set of flags.
struct Losses: OptionSet {
  let rawValue: UInt64

  init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  private init(_ bit: Int) {
    rawValue = 1 << UInt64(bit)
  }

  private static func proven(_ kind: MethodKind) -> Losses { Losses(Int(kind.rawValue)) }
  private static func unproven(_ kind: MethodKind) -> Losses { Losses(8 + Int(kind.rawValue)) }
  static let named = Losses(16)
  private static let formerSubject = Losses(17)
  private static let seized = Losses(18)
  static let factors = Losses(19)
  /// One second factor; further ones remain.
  static let oneFactor = Losses(28)
  static let sessions = Losses(20)
  static let ownSession = Losses(21)
  static let pending = Losses(22)
  static let address = Losses(23)
  static let account = Losses(24)
  static let profile = Losses(25)
  /// Whether the account loses ways to sign in.
  var hasMethods: Bool {
    let methods = MethodKind.allCases.reduce(into: [.named, .formerSubject, .seized] as Losses) {
      $0.formUnion([.proven($1), .unproven($1)])
    }
    return !isDisjoint(with: methods)
  }

  /// Other subjects are no longer listed; they can still sign in.
  static let listing = Losses(26)
  /// The account's password is removed or replaced.
  static let password = Losses(27)
  static let identifier = Losses(28)

  /// Creates the losses that an account has if methods are removed.
  init(_ removal: WriteTemplate.Removal) {
    switch removal {
    case .ofKinds(let kinds):
      self = []
      for kind in kinds {
        formUnion([.proven(kind), .unproven(kind)])
      }
      if kinds.contains(.password) {
        insert(.password)
      }
    case .unproven:
      self = []
      for kind in MethodKind.allCases {
        insert(.unproven(kind))
      }
    case .named: self = .named
    // A removed subject also disappears from the list of methods.
    case .others: self = [.formerSubject, .listing]
    case .heldElsewhere: self = .seized
    }
  }
}

extension WriteTemplate {
  /// Whether the write only sends a message.
  var isMessage: Bool { kind == nil || kind == .putCode }
}

extension [WriteTemplate] {
  /// Whether the writes make an account.
  package var makeAccount: Bool { contains { $0.kind == .insertAccount } }
}
