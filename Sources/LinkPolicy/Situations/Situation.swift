/// The input of a decision besides the attempt: accounts, session and code from the store, and
/// settings.
///
/// The engine makes a situation from an answered ``Lookup``; tools make situations directly. The
/// accounts are snapshots; by their versions, a store detects later changes. Every decision keeps
/// its situation, so a copy costs only one reference.
package struct Situation: Sendable {
  /// The holder of the credential (issuer and subject).
  package enum CredentialHolder: Sendable {
    /// No account.
    case nobody
    /// An account that no longer exists.
    case gone
    /// An existing account.
    case account(Account)
  }

  struct SituationFields: Sendable {
    var settings: Settings
    var credentialHolder: CredentialHolder
    var addressHolders: [Account]
    var identifierHolders: [Account?] = []
    var session: Session?
    var target: Account?
    var code: Code?
    var stated = StatedValues()
    var disabledMethods: [DisabledMethod] = []
    var unnamedAccounts: [Account] = []
  }

  /// The copy-on-write storage: an array that always has one element, which needs no unsafe code.
  var box: [SituationFields]

  /// Creates a situation; by default it has no rows, and every setting has its default.
  package init(
    settings: Settings = Settings(), credentialHolder: CredentialHolder = .nobody,
    addressHolders: [Account] = [], session: Session? = nil, target: Account? = nil,
    code: Code? = nil, stated: StatedValues = StatedValues(),
    disabledMethods: [DisabledMethod] = [], unnamedAccounts: [Account] = [],
    identifierHolders: [Account?] = []
  ) {
    box = [
      SituationFields(
        settings: settings, credentialHolder: credentialHolder, addressHolders: addressHolders,
        identifierHolders: identifierHolders, session: session, target: target, code: code,
        stated: stated,
        disabledMethods: disabledMethods, unnamedAccounts: unnamedAccounts)
    ]
  }
}

extension Situation {
  /// The settings, merged from project, tenant and provider.
  ///
  /// A missing setting has its default.
  package var settings: Settings {
    _read { yield box[0].settings }
    _modify { yield &box[0].settings }
  }

  /// The holder of the credential.
  package var credentialHolder: CredentialHolder {
    _read { yield box[0].credentialHolder }
    _modify { yield &box[0].credentialHolder }
  }

  /// The accounts that hold an address of the attempt.
  package var addressHolders: [Account] {
    _read { yield box[0].addressHolders }
    _modify { yield &box[0].addressHolders }
  }

  /// The holder of each identifier of the attempt, in order; nil for an identifier that nobody holds.
  package var identifierHolders: [Account?] {
    _read { yield box[0].identifierHolders }
    _modify { yield &box[0].identifierHolders }
  }

  /// Returns the holder of an identifier, by its place in the attempt.
  package func identifierHolder(_ place: Int) -> Account? {
    let fields = box.span
    guard place < fields[0].identifierHolders.count else { return nil }
    return fields[0].identifierHolders[place]
  }

  /// The caller's session; nil for none.
  package var session: Session? {
    _read { yield box[0].session }
    _modify { yield &box[0].session }
  }

  /// The account that an administrator names.
  package var target: Account? {
    _read { yield box[0].target }
    _modify { yield &box[0].target }
  }

  /// The out-of-band code in the request.
  package var code: Code? {
    _read { yield box[0].code }
    _modify { yield &box[0].code }
  }

  /// The facts that the answers of the lookup state, such as whether the method is enabled.
  package var stated: StatedValues {
    get { box[0].stated }
    _modify { yield &box[0].stated }
  }

  /// The methods that the service has disabled.
  ///
  /// Empty unless the answers of the lookup list them.
  package var disabledMethods: [DisabledMethod] {
    _read { yield box[0].disabledMethods }
    _modify { yield &box[0].disabledMethods }
  }

  /// Accounts in the input without a role, such as the account of a session that has ended.
  ///
  /// The engine checks that they hold neither the credential nor an address that was looked up.
  package var unnamedAccounts: [Account] {
    _read { yield box[0].unnamedAccounts }
    _modify { yield &box[0].unnamedAccounts }
  }
}

/// The caller's session.
package struct Session: Sendable {
  /// The validity of a session.
  package enum SessionState: UInt8, Sendable {
    /// Active, from a recent sign-in.
    case recent
    /// Active, from an old sign-in.
    case old
    /// Revoked, because all sessions of the account were revoked after it was opened.
    case revoked
    /// Signed out, or the account is gone.
    case gone
  }

  /// The id of the session in the service's store.
  package var id: String
  /// The validity of the session.
  package var state: SessionState
  /// The account of the session; nil if and only if the state is `gone`.
  package var account: Account?

  /// Creates a session.
  package init(id: String = "", _ state: SessionState, of account: Account?) {
    self.id = id
    self.state = state
    self.account = account
  }
}

