/// The input of a decision besides the attempt: the settings, and the accounts, session and code from the store.
///
/// The engine builds a situation from an answered ``Lookup``, while tools build situations directly. The accounts are
/// snapshots; the store detects later changes by the accounts' versions. Every decision keeps its situation, so copying
/// a situation copies only one reference.
package struct Situation: Sendable {
  /// The holder of the attempt's credential: an account, a deleted account or nobody.
  package enum CredentialHolder: Sendable {
    /// No account holds the credential.
    case nobody
    /// A deleted account held the credential, and the store kept the credential's key.
    case gone
    /// An existing account holds the credential.
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

  /// The situation's fields, in an array of exactly one element: an array copies its storage on write, and needs no
  /// unsafe code.
  var box: [SituationFields]

  /// Creates a situation, by default without accounts, session and code, and with every setting at its default.
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
  /// The settings for the attempt, merged from the settings of project, tenant and provider.
  ///
  /// A missing setting has its declared default.
  package var settings: Settings {
    _read { yield box[0].settings }
    _modify { yield &box[0].settings }
  }

  /// The holder of the attempt's credential: an account, a deleted account or nobody.
  package var credentialHolder: CredentialHolder {
    _read { yield box[0].credentialHolder }
    _modify { yield &box[0].credentialHolder }
  }

  /// The accounts that hold at least one address of the attempt.
  package var addressHolders: [Account] {
    _read { yield box[0].addressHolders }
    _modify { yield &box[0].addressHolders }
  }

  /// The holder of each identifier of the attempt, in order; nil for an identifier that nobody holds.
  package var identifierHolders: [Account?] {
    _read { yield box[0].identifierHolders }
    _modify { yield &box[0].identifierHolders }
  }

  /// Returns the account that holds an identifier, given the identifier's index in the attempt; nil if no account does.
  package func identifierHolder(_ place: Int) -> Account? {
    let fields = box.span
    guard place < fields[0].identifierHolders.count else { return nil }
    return fields[0].identifierHolders[place]
  }

  /// The caller's session; nil for a caller without a session.
  package var session: Session? {
    _read { yield box[0].session }
    _modify { yield &box[0].session }
  }

  /// The account that an administrator names, such as the account to disable; nil without a target, or for an unknown
  /// account.
  package var target: Account? {
    _read { yield box[0].target }
    _modify { yield &box[0].target }
  }

  /// The out-of-band code in the request; nil for a request without a code.
  package var code: Code? {
    _read { yield box[0].code }
    _modify { yield &box[0].code }
  }

  /// The facts that the answers to the lookup state, such as whether the method is enabled.
  package var stated: StatedValues {
    get { box[0].stated }
    _modify { yield &box[0].stated }
  }

  /// The methods that the service has disabled.
  ///
  /// The array is also empty if the answers to the lookup contain no list of disabled methods.
  package var disabledMethods: [DisabledMethod] {
    _read { yield box[0].disabledMethods }
    _modify { yield &box[0].disabledMethods }
  }

  /// The known accounts that have no role in the attempt, such as the account of an ended session.
  ///
  /// The engine checks that these accounts hold no credential, address or identifier that was looked up.
  package var unnamedAccounts: [Account] {
    _read { yield box[0].unnamedAccounts }
    _modify { yield &box[0].unnamedAccounts }
  }
}

/// The caller's session.
package struct Session: Sendable {
  /// The validity of a session, such as `revoked`.
  package enum SessionState: UInt8, Sendable {
    /// The session is active, and its last sign-in or reauthentication is recent.
    case recent
    /// The session is active, but its last sign-in or reauthentication is not recent.
    case old
    /// The session is revoked, because the service revoked all sessions of the account after this session was opened or
    /// last renewed.
    case revoked
    /// The session is unknown or was signed out, or its account was deleted.
    case gone
  }

  /// The id of the session in the service's store.
  package var id: String
  /// The validity of the session, such as `revoked`.
  package var state: SessionState
  /// The account of the session; nil if and only if the state is `gone`.
  package var account: Account?

  /// Creates a session of an account.
  package init(id: String = "", _ state: SessionState, of account: Account?) {
    self.id = id
    self.state = state
    self.account = account
  }
}

/// An out-of-band code that the service mailed to an address and that the attempt carries.
package struct Code: Sendable {
  /// The validity of a code, such as `expired`.
  package enum CodeState: UInt8, Sendable {
    /// The code is unused, unexpired and not stale.
    case valid
    /// The code has expired.
    case expired
    /// The code was used before.
    case used
    /// The account no longer has the address for which the code was made.
    ///
    /// For a stored code, the engine compares the account's address with ``CodeRow/boundTo``. A row can test with
    /// `address: own` whether the account has the code's address now.
    case stale
    /// The service never made the code, has canceled it, or sent it for another purpose.
    case unknown
  }

  /// The requester of a code, compared with the session of the attempt.
  package enum Requester: UInt8, Sendable {
    /// The session of the attempt requested the code.
    case thisSession
    /// Another session of the same account requested the code.
    case sameAccount
    /// A session of another account requested the code.
    ///
    /// This case also applies if the attempt has no open session, or if the requester's account was not recorded.
    case otherAccount
    /// The requester was not recorded.
    case absent
  }

  /// The code's id in the store; this id is also the text that the service sent.
  package var id: String
  /// The validity of the code, such as `expired`.
  package var state: CodeState
  /// The purpose for which the code was sent; nil for an unknown code.
  ///
  /// Pass the stored purpose, even if the attempt requires another purpose. A code of another purpose counts as
  /// unknown.
  package var purpose: CodePurpose?
  /// The address to which the code was mailed; nil for an unknown code.
  package var address: String?
  /// The account for which the code was made; nil for a code without an account, or if the account was deleted.
  package var account: Account?
  /// The requester of the code, compared with the attempt's session.
  package var requester: Requester
  /// The credential of the attempt that requested the code; nil for an unknown code, or if no credential is recorded.
  package var credential: MethodKey?

  /// Creates a code from the values that the service stored when it sent the code.
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

/// Functions that treat all accounts of a situation alike, in every role.
extension Situation {
  /// The number of places for accounts in the situation, including empty places.
  ///
  /// For example, the place for the target is empty in an attempt without a target.
  var placeCount: Int { lookedUpPlaceCount + box.span[0].unnamedAccounts.count }

  /// The places that can have an account; all earlier places are empty.
  ///
  /// Most situations have only address holders, whose places follow four empty places.
  var places: Range<Int> {
    let count = placeCount
    let fields = box.span
    if fields[0].session?.account != nil { return 0..<count }
    if fields[0].target != nil { return 1..<count }
    if fields[0].code?.account != nil { return 2..<count }
    if case .account = fields[0].credentialHolder { return 3..<count }
    return 4..<count
  }

  /// The number of places for accounts with a role, such as the target; accounts without a role have the last places.
  var lookedUpPlaceCount: Int {
    let fields = box.span
    return 4 + fields[0].addressHolders.count + fields[0].identifierHolders.count
  }

  /// Returns the account at a place of the situation; nil for an empty place.
  ///
  /// The places are in this order: session, target, code, credential holder, address holders, identifier holders,
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

  /// Returns whether at least one account of the situation meets a condition.
  func contains(where isSuch: (Account) -> Bool) -> Bool {
    for place in places {
      if let account = account(at: place), isSuch(account) {
        return true
      }
    }
    return false
  }

  /// Applies a change to every account of the situation, in every role.
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
