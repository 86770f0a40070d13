/// One change that a store makes for a decision; no other writes exist.
///
/// The decision fixes every value of a write, except the ids that the store assigns to a new account, session or code.
/// All writes are idempotent except ``insertAccount(_:)``, ``openSession(of:)`` and ``putCode(_:)``. A store must
/// therefore keep the id of each committed change set, so that a retry after a lost answer repeats no write.
///
/// Docs/Changes.md describes the effect of each write on the tables of a database.
public enum Write: Sendable {
  /// Creates an account; a change set creates at most one account, before every other write about this account.
  case insertAccount(NewAccount)
  /// Deletes an account with its methods and labels, and ends its sessions; the account's codes stay stored.
  ///
  /// The store remembers the keys in `leaving`, so that later lookups answer `gone` for these credentials.
  case deleteAccount(AccountReference, leaving: [MethodKey])
  /// Sets the address of an account and whether the address is verified.
  ///
  /// Lookups then find the account's password and e-mail link by the new address.
  case setEmail(AccountReference, NewEmail)
  /// Sets the name and photo of an account's profile.
  ///
  /// If `blanksOnly` is true, the write sets only values that the account lacks. Otherwise, a nil value clears the
  /// stored value.
  case setProfile(AccountReference, Profile, blanksOnly: Bool)
  /// Enables or disables an account; the sessions of the account stay open.
  case setState(AccountReference, Account.State)
  /// Sets a label of an account or, if `method` is not nil, of the account's method with this key.
  case setLabel(AccountReference, method: MethodKey?, name: String, value: String)
  /// Sets an identifier of an account to a canonical value, or removes the identifier if the value is nil.
  ///
  /// No other account of the tenant holds the value.
  case setIdentifier(AccountReference, name: String, value: String?)
  /// Adds a method, or replaces the stored method with the same key.
  case putMethod(AccountReference, NewMethod)
  /// Removes a method from an account, so that nobody can sign in with the method any more.
  case removeMethod(AccountReference, RemovedMethod)
  /// Marks a method as superseded, because another subject of the same provider replaced the method.
  ///
  /// A person can still sign in with a superseded method, but no list of the account's methods shows the method.
  case supersedeMethod(AccountReference, MethodKey)
  /// Removes all second factors of an account.
  case dropFactors(AccountReference)
  /// Sets an account's number of second factors to one more or one fewer than before.
  case setFactors(AccountReference, count: LongInteger)
  /// Opens a session of an account, with the account's current epoch, so that a later revocation of all sessions also
  /// ends this session.
  case openSession(of: AccountReference)
  /// Sets the epoch of a session to the account's current epoch.
  ///
  /// If `makesRecent` is true, the write also makes the session recent, because the attempt proved a method again.
  case renewSession(String, of: AccountReference, makesRecent: Bool)
  /// Ends the session with this id, but no other session of the account.
  case endSession(String)
  /// Revokes all sessions of an account by setting the account's epoch to `epoch`, which is one more than before.
  case endSessions(of: AccountReference, epoch: LongInteger)
  /// Stores a new code; a notice of the change set (``Notice/mail(code:purpose:to:)``) mails the code.
  ///
  /// The notice contains the index of this write among the code writes of the change set.
  case putCode(NewCode)
  /// Marks the code with this id as used, so that nobody can use the code again.
  case useCode(String)
  /// Removes the codes of an account, and also the codes that were mailed to the account's address and belong to no
  /// account.
  case cancelCodes(of: AccountReference, address: String?, tenant: String?)

  /// The initial values of a new account: its tenant and its address.
  public struct NewAccount: Sendable {
    /// The tenant to which the account belongs; nil for an account without a tenant.
    public var tenant: String?
    /// The address of the account, and whether the address is verified.
    public var email: NewEmail
  }

  /// An account's address, and whether the address is verified.
  public struct NewEmail: Sendable {
    /// The address in canonical form, by which lookups find the account; nil for an account without an address.
    public var email: String?
    /// The address as the attempt spells it, for display and mail.
    ///
    /// Nil if the attempt does not carry the address; the store then keeps the stored spelling.
    public var given: String?
    /// Whether the address is verified.
    public var isVerified: Bool
  }

  /// The values of an added or replaced method.
  public struct NewMethod: Sendable {
    /// The former name of ``HashSource``.
    @available(*, deprecated, renamed: "HashSource")
    public typealias Secret = HashSource

    /// The source of a password's hash, such as the password that the attempt carries.
    public enum HashSource: Sendable, CaseIterable {
      /// The store keeps the existing hash of the method, if any.
      case keep
      /// The store saves the hash of the password that the attempt carries.
      case new
    }

    /// The id of the method's provider, such as `google.com`.
    public var provider: String
    /// The key under which the store finds the method; a key with a subject is unique in the tenant.
    public var key: MethodKey
    /// The address in the method's assertion, in canonical form.
    public var address: String?
    /// The address that the method proved, in canonical form; nil for a method that proved no address.
    public var provedAddress: String?
    /// The source of the password's hash, such as the password that the attempt carries.
    public var secret: HashSource
    /// Whether the method is superseded: a person can sign in with the method, but no list shows the method.
    public var isSuperseded: Bool
    /// The key of an existing method; lists show this method directly before the existing method.
    ///
    /// If the key is nil, a method that is already stored keeps its position, and a new method comes last.
    public var place: MethodKey?
  }

