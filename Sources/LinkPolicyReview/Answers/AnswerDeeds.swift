internal import LinkPolicy

/// What an answer does to accounts, taken apart so that two answers can be compared deed by deed.
///
/// Every write has its place here: whoever adds one has to say what it does.
struct AnswerDeeds {
  /// A way into an account that an answer gives.
  enum Way: Hashable {
    /// A session, or tokens for one.
    case session
    /// A method that opens the account from now on.
    case method
    case password
  }

  /// The ways that the answer gives.
  private(set) var ways: Set<Way> = []
  /// The account that it makes, and whether with the asserted address; nil for none.
  private(set) var makes: Bool?
  private(set) var verifies = false
  private(set) var unverifies = false
  /// How it gives an account another address.
  private(set) var addresses: Set<WriteTemplate.EmailChange> = []
  private(set) var fills = false
  private(set) var enables = false
  private(set) var disables = false
  private(set) var labels: Set<WriteTemplate> = []
  private(set) var codes: Set<WriteTemplate> = []
  private(set) var notifies = false
  /// Whether it stores again what the account has already.
  private(set) var refreshes = false
  private(set) var opens = false
  private(set) var renews = false
  /// What it takes from an account.
  private(set) var losses: Losses = []

  /// The deeds of an answer, where the account has the attempt's credential already or not.
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
      case .openSession:
        ways.insert(.session)
        opens = true
      case .renewSession:
        ways.insert(.session)
        renews = true
      case .endSession: losses.insert(.ownSession)
      case .endSessions: losses.formUnion([.sessions, .ownSession])
      case .putCode: codes.insert(template)
      case .cancelCodes: losses.insert(.pending)
      case .tellOwner: notifies = true
      }
    }
  }

  /// The ways that others do not give.
  ///
  /// Whoever leaves with a method or a password needs no session to come back.
  func ways(beyond others: AnswerDeeds) -> Set<Way> {
    var further = ways.subtracting(others.ways)
    if others.ways.contains(.method) || others.ways.contains(.password) {
      further.remove(.session)
    }
    return further
  }
}

/// What writes take from an account.
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
  static let sessions = Losses(20)
  static let ownSession = Losses(21)
  static let pending = Losses(22)
  static let address = Losses(23)
  static let account = Losses(24)
  static let profile = Losses(25)
  /// Whether ways to sign in are among them.
  var hasMethods: Bool {
    let methods = MethodKind.allCases.reduce(into: [.named, .formerSubject, .seized] as Losses) {
      $0.formUnion([.proven($1), .unproven($1)])
    }
    return !isDisjoint(with: methods)
  }

  /// That other subjects are listed; they go on working.
  static let listing = Losses(26)
  /// The password that the account has: it is removed, or another one is set.
  static let password = Losses(27)

  /// What a removal of methods takes.
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
    // Who is removed is not listed any more either.
    case .others: self = [.formerSubject, .listing]
    case .heldElsewhere: self = .seized
    }
  }
}

extension [WriteTemplate] {
  /// Whether they make an account.
  package var makeAccount: Bool { contains { $0.kind == .insertAccount } }
}
