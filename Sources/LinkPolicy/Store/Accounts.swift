/// An in-memory store of accounts, sessions and codes.
///
/// The store that sequences, vectors and the prover run on, and the model for a service's own.
/// Time is a counter that every applied decision moves on; nothing reads a clock. Ids are given
/// in order: `u1`, `s1`, `c1`.
public struct Accounts: Sendable {
  /// A session that was opened.
  public struct OpenSession: Sendable {
    /// What callers name the session by, such as `s1`.
    public var id: String
    /// The account's id.
    public var account: String
    /// The account's epoch when it was opened or had new tokens.
    public var epoch: Int
    /// Whether its sign-in is no longer recent.
    public var isOld: Bool
    /// Whether it was ended by signing out.
    public var isEnded: Bool
  }

  /// An out-of-band code as the store keeps it, from mailing on.
  public struct MailedCode: Sendable {
    /// The id, which stands for the code itself.
    public var id: String
    /// What the code was mailed for, and counts for alone.
    public var purpose: CodePurpose
    /// The address it is about.
    public var address: String
    /// The account whose it is; nil where codes of its purpose are nobody's.
    public var account: String?
    /// The account's address when it was made.
    public var boundTo: String?
    /// The session that asked for it.
    public var requester: String?
    /// The tenant it was asked for in.
    public var tenant: String?
    /// Whether it was used.
    public var isUsed: Bool
    /// Whether its time is over.
    public var isExpired: Bool
  }

  /// A key that outlived its account.
  public struct Orphan: Sendable {
    /// The key; always one with a subject.
    public var key: MethodKey
    /// The tenant that the account belonged to.
    public var tenant: String?
  }

  /// The accounts, in order of creation.
  public internal(set) var accounts: [Account] = []
  /// The sessions, in order of opening.
  public internal(set) var sessions: [OpenSession] = []
  /// The codes that were not cancelled, in order of mailing.
  public internal(set) var codes: [MailedCode] = []
  /// Keys whose account is gone, each in the tenant of that account.
  public internal(set) var orphans: [Orphan] = []
  /// The time: the number of decisions applied.
  public internal(set) var now = 0

  /// What was carried out under an id of the caller's, and what that came to.
  var carriedOut: [(id: String, applied: Applied)] = []

  var accountsMade = 0
  var sessionsMade = 0
  var codesMade = 0

  /// Creates an empty store.
  public init() {}

  /// Returns the next id in order that no account has, and that no session or code refers to.
  ///
  /// Sessions and codes outlive their account, and must not become those of another.
  mutating func newAccountID() -> String {
    var id: String
    repeat {
      accountsMade += 1
      id = "u" + String(accountsMade)
    } while account(id) != nil || sessions.contains { $0.account.hasSameBytes(as: id) }
      || codes.contains { $0.account.hasSameBytes(as: id) }
    return id
  }

  /// Looks an account up by its id.
  ///
  /// - Parameter id: the id, compared byte by byte.
  /// - Returns: the account as it is now; nil where there is none, or none any more.
  public func account(_ id: String) -> Account? {
    index(of: id).map { accounts[$0] }
  }

  /// Lets time pass: every session is old from now on.
  public mutating func ageSessions() {
    for index in sessions.indices {
      sessions[index].isOld = true
    }
  }

  /// Lets time pass: every code mailed so far is expired from now on.
  public mutating func expireCodes() {
    for index in codes.indices {
      codes[index].isExpired = true
    }
  }

  func index(of id: String) -> Int? {
    for index in accounts.indices where accounts[index].id.hasSameBytes(as: id) {
      return index
    }
    return nil
  }
}
