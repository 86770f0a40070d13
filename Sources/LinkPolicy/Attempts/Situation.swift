/// What the service found when it looked an attempt up: accounts, session, code and settings.
///
/// ``Policy/lookup(for:)`` says what to fetch. The accounts are snapshots; their versions let a
/// store notice that one has changed since.
public struct Situation: Sendable {
  /// Who holds the credential, that is issuer and subject.
  public enum CredentialHolder: Sendable {
    /// Nobody.
    case nobody
    /// An account that no longer exists.
    case gone
    /// This account.
    case account(Account)
  }

  /// The settings, merged from project, tenant and provider; a missing one has its default.
  public var settings: Settings
  /// Who holds the credential.
  public var credentialHolder: CredentialHolder
  /// The accounts that hold an address of the attempt.
  public var addressHolders: [Account]
  /// The caller's session, if there is one.
  public var session: Session?
  /// The account an administrator names.
  public var target: Account?
  /// The out-of-band code that came with the attempt.
  public var code: Code?
  /// What is stated beside the attempt.
  package var stated = StatedValues()
  /// Accounts that were listed without being named as anything: that they hold nothing that was
  /// looked up is checked.
  package var unnamedAccounts: [Account] = []

  /// Creates a situation in which nothing was found and every setting has its default.
  public init(
    settings: Settings = Settings(), credentialHolder: CredentialHolder = .nobody,
    addressHolders: [Account] = [], session: Session? = nil, target: Account? = nil,
    code: Code? = nil, isMethodEnabled: Bool = true
  ) {
    self.settings = settings
    self.credentialHolder = credentialHolder
    self.addressHolders = addressHolders
    self.session = session
    self.target = target
    self.code = code
    self.isMethodEnabled = isMethodEnabled
  }
}

/// The caller's session.
public struct Session: Sendable {
  /// How good a session still is.
  public enum State: UInt8, Sendable {
    /// Alive, from a recent sign-in.
    case recent
    /// Alive, from an old one.
    case old
    /// Ended by the account: its tokens no longer count.
    case revoked
    /// Signed out, or its account is gone.
    case gone
  }

  /// The session's id in the service's store.
  public var id: String
  /// Its state.
  public var state: State
  /// Its account; nil exactly where the state is gone.
  public var account: Account?

  /// Creates a session.
  public init(id: String = "", _ state: State, of account: Account?) {
    self.id = id
    self.state = state
    self.account = account
  }
}

/// An out-of-band code: mailed to an address, brought back by the attempt.
public struct Code: Sendable {
  /// What the service knows about a code.
  public enum State: UInt8, Sendable {
    /// It counts.
    case valid
    /// Its time is over.
    case expired
    /// It was used before.
    case used
    /// It was made for an address the account no longer has, or had not for a while.
    ///
    /// When a code goes stale only its service knows, so its word is taken; rows that act by a
    /// code test with `address: own` whether the account has the address now.
    case stale
    /// The service never made it, or has cancelled it.
    case unknown
  }

  /// Who asked for it.
  public enum Requester: UInt8, Sendable {
    /// The session that now brings it.
    case thisSession
    /// Another session, or none.
    case other
    /// Not recorded.
    case absent
  }

  /// The code as it was mailed; names it in the service's store.
  public var id: String
  /// What the service knows about it.
  public var state: State
  /// What it was mailed for; nil for an unknown code.
  ///
  /// Say what the store says. Whether that is what the attempt takes is the policy's to judge:
  /// where it is not, the code is an unknown one.
  public var purpose: CodePurpose?
  /// The address it is about: mailed to, or changed to; nil for an unknown code.
  public var address: String?
  /// The account it was made for, if it is for one that still exists.
  public var account: Account?
  /// Who asked for it.
  public var requester: Requester

  /// Creates a code that the service has mailed, as its store has it.
  public init(
    id: String = "", _ state: State, for purpose: CodePurpose, address: String? = nil,
    account: Account? = nil, requester: Requester = .absent
  ) {
    self.id = id
    self.state = state
    self.purpose = purpose
    self.address = address
    self.account = account
    self.requester = requester
  }

  /// Creates a code that the service never made, or has cancelled.
  public static func unknown(id: String = "") -> Code {
    Code(unknown: id)
  }

  private init(unknown id: String) {
    self.id = id
    state = .unknown
    requester = .absent
  }
}

/// Settings by name.
public struct Settings: Sendable, ExpressibleByDictionaryLiteral {
  /// The settings given, in order.
  public var values: [(name: String, value: String)]

  /// Creates settings; those not given have their defaults.
  public init(_ values: [(name: String, value: String)] = []) {
    self.values = values
  }

  /// Creates settings from a literal.
  public init(dictionaryLiteral elements: (String, String)...) {
    values = elements.map { (name: $0.0, value: $0.1) }
  }
}