  /// A method that a decision removes, with the reason, such as an unlink.
  public struct RemovedMethod: Sendable {
    /// The former name of ``RemovalReason``.
    @available(*, deprecated, renamed: "RemovalReason")
    public typealias Reason = RemovalReason

    /// The reason why a decision removes a method, such as an unlink.
    public enum RemovalReason: Sendable, CaseIterable {
      /// The attempt named the method, as an unlink does.
      case unlinked
      /// The method had not proved the account's address, or is of a kind that the effect removes.
      case dropped
      /// Another subject of the same provider replaced the method.
      case replaced
      /// The method's credential moved to another account.
      case seized
    }

    /// The id of the method's provider, such as `google.com`.
    public var provider: String
    /// The key under which the store finds the method.
    public var key: MethodKey
    /// The reason for the removal, such as `unlinked`.
    public var reason: RemovalReason
  }

  /// The values of a new code; the store assigns the id, the secret and the expiration.
  public struct NewCode: Sendable {
    /// The only purpose for which the code is valid, such as `reset`.
    public var purpose: CodePurpose
    /// The address to which the code is mailed; a person who has the code proves this address.
    public var address: String
    /// The account that owns the code; nil if codes of this purpose have no owner.
    public var account: AccountReference?
    /// The account's address when the code is stored, if codes of this purpose become stale when the address changes.
    ///
    /// Nil if codes of this purpose do not become stale, or if the account has no address.
    public var boundTo: String?
    /// The id of the session that requested the code; nil if no session requested the code.
    public var requester: String?
    /// The id of the account to which the requesting session belongs; nil if no session, or an ended session, requested
    /// the code.
    public var requesterAccount: String?
    /// The credential of the attempt that requested the code.
    ///
    /// Nil if the attempt proves no credential, or proves a password or e-mail link, whose subject is the address.
    public var credential: MethodKey?
    /// The tenant of the code's owner, or of the attempt for a code without an owner; nil for no tenant.
    public var tenant: String?
  }
}

extension Write {
  /// The account whose version the store must increment, because decisions depend on the value that the write changes.
  ///
  /// The store increments each version once for each change set.
  ///
  /// Nil for a write that changes no value on which decisions depend, such as a change of the profile.
  public var raisesVersion: AccountReference? {
    switch self {
    case .insertAccount: .new
    case .deleteAccount(let account, leaving: _), .setEmail(let account, _),
      .setState(let account, _), .setLabel(let account, method: _, name: _, value: _),
      .setIdentifier(let account, name: _, value: _),
      .putMethod(let account, _), .removeMethod(let account, _), .supersedeMethod(let account, _),
      .dropFactors(let account), .setFactors(let account, count: _),
      .endSessions(of: let account, epoch: _):
      account
    case .setProfile, .openSession, .renewSession, .endSession, .putCode, .useCode,
      .cancelCodes:
      nil
    }
  }
}

/// The kind of a write, without the write's values; each case has the name of a case of ``Write``.
package enum WriteKind: UInt8, Sendable, CaseIterable {
  case insertAccount, deleteAccount, setEmail, setProfile, setState, setLabel, setIdentifier
  case putMethod, removeMethod, supersedeMethod, dropFactors, setFactors
  case openSession, renewSession, endSession, endSessions
  case putCode, useCode, cancelCodes

  /// The name of the write, such as `put-code`, in JSON and in Docs/Changes.md.
  package var name: Name {
    switch self {
    case .insertAccount: "insert-account"
    case .deleteAccount: "delete-account"
    case .setEmail: "set-email"
    case .setProfile: "set-profile"
    case .setState: "set-state"
    case .setLabel: "set-label"
    case .setIdentifier: "set-identifier"
    case .putMethod: "put-method"
    case .removeMethod: "remove-method"
    case .supersedeMethod: "supersede-method"
    case .dropFactors: "drop-factors"
    case .setFactors: "set-factors"
    case .openSession: "open-session"
    case .renewSession: "renew-session"
    case .endSession: "end-session"
    case .endSessions: "end-sessions"
    case .putCode: "put-code"
    case .useCode: "use-code"
    case .cancelCodes: "cancel-codes"
    }
  }
}

extension Write {
  /// The kind of the write, without the write's values.
  package var kind: WriteKind {
    switch self {
    case .insertAccount: .insertAccount
    case .deleteAccount: .deleteAccount
    case .setEmail: .setEmail
    case .setProfile: .setProfile
    case .setState: .setState
    case .setLabel: .setLabel
    case .setIdentifier: .setIdentifier
    case .putMethod: .putMethod
    case .removeMethod: .removeMethod
    case .supersedeMethod: .supersedeMethod
    case .dropFactors: .dropFactors
    case .setFactors: .setFactors
    case .openSession: .openSession
    case .renewSession: .renewSession
    case .endSession: .endSession
    case .endSessions: .endSessions
    case .putCode: .putCode
    case .useCode: .useCode
    case .cancelCodes: .cancelCodes
    }
  }
}

/// A reference to the account that a write changes, which can be a new account without an id.
public enum AccountReference: Sendable {
  /// The account with this id.
  case existing(String)
  /// The account that the same change set creates, and to which the store assigns an id.
  case new

  /// Returns whether two references in one change set refer to the same account.
  func isSame(as other: AccountReference) -> Bool {
    switch (self, other) {
    case (.existing(let id), .existing(let otherID)): id.hasSameBytes(as: otherID)
    case (.new, .new): true
    case (.existing, .new), (.new, .existing): false
    }
  }
}
