public import LinkPolicy
public import LinkPolicyStore

/// All rows of a store in memory, as a value type, so that a transaction can work on a copy.
public struct MemoryRows: Sendable {
  /// The row of a method, with the columns that lookups do not return.
  public struct StoredMethod: Sendable {
    /// The key by which the store finds the method.
    public var key: MethodKey
    /// The method as lookups return it.
    public var method: Method
    /// The hash of the password; nil if the method has no password.
    public var passwordHash: String?

    /// Creates a row from its columns.
    public init(key: MethodKey, method: Method, passwordHash: String?) {
      self.key = key
      self.method = method
      self.passwordHash = passwordHash
    }
  }

  /// The row of an account, with the account's methods.
  public struct StoredAccount: Sendable {
    /// The account as lookups return it, but without methods.
    public var row: Account
    /// The methods of the account, in order.
    public var methods: [StoredMethod] = []
    /// The address as the account's owner wrote it, before canonicalization.
    public var given: String?

    /// Creates the row of an account without methods.
    public init(row: Account, given: String?) {
      self.row = row
      self.given = given
    }

    /// The account as lookups return it, with its methods.
    public var account: Account {
      var account = row
      account.methods = methods.map(\.method)
      return account
    }
  }

  /// The accounts, in order of creation.
  public var accounts: [StoredAccount] = []
  /// The sessions, in order of opening.
  public var sessions: [(id: String, row: StoredSession)] = []
  /// The codes that were not cancelled.
  public var codes: [(id: String, row: StoredCode)] = []
  /// The keys of methods whose account was deleted.
  public var gone: [(key: MethodKey, tenant: String?)] = []
  /// The notices to send.
  public var outbox: [StoreNotice.Kept] = []
  /// The outcomes of change sets by request id, as texts, because a database also stores texts.
  public var outcomes: [(id: String, outcome: String)] = []
  var made: (accounts: Int, sessions: Int, codes: Int) = (0, 0, 0)

  /// Creates a store content without rows.
  public init() {}

  func index(of id: String) -> Int? {
    accounts.firstIndex { isSame($0.row.id, id) }
  }

  func place(of key: MethodKey, at index: Int) -> Int? {
    accounts[index].methods.firstIndex { isSame($0.key, key) }
  }

  mutating func newAccountID() -> String {
    var id: String
    repeat {
      made.accounts += 1
      id = "u\(made.accounts)"
    } while index(of: id) != nil
    return id
  }

  /// Returns the next id for a session, such as `s1`.
  public mutating func newSessionID() -> String {
    made.sessions += 1
    return "s\(made.sessions)"
  }

  /// Returns the next id for a code, such as `c1`.
  public mutating func newCodeID() -> String {
    made.codes += 1
    return "c\(made.codes)"
  }
}

/// Returns whether two texts have the same bytes; `==` would also equate canonically equivalent
/// texts.
func isSame(_ a: String?, _ b: String?) -> Bool {
  switch (a, b) {
  case (nil, nil): true
  case (let a?, let b?): a.utf8.elementsEqual(b.utf8)
  case (nil, _?), (_?, nil): false
  }
}

func isSame(_ a: MethodKey, _ b: MethodKey) -> Bool {
  a.kind == b.kind && isSame(a.issuer, b.issuer) && isSame(a.subject, b.subject)
}
