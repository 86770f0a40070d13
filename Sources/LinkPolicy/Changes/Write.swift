/// One change of the store for a decision; the set of cases is closed.
///
/// The decision fixes every value of a write, except the ids that the store assigns to a new
/// account, session or code. All writes are idempotent except ``insertAccount(_:)``,
/// ``openSession(of:)`` and ``putCode(_:)``. To retry a commit after a lost answer, a store must
/// therefore keep the id of the change set.
///
/// Docs/Changes.md describes the effect of each write on the tables of a database.
public enum Write: Sendable {
  /// Creates an account; a set has at most one such write, before every other write about the account.
  case insertAccount(NewAccount)
  /// Deletes an account with its methods and labels, and ends its sessions; codes stay.
  ///
  /// The keys in `leaving` remain known as keys of a deleted account.
  case deleteAccount(AccountReference, leaving: [MethodKey])
  /// Sets the address of an account and whether it is verified; lookups also find the account's
  /// password and e-mail link by this address.
  case setEmail(AccountReference, NewEmail)
  /// Sets the name and photo.
  ///
  /// With `blanksOnly`, sets only the values that the account does not have. Without it, a nil value clears the stored
  /// one.
  case setProfile(AccountReference, Profile, blanksOnly: Bool)
  /// Enables or disables an account.
  case setState(AccountReference, Account.State)
  /// Sets a label of an account, or of one of its methods.
  case setLabel(AccountReference, method: MethodKey?, name: String, value: String)
  /// Sets an identifier of an account, in canonical form, or removes it; no other account of the tenant holds the value.
  case setIdentifier(AccountReference, name: String, value: String?)
  /// Adds a method, or replaces the stored method with the same key.
  case putMethod(AccountReference, NewMethod)
  /// Removes a method from an account, so that nobody can sign in with it any more.
  case removeMethod(AccountReference, RemovedMethod)
  /// Hides a method that another subject of its provider replaced. A person can still sign in with it, but no list
  /// shows it.
  case supersedeMethod(AccountReference, MethodKey)
  /// Removes the second factors.
  case dropFactors(AccountReference)
  /// Sets the number of second factors, which is one more or one fewer than before.
  case setFactors(AccountReference, count: LongInteger)
  /// Opens a session with the account's epoch.
  case openSession(of: AccountReference)
  /// Sets the epoch of a session to the account's epoch, and makes the session recent if the attempt proved a
  /// method again.
  case renewSession(String, of: AccountReference, makesRecent: Bool)
  /// Ends the session with this id, and leaves the other sessions of the account open.
  case endSession(String)
  /// Revokes the account's sessions: sets its epoch, which is one higher than before.
  case endSessions(of: AccountReference, epoch: LongInteger)
  /// Stores a code. A ``Notice/mail(code:purpose:to:)`` mails it; the notice contains the index of
  /// this write among the set's codes.
  case putCode(NewCode)
  /// Marks a code as used, so that it cannot be used again.
  case useCode(String)
  /// Removes the codes of an account, and the codes without an account that were mailed to its address.
  case cancelCodes(of: AccountReference, address: String?, tenant: String?)

  /// The initial values of a new account.
  public struct NewAccount: Sendable {
    /// The tenant that the account belongs to.
    public var tenant: String?
    /// The address and its flag.
    public var email: NewEmail
  }

  /// An address and whether it is verified.
  public struct NewEmail: Sendable {
    /// The address in canonical form, which lookups use to find the account; nil for none.
    public var email: String?
    /// The address as the attempt spelled it, for display and mail.
    ///
    /// Nil if the attempt did not carry the address: keep the stored spelling.
    public var given: String?
    /// Whether the address is verified.
    public var isVerified: Bool
  }

  /// The values of a stored method.
  public struct NewMethod: Sendable {
    /// The former name of ``HashSource``.
    @available(*, deprecated, renamed: "HashSource")
    public typealias Secret = HashSource

    /// The source of a password's hash.
    public enum HashSource: Sendable, CaseIterable {
      /// The store keeps the existing hash, if there is one.
      case keep
      /// The store saves the hash of the password that the attempt carries.
      case new
    }

    /// The provider's id.
    public var provider: String
    /// The key under which the store finds the method, unique in the tenant if it has a subject.
    public var key: MethodKey
    /// The address that the assertion carried, in canonical form.
    public var address: String?
    /// The address that the method proved, in canonical form; nil if it proved none.
    public var provedAddress: String?
    /// The source of the password's hash.
    public var secret: HashSource
    /// Whether the method can sign in, but is not listed, because another method replaced it.
    public var isSuperseded: Bool
    /// The method before which this one is listed; nil to keep the position of a stored method, or to append a new
    /// one.
    public var place: MethodKey?
  }

  /// A method that a decision removes, with the reason, such as an unlink.
  public struct RemovedMethod: Sendable {
    /// The former name of ``RemovalReason``.
    @available(*, deprecated, renamed: "RemovalReason")
    public typealias Reason = RemovalReason

    /// Why a decision removes a method: the user unlinked it, or an effect dropped it.
    public enum RemovalReason: Sendable, CaseIterable {
      /// Its owner or an administrator requested the removal.
      case unlinked
      /// The method did not prove the account's address, or is of a kind that the effect removes.
      case dropped
      /// Another subject of the same provider replaced it.
      case replaced
      /// Another account took over the credential.
      case seized
    }

    /// The provider's id.
    public var provider: String
    /// The key under which the store finds the method.
    public var key: MethodKey
    /// The reason for the removal.
    public var reason: RemovalReason
  }

  /// The values of a new code; the store assigns the id, the secret and the expiration.
  public struct NewCode: Sendable {
    /// The only purpose for which the code is valid.
    public var purpose: CodePurpose
    /// The address that the code is mailed to and proves.
    public var address: String
    /// The account that owns the code; nil if codes of this purpose have no owner.
    public var account: AccountReference?
    /// The account's current address, if codes of this purpose become stale when the address changes.
    ///
    /// Once the account has a different address, the code is stale. For all other purposes, this is nil.
    public var boundTo: String?
    /// The session that requested the code.
    public var requester: String?
    /// The account of that session; nil for none.
    public var requesterAccount: String?
    /// The credential of the attempt that requested the code; nil if it has none with a subject of its own.
    public var credential: MethodKey?
    /// The tenant in which the code was requested.
    public var tenant: String?
  }
}

extension Write {
  /// The account whose version the store must increment, once for each change set.
  ///
  /// Nil if no answer to a lookup depends on the write.
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

/// The kind of a write, without its values; the cases match those of ``Write``.
package enum WriteKind: UInt8, Sendable, CaseIterable {
  case insertAccount, deleteAccount, setEmail, setProfile, setState, setLabel, setIdentifier
  case putMethod, removeMethod, supersedeMethod, dropFactors, setFactors
  case openSession, renewSession, endSession, endSessions
  case putCode, useCode, cancelCodes

  /// The name of the write in JSON and in Docs/Changes.md.
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
  /// The kind of the write.
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

/// The account that a write changes.
public enum AccountReference: Sendable {
  /// The account with this id.
  case existing(String)
  /// The account that the same change set creates, whose id the store assigns.
  case new

  /// Returns whether another reference denotes the same account in one change set.
  func isSame(as other: AccountReference) -> Bool {
    switch (self, other) {
    case (.existing(let id), .existing(let otherID)): id.hasSameBytes(as: otherID)
    case (.new, .new): true
    case (.existing, .new), (.new, .existing): false
    }
  }
}