/// An out-of-band code: the service mailed it to an address, and the attempt carries it.
package struct Code: Sendable {
  /// The validity of a code.
  package enum CodeState: UInt8, Sendable {
    /// The code is unused, unexpired and not stale.
    case valid
    /// The code has expired.
    case expired
    /// The code was used before.
    case used
    /// The account does not have the address for which the code was made, or did not have it all
    /// the time.
    ///
    /// Only the service knows whether somebody changed the address and changed it back, so the
    /// engine relies on this state. A row can test with `address: own` whether the account has the
    /// address now.
    case stale
    /// The service never made the code, or has canceled it.
    case unknown
  }

  /// The requester of a code.
  package enum Requester: UInt8, Sendable {
    /// The session of the attempt.
    case thisSession
    /// Another session of the account that the attempt's session belongs to.
    case sameAccount
    /// Any other session; also if the attempt has no open session, or the requester's account was not recorded.
    case otherAccount
    /// The requester was not recorded.
    case absent
  }

  /// The code as the service sent it, which is also its id in the store.
  package var id: String
  /// The validity of the code.
  package var state: CodeState
  /// The purpose for which the code was sent; nil for an unknown code.
  ///
  /// Pass the stored purpose. The policy compares it with the purpose that the attempt requires. A code of another
  /// purpose counts as unknown.
  package var purpose: CodePurpose?
  /// The address of the code: its recipient, or the new address; nil for an unknown code.
  package var address: String?
  /// The account for which the code was made; nil for none, or if the account is gone.
  package var account: Account?
  /// The requester of the code.
  package var requester: Requester
  /// The credential of the attempt that requested the code; nil for none, or for an unknown code.
  package var credential: MethodKey?

  /// Creates a code that the service has sent, from its stored values.
  package init(
    id: String = "", _ state: CodeState, for purpose: CodePurpose, address: String? = nil,
    account: Account? = nil, requester: Requester = .absent, credential: MethodKey? = nil
  ) {
    self.id = id
    self.state = state
    self.purpose = purpose
    self.address = address
    self.account = account
    self.requester = requester
    self.credential = credential
  }

  /// Returns a code that the service never made or has canceled.
  package static func unknown(id: String = "") -> Code {
    Code(unknown: id)
  }

  private init(unknown id: String) {
    self.id = id
    state = .unknown
    requester = .absent
  }
}

/// The accounts of a situation, in all roles.
extension Situation {
  /// The number of places for accounts.
  ///
  /// Some places may be empty.
  var placeCount: Int { lookedUpPlaceCount + box.span[0].unnamedAccounts.count }

  /// The number of places for accounts with a role; places of accounts without a role follow them.
  var lookedUpPlaceCount: Int {
    let fields = box.span
    return 4 + fields[0].addressHolders.count + fields[0].identifierHolders.count
  }

  /// Returns the account at a place.
  ///
  /// The order is session, target, code, credential holder, address holders, identifier holders,
  /// accounts without a role.
  func account(at place: Int) -> Account? {
    let fields = box.span
    switch place {
    case 0: return fields[0].session?.account
    case 1: return fields[0].target
    case 2: return fields[0].code?.account
    case 3:
      if case .account(let account) = fields[0].credentialHolder { return account }
      return nil
    default:
      let rest = place - 4
      let count = fields[0].addressHolders.count
      guard rest >= count else { return fields[0].addressHolders[rest] }
      let further = rest - count
      let named = fields[0].identifierHolders.count
      return further < named
        ? fields[0].identifierHolders[further] : fields[0].unnamedAccounts[further - named]
    }
  }

  /// Whether the situation has at least one account.
  var hasAccounts: Bool {
    let fields = box.span
    if case .account = fields[0].credentialHolder { return true }
    return fields[0].session?.account != nil || fields[0].target != nil
      || fields[0].code?.account != nil || !fields[0].addressHolders.isEmpty
      || !fields[0].unnamedAccounts.isEmpty
      || fields[0].identifierHolders.contains { $0 != nil }
  }

  /// Returns whether at least one account meets a condition.
  func contains(where isSuch: (Account) -> Bool) -> Bool {
    for place in 0..<placeCount {
      if let account = account(at: place), isSuch(account) {
        return true
      }
    }
    return false
  }

  /// Applies a change to every account, in all roles.
  mutating func updateAccounts(_ change: (inout Account) -> Void) {
    if var account = session?.account {
      change(&account)
      session?.account = account
    }
    if var account = target {
      change(&account)
      target = account
    }
    if var account = code?.account {
      change(&account)
      code?.account = account
    }
    if case .account(var account) = credentialHolder {
      change(&account)
      credentialHolder = .account(account)
    }
    for index in addressHolders.indices {
      change(&addressHolders[index])
    }
    for index in identifierHolders.indices {
      guard var account = identifierHolders[index] else { continue }
      change(&account)
      identifierHolders[index] = account
    }
    for index in unnamedAccounts.indices {
      change(&unnamedAccounts[index])
    }
  }
}
