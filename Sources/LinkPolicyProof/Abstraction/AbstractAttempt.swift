internal import LinkPolicy

/// An attempt as far as the account that is followed can tell: who makes it, and what it brings.
struct AbstractAttempt: Sendable, Hashable {
  /// What an attempt's session has to do with the account that is followed.
  enum SessionUse: Sendable, Hashable {
    /// None, or one on another account, or one that is gone.
    case elsewhere
    /// One on this account, live or revoked.
    case here(isLive: Bool)
  }

  /// The code that an attempt brings.
  enum CodeUse: Sendable, Hashable {
    case none
    /// One that nothing mailed, or that was mailed for something else.
    case unknown
    /// One that is nobody's, another account's, or that of one which is gone, mailed to an address.
    case mailed(to: AbstractAddress)
    /// One that this account has.
    case held(HeldCode)

    /// Whether it is this account's.
    var isHeld: Bool {
      switch self {
      case .held: true
      case .none, .unknown, .mailed: false
      }
    }
  }

  /// What the attempt points to.
  enum Pointed: UInt8, Sendable, CaseIterable {
    /// The account that is followed.
    case here
    /// Another account.
    case elsewhere
    /// No account.
    case nobody
  }

  var table: Int
  var actor: Actor
  var kind: MethodKind?
  /// The place of the provider among those played; nil for attempts that carry no method.
  var provider: Int?
  /// Who is asserted; nil for kinds without a subject.
  var subject: Actor?
  var address = AbstractAddress.none
  var session = SessionUse.elsewhere
  /// Who has opened the session that is presented, if any is.
  var sessionActor: Actor
  var code = CodeUse.none
  var pointed = Pointed.nobody
  /// Whether it proves the address to be the actor's, if it is allowed.
  var provesAddress = false
}
