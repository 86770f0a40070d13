internal import LinkPolicy

/// Something that an account may have: a sign-in method, a session, a code or a second factor.
///
/// Holdings of one sort, person and state are one: how many there are of them makes no difference,
/// since what may be there stays there until nothing of its sort can be.
enum Holding: Sendable, Hashable {
  case method(HeldMethod)
  /// A session of somebody; one that is not live was revoked, and can still be presented.
  case session(Actor, isLive: Bool)
  case code(HeldCode)
  /// A second factor that somebody enrolled.
  case factor(Actor)

  /// Whose it is; nil for what is nobody's in particular.
  var actor: Actor? {
    switch self {
    case .method(let method): method.holder
    case .session(let actor, isLive: _), .factor(let actor): actor
    case .code: nil
    }
  }

  /// Short words for it, the same for one holding only.
  var text: String {
    switch self {
    case .method(let method): method.text
    case .session(let actor, let isLive): (isLive ? "session:" : "revoked:") + actor.letter
    case .code(let code): code.text
    case .factor(let actor): "factor:" + actor.letter
    }
  }
}

/// A sign-in method that an account may have.
struct HeldMethod: Sendable, Hashable {
  /// The place of its provider among those that are played.
  var provider: Int
  var kind: MethodKind
  /// Whose subject it is, or who has set the password.
  ///
  /// Nil where whoever reads the account's mail, or nobody, can use it.
  var holder: Actor?
  /// The address that it proved when it was added or refreshed.
  var proved = AbstractAddress.none
  /// The address that it came with, where methods hold addresses.
  var address = AbstractAddress.none
  /// Whether it signs in without being listed.
  var isSuperseded = false
  /// The value of each label that methods bear, in the order of the policy; 0 for labels of accounts.
  var labels: [UInt16]

  var text: String {
    var text = kind.name.text + ":" + String(provider) + ":" + (holder?.letter ?? "-")
    text += "/" + proved.letter + (address == .none ? "" : "@" + address.letter)
    text += isSuperseded ? "+" : ""
    return labels.contains { $0 != 0 }
      ? text + "#" + labels.map { String($0) }.joined(separator: ".") : text
  }
}

/// A code that an account may have been mailed.
struct HeldCode: Sendable, Hashable {
  /// The number of its purpose.
  var purpose: Int
  /// The address that it was mailed to.
  var mailbox: AbstractAddress
  /// The address that the account had then, where codes of the purpose go stale with it.
  var boundTo: AbstractAddress
  /// Who asked for it.
  var asker: Actor
  /// Whether he asked in a session.
  var isAskedInSession: Bool
  var isUsed = false
  /// Whether the attacker read it, since the owner's address was his when it was mailed.
  var isReadBefore = false

  var text: String {
    "code:" + String(purpose) + ":" + mailbox.letter + boundTo.letter + ":" + asker.letter
      + (isAskedInSession ? "s" : "") + (isUsed ? "!" : "") + (isReadBefore ? "r" : "")
  }
}
