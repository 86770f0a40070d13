/// One thing that a store writes for a decision; the list is closed.
///
/// Every value is known when the decision is made, but for the ids that the store gives: of a new
/// account, of a session and of a code. Written twice, a write comes to what it comes to once, but
/// for ``insertAccount(_:)``, ``openSession(of:)`` and ``putCode(_:)``; a store that may repeat a
/// commit whose answer was lost keeps the id of the change set.
///
/// Docs/Changes.md has what each means for the tables of a database.
public enum Write: Sendable {
  /// Makes an account. At most one is made, and no write about it stands before this one.
  case insertAccount(NewAccount)
  /// Removes an account with its methods and labels, and ends its sessions; codes stay. The keys in
  /// `leaving` go on being known as keys whose account is gone.
  case deleteAccount(AccountReference, leaving: [MethodKey])
  /// Gives an account its final address and flag; a password and an e-mail link are found by it
  /// from then on.
  case setEmail(AccountReference, NewEmail)
  /// Sets name and photo; with `blanksOnly` only those that the account does not have, otherwise
  /// what is nil is cleared.
  case setProfile(AccountReference, Profile, blanksOnly: Bool)
  /// Switches an account on or off.
  case setState(AccountReference, Account.State)
  /// Sets a label of an account, or of one of its methods.
  case setLabel(AccountReference, method: MethodKey?, name: String, value: String)
  /// Adds a method, or replaces what is stored about the one with its key.
  case putMethod(AccountReference, NewMethod)
  /// Takes a method away from an account, so that it signs in no more.
  case removeMethod(AccountReference, RemovedMethod)
  /// Keeps a method signing in that is listed no more, since another of its provider took its place.
  case supersedeMethod(AccountReference, MethodKey)
  /// Removes the second factors.
  case dropFactors(AccountReference)
  /// Opens a session with the account's epoch.
  case openSession(of: AccountReference)
  /// Gives a session the account's epoch, and makes it recent where a method was proved again.
  case renewSession(String, of: AccountReference, makesRecent: Bool)
  /// Signs a single session out, by its id.
  case endSession(String)
  /// Sets the account's epoch, which is one more than it was: sessions of an earlier one are
  /// revoked.
  case endSessions(of: AccountReference, epoch: Int)
  /// Stores a code, which is mailed by the notice of the same place among mails.
  case putCode(NewCode)
  /// Marks a code used.
  case useCode(String)
  /// Removes the codes of an account, and those of nobody that went to its address.
  case cancelCodes(of: AccountReference, address: String?, tenant: String?)

  /// An account to be made.
  public struct NewAccount: Sendable {
    /// The tenant it belongs to.
    public var tenant: String?
    /// Its address and flag.
    public var email: NewEmail
  }

  /// An address and whether it is verified.
  public struct NewEmail: Sendable {
    /// The address in canonical form, by which look-ups find the account; nil for none.
    public var email: String?
    /// The address as the attempt wrote it, to show and to mail to; nil where the attempt did not
    /// bring the address, so that the one stored before stays.
    public var given: String?
    /// Whether it is verified.
    public var isVerified: Bool
  }

  /// A method to be stored.
  public struct NewMethod: Sendable {
    /// Whether what proves a password comes with the method.
    public enum Secret: Sendable, CaseIterable {
      /// The hash that is stored stays, if there is one.
      case keep
      /// The hash of the password that came with the attempt is stored.
      case new
    }

    /// The provider's id.
    public var provider: String
    /// What the store finds the method by, unique in the tenant where it has a subject.
    public var key: MethodKey
    /// The address it came with, in canonical form.
    public var address: String?
    /// The address it proved, in canonical form; nil where it proved none.
    public var provedAddress: String?
    /// What becomes of the password's hash.
    public var secret: Secret
    /// Whether it signs in without being listed.
    public var isSuperseded: Bool
    /// The method in whose place among the account's it stands; nil for its own, or the end.
    public var place: MethodKey?
  }

  /// A method to be removed, and why.
  public struct RemovedMethod: Sendable {
    /// Why a method is removed.
    public enum Reason: Sendable, CaseIterable {
      /// Its owner, or an administrator, asked for it.
      case unlinked
      /// It proved nothing about the account's address, or is of a kind that goes.
      case dropped
      /// Another subject of its provider stands for it now.
      case replaced
      /// Another account has it now.
      case seized
    }

    /// The provider's id.
    public var provider: String
    /// What the store finds the method by.
    public var key: MethodKey
    /// Why.
    public var reason: Reason
  }

  /// A code to be stored; the store makes its id and secret, and sets when it expires.
  public struct NewCode: Sendable {
    /// What the code is mailed for, and counts for alone.
    public var purpose: CodePurpose
    /// The address that it is mailed to, and about.
    public var address: String
    /// The account whose it is; nil where codes of its purpose are nobody's.
    public var account: AccountReference?
    /// The account's address at this moment, where codes of this purpose go stale with it.
    ///
    /// Where it differs later, the code is stale. Nil for all other codes.
    public var boundTo: String?
    /// The session that asked for it.
    public var requester: String?
    /// The tenant it was asked for in.
    public var tenant: String?
  }
}

extension Write {
  /// Whether the write changes an answer of a look-up about the account, so that the account's
  /// version rises; once for a whole change set.
  public var raisesVersion: AccountReference? {
    switch self {
    case .insertAccount: .new
    case .deleteAccount(let account, leaving: _), .setEmail(let account, _),
      .setState(let account, _), .setLabel(let account, method: _, name: _, value: _),
      .putMethod(let account, _), .removeMethod(let account, _), .supersedeMethod(let account, _),
      .endSessions(of: let account, epoch: _):
      account
    case .setProfile, .dropFactors, .openSession, .renewSession, .endSession, .putCode, .useCode,
      .cancelCodes:
      nil
    }
  }
}
