public import LinkPolicy
public import LinkPolicyStore

/// All rows of a store in memory: a value, so that a transaction is a copy.
public struct MemoryRows: Sendable {
  /// A method, with what a row of it has beside what look-ups are told.
  public struct StoredMethod: Sendable {
    /// What it is found by.
    public var key: MethodKey
    /// What look-ups are told.
    public var method: Method
    /// The hash of the password.
    public var passwordHash: String?

    /// Creates a row from its columns.
    public init(key: MethodKey, method: Method, passwordHash: String?) {
      self.key = key
      self.method = method
      self.passwordHash = passwordHash
    }
  }

  /// An account, with its methods beside it.
  public struct StoredAccount: Sendable {
    /// What look-ups are told, without methods.
    public var row: Account
    /// The methods in their order.
    public var methods: [StoredMethod] = []
    /// The address as its owner writes it.
    public var given: String?

    /// Creates the row of an account without methods.
    public init(row: Account, given: String?) {
      self.row = row
      self.given = given
    }

    /// The row with its methods.
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
  /// Keys whose account is gone.
  public var gone: [(key: MethodKey, tenant: String?)] = []
  /// What is to be sent.
  public var outbox: [StoreNotice.Kept] = []
  /// The outcomes of change sets by the ids of requests, as texts: as a database keeps them.
  public var outcomes: [(id: String, outcome: String)] = []
  var made: (accounts: Int, sessions: Int, codes: Int) = (0, 0, 0)

  /// No rows.
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

  /// An id for a session, the next in order.
  public mutating func newSessionID() -> String {
    made.sessions += 1
    return "s\(made.sessions)"
  }

  /// An id for a code, the next in order.
  public mutating func newCodeID() -> String {
    made.codes += 1
    return "c\(made.codes)"
  }
}

/// Whether two texts have the same bytes; `==` would take canonically equivalent ones for one.
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
