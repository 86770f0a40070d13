internal import LinkPolicy

/// The effects of an answer on accounts, divided into parts so that two answers can be compared
/// part by part.
///
/// If you add a write, the initializer does not compile until you specify the effect of the write.
package struct AnswerDeeds {
  /// A way into an account that an answer gives to the caller.
  enum Way: Hashable {
    /// A session, or tokens for a session.
    case session
    /// A method with which the caller can sign in from now on.
    case method
    case password
  }

  /// The ways into the account that the answer gives.
  private(set) var ways: Set<Way> = []
  /// Whether the account that the answer creates has the asserted address; nil if the answer creates no account.
  package private(set) var makes: Bool?
  package private(set) var verifies = false
  private(set) var unverifies = false
  /// The changes of the account's address, such as to the asserted address.
  private(set) var addresses: Set<WriteTemplate.EmailChange> = []
  private(set) var fills = false
  private(set) var enables = false
  /// Whether the answer adds a second factor.
  private(set) var enrolls = false
  private(set) var disables = false
  private(set) var labels: Set<WriteTemplate> = []
  /// The identifiers, such as user names, that the answer stores or removes.
  private(set) var identifiers: Set<WriteTemplate> = []
  private(set) var codes: Set<WriteTemplate> = []
  private(set) var notifies = false
  /// Whether the answer stores a method that the account already has.
  private(set) var refreshes = false
  private(set) var opens = false
  private(set) var renews = false
  /// Whether the answer ends the caller's session, even if the attempt concerns another account than the session.
  private(set) var signsOut = false
  /// Everything that the account loses, such as methods or sessions.
  private(set) var losses: Losses = []

  /// Collects the effects of an answer on an account with or without the attempt's credential.
  package init(_ meaning: AnswerMeaning, holdsCredential: Bool) {
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

  /// Returns the ways into the account that this answer gives and the other answer does not.
  ///
  /// A session does not count if the other answer gives a method or a password, because the caller can then sign in
  /// anyway.
  func ways(beyond others: AnswerDeeds) -> Set<Way> {
    var further = ways.subtracting(others.ways)
    if others.ways.contains(.method) || others.ways.contains(.password) {
      further.remove(.session)
    }
    return further
  }
}

/// Everything that an account loses by an answer, such as sessions or methods.
struct Losses: OptionSet {
  let rawValue: UInt64

  init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// All losses other than the methods of one kind, such as the loss of sessions; each loss has a separate bit.
  private enum OtherLoss: Int {
    case named, formerSubject, seized, factors, oneFactor, sessions, ownSession, pending, address
    case account, profile, listing, password, identifier
  }

  private init(bit: Int) {
    rawValue = 1 << UInt64(bit)
  }

  private init(_ loss: OtherLoss) {
    self.init(bit: 16 + loss.rawValue)
  }

  private static func proven(_ kind: MethodKind) -> Losses { Losses(bit: Int(kind.rawValue)) }
  private static func unproven(_ kind: MethodKind) -> Losses {
    Losses(bit: 8 + Int(kind.rawValue))
  }
  static let named = Losses(OtherLoss.named)
  private static let formerSubject = Losses(OtherLoss.formerSubject)
  private static let seized = Losses(OtherLoss.seized)
  static let factors = Losses(OtherLoss.factors)
  /// The account loses one second factor and keeps the others.
  static let oneFactor = Losses(OtherLoss.oneFactor)
  static let sessions = Losses(OtherLoss.sessions)
  static let ownSession = Losses(OtherLoss.ownSession)
  static let pending = Losses(OtherLoss.pending)
  static let address = Losses(OtherLoss.address)
  static let account = Losses(OtherLoss.account)
  static let profile = Losses(OtherLoss.profile)
  /// The account no longer lists the other subjects of the attempt's provider, although they can still sign in.
  static let listing = Losses(OtherLoss.listing)
  /// The account loses its password, possibly to a new one.
  static let password = Losses(OtherLoss.password)
  static let identifier = Losses(OtherLoss.identifier)

  /// Whether the account loses ways to sign in.
  var hasMethods: Bool {
    let methods = MethodKind.allCases.reduce(into: [.named, .formerSubject, .seized] as Losses) {
      $0.formUnion([.proven($1), .unproven($1)])
    }
    return !isDisjoint(with: methods)
  }

  /// Creates the losses of an account from which a write removes methods.
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
  /// Whether the writes create an account.
  package var makeAccount: Bool { contains { $0.kind == .insertAccount } }
}
