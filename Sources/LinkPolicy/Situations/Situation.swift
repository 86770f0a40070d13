/// What was found when an attempt was looked up: accounts, session, code and settings.
///
/// Services answer a ``Lookup``, from which this is made; tools make situations of their own. The
/// accounts are snapshots; their versions let a store notice that one has changed since. A value that
/// copies at the cost of one reference: decisions keep the situation they are about.
package struct Situation: Sendable {
  /// Who holds the credential, that is issuer and subject.
  package enum CredentialHolder: Sendable {
    /// Nobody.
    case nobody
    /// An account that no longer exists.
    case gone
    /// This account.
    case account(Account)
  }

  struct Fields: Sendable {
    var settings: Settings
    var credentialHolder: CredentialHolder
    var addressHolders: [Account]
    var session: Session?
    var target: Account?
    var code: Code?
    var stated = StatedValues()
    var unnamedAccounts: [Account] = []
  }

  /// Always one element: an array is the copy-on-write box that needs nothing unsafe.
  var box: [Fields]

  /// Creates a situation in which nothing was found and every setting has its default.
  package init(
    settings: Settings = Settings(), credentialHolder: CredentialHolder = .nobody,
    addressHolders: [Account] = [], session: Session? = nil, target: Account? = nil,
    code: Code? = nil
  ) {
    box = [
      Fields(
        settings: settings, credentialHolder: credentialHolder, addressHolders: addressHolders,
        session: session, target: target, code: code)
    ]
  }
}

extension Situation {
  /// The settings, merged from project, tenant and provider; a missing one has its default.
  package var settings: Settings {
    _read { yield box[0].settings }
    _modify { yield &box[0].settings }
  }

  /// Who holds the credential.
  package var credentialHolder: CredentialHolder {
    _read { yield box[0].credentialHolder }
    _modify { yield &box[0].credentialHolder }
  }

  /// The accounts that hold an address of the attempt.
  package var addressHolders: [Account] {
    _read { yield box[0].addressHolders }
    _modify { yield &box[0].addressHolders }
  }

  /// The caller's session, if there is one.
  package var session: Session? {
    _read { yield box[0].session }
    _modify { yield &box[0].session }
  }

  /// The account an administrator names.
  package var target: Account? {
    _read { yield box[0].target }
    _modify { yield &box[0].target }
  }

  /// The out-of-band code that came with the attempt.
  package var code: Code? {
    _read { yield box[0].code }
    _modify { yield &box[0].code }
  }

  /// What is stated beside the attempt.
  package var stated: StatedValues {
    get { box[0].stated }
    _modify { yield &box[0].stated }
  }

  /// Accounts that were listed without being named as anything: that they hold nothing that was
  /// looked up is checked.
  package var unnamedAccounts: [Account] {
    _read { yield box[0].unnamedAccounts }
    _modify { yield &box[0].unnamedAccounts }
  }
}

/// The caller's session.
package struct Session: Sendable {
  /// How good a session still is.
  package enum State: UInt8, Sendable {
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
  package var id: String
  /// Its state.
  package var state: State
  /// Its account; nil exactly where the state is gone.
  package var account: Account?

  /// Creates a session.
  package init(id: String = "", _ state: State, of account: Account?) {
    self.id = id
    self.state = state
    self.account = account
  }
}

/// An out-of-band code: mailed to an address, brought back by the attempt.
package struct Code: Sendable {
  /// What the service knows about a code.
  package enum State: UInt8, Sendable {
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
  package enum Requester: UInt8, Sendable {
    /// The session that now brings it.
    case thisSession
    /// Another session, or none.
    case other
    /// Not recorded.
    case absent
  }

  /// The code as it was mailed; names it in the service's store.
  package var id: String
  /// What the service knows about it.
  package var state: State
  /// What it was mailed for; nil for an unknown code.
  ///
  /// Say what the store says. Whether that is what the attempt takes is the policy's to judge:
  /// where it is not, the code is an unknown one.
  package var purpose: CodePurpose?
  /// The address it is about: mailed to, or changed to; nil for an unknown code.
  package var address: String?
  /// The account it was made for, if it is for one that still exists.
  package var account: Account?
  /// Who asked for it.
  package var requester: Requester

  /// Creates a code that the service has mailed, as its store has it.
  package init(
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
  package static func unknown(id: String = "") -> Code {
    Code(unknown: id)
  }

  private init(unknown id: String) {
    self.id = id
    state = .unknown
    requester = .absent
  }
}
