internal import LinkPolicy

/// An abstract account: known properties, such as the address, and possible holdings, such as methods and sessions.
struct AbstractAccount: Sendable, Hashable {
  var key: AccountKey
  /// The numbers of the possible holdings in a ``HoldingTable``.
  ///
  /// A real account may have any of the possible holdings, or no holding at all.
  var holdings = ValueSet()
}

/// The known properties of an account, such as its address and its labels.
///
/// The exploration merges accounts with equal keys. The merged account may have every holding that any of the original
/// accounts may have.
struct AccountKey: Sendable, Hashable {
  var email = AbstractAddress.none
  var isVerified = false
  /// The declared identifiers that the account holds.
  var identifiers = IdentifierSet()
  /// The value of each account label, in the order of the policy; 0 for labels of methods.
  var labels: [UInt16]
  /// The actors who have proved the owner's address at this account.
  ///
  /// An actor proves the address by an assertion that is reserved for the address's owner, or by mail that the actor
  /// requested.
  var provers = ActorSet()
  /// The actors who may have a holding at this account.
  ///
  /// An actor who is not in the set certainly has no holding at the account.
  var present = ActorSet()

  /// A short text that identifies the key, such as `Ev p[O] of[AO]`.
  var text: String {
    var text =
      email.letter + (isVerified ? "v" : "u") + identifiers.text + " p[" + provers.letters + "] of["
    text += present.letters + "]"
    return labels.contains { $0 != 0 }
      ? text + " #" + labels.map { String($0) }.joined(separator: ".") : text
  }
}

/// A possible holding of an account: a sign-in method, a session, a code or a second factor.
///
/// Holdings of equal kind, actor and state count as one holding. For example, two live sessions of the owner are one
/// holding, which remains possible until both sessions end.
enum Holding: Sendable, Hashable {
  case method(HeldMethod)
  /// A session of an actor.
  ///
  /// If `isLive` is false, the session was revoked, but a client can still present the session.
  case session(Actor, isLive: Bool)
  case code(HeldCode)
  /// A second factor that an actor enrolled.
  case factor(Actor)

  /// The actor who has the holding; nil for codes and for methods without a holder.
  var actor: Actor? {
    switch self {
    case .method(let method): method.holder
    case .session(let actor, isLive: _), .factor(let actor): actor
    case .code: nil
    }
  }

  /// A short text of the holding, such as `session:O`; different holdings have different texts.
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
  /// The index of the method's provider among the played providers.
  var provider: Int
  var kind: MethodKind
  /// The actor whom the method's subject identifies, or the actor who set the password.
  ///
  /// Nil if every reader of the account's mail can use the method, or if nobody can use the method.
  var holder: Actor?
  /// The address that the method proved when the method was added or last refreshed.
  var proved = AbstractAddress.none
  /// The address in the method's assertion; none if the policy stores no addresses with methods.
  var address = AbstractAddress.none
  /// Whether a later subject superseded the method.
  ///
  /// A person can still sign in with a superseded method, but answers do not list the method.
  var isSuperseded = false
  /// The value of each method label, in the order of the policy; 0 for labels of accounts.
  var labels: [UInt16]

  var text: String {
    var text = kind.name.text + ":" + String(provider) + ":" + (holder?.letter ?? "-")
    text += "/" + proved.letter + (address == .none ? "" : "@" + address.letter)
    text += isSuperseded ? "+" : ""
    return labels.contains { $0 != 0 }
      ? text + "#" + labels.map { String($0) }.joined(separator: ".") : text
  }
}

/// A code that may have been mailed for an account.
struct HeldCode: Sendable, Hashable {
  /// The number of the code's purpose.
  var purpose: Int
  /// The address to which the code was mailed.
  var mailbox: AbstractAddress
  /// The account's address when the code was mailed, if a later change of the address invalidates the code.
  var boundTo: AbstractAddress
  /// The actor who requested the code.
  var asker: Actor
  /// The session in which the actor requested the code.
  var askedIn: AskingSession
  /// The credential that the requesting attempt proved; nil if the attempt proved no credential, or a credential whose
  /// subject is the address, or if no condition tests `code-credential`.
  var credential: AskedCredential?
  var isUsed = false
  /// Whether the attacker read the code at a time when the owner's address belonged to the attacker.
  var isReadBefore = false

  var text: String {
    "code:" + String(purpose) + ":" + mailbox.letter + boundTo.letter + ":" + asker.letter
      + askedIn.letter + (credential?.text ?? "") + (isUsed ? "!" : "") + (isReadBefore ? "r" : "")
  }

  /// The session in which a code was requested, relative to the code's account.
  enum AskingSession: UInt8, Sendable, CaseIterable {
    /// The actor had no session.
    case none
    /// The session belonged to the code's account.
    ///
    /// If the policy does not compare the accounts of sessions, this case covers every session.
    case here
    /// The session has ended, or its account is not the code's account.
    case elsewhere

    var letter: String {
      switch self {
      case .none: ""
      case .here: "s"
      case .elsewhere: "o"
      }
    }
  }

  /// A credential whose subject is not the address, such as a federated account.
  struct AskedCredential: Sendable, Hashable {
    /// The number of the issuer, as in ``PlayedProvider``.
    var issuer: Int
    var kind: MethodKind
    /// The actor whom the subject identifies.
    ///
    /// One actor can have several subjects.
    var subject: Actor

    var text: String { "=" + kind.name.text + ":" + String(issuer) + ":" + subject.letter }
  }
}

/// A table that numbers the holdings found so far, so that a set of numbers can represent a set of holdings.
///
/// The table keeps a set of numbers for each group that the closure queries often, such as the methods of one issuer.
struct HoldingTable: Sendable {
  private(set) var holdings: [Holding] = []
  private var numbers: [Holding: Int] = [:]
  /// For each played provider, the number of its issuer; providers with the same number assert the same subjects.
  private let issuers: [Int]
  /// The numbers of the methods, indexed by the issuer number of the method's provider, then by the method's kind.
  private var methods: [[ValueSet]]
  /// The numbers of superseded methods; a person can sign in with such a method, although answers do not list it.
  private var superseded = ValueSet()
  /// The numbers of the owner's holdings.
  private var ofOwner = ValueSet()
  /// The numbers of the attacker's holdings.
  private var ofAttacker = ValueSet()
  /// The numbers of the holdings that are codes.
  private var codes = ValueSet()

  /// Creates a table without holdings.
  ///
  /// - Parameter providers: the played providers, in order.
  init(_ providers: [PlayedProvider]) {
    issuers = providers.map { $0.issuer }
    methods = providers.map { _ in MethodKind.allCases.map { _ in ValueSet() } }
  }

  /// Returns the number of a holding.
  ///
  /// A new holding gets the next number.
  mutating func number(of holding: Holding) -> Int {
    if let number = numbers[holding] {
      return number
    }
    let number = holdings.count
    numbers[holding] = number
    holdings.append(holding)
    switch holding {
    case .method(let method):
      methods[issuers[method.provider]][Int(method.kind.rawValue)].insert(number)
      if method.isSuperseded {
        superseded.insert(number)
      }
    case .code: codes.insert(number)
    case .session, .factor: break
    }
    switch holding.actor {
    case .owner: ofOwner.insert(number)
    case .attacker: ofAttacker.insert(number)
    case nil: break
    }
    return number
  }

  subscript(number: Int) -> Holding { holdings[number] }

  /// Returns the number of a holding; nil if the table does not contain the holding.
  func known(_ holding: Holding) -> Int? { numbers[holding] }

  /// From a set of holdings, returns the numbers of those that a predicate accepts.
  func numbers(in set: ValueSet, where isMeant: (Holding) -> Bool) -> [Int] {
    set.values.filter { isMeant(holdings[$0]) }
  }

  /// From a set of holdings, returns the methods with a given kind and with the issuer of a given provider.
  func methods(in set: ValueSet, of provider: Int, _ kind: MethodKind) -> [HeldNumber] {
    set.intersection(methods[issuers[provider]][Int(kind.rawValue)]).values.compactMap { number in
      guard case .method(let method) = holdings[number] else { return nil }
      return HeldNumber(number: number, method: method)
    }
  }

  /// Returns whether a set contains a method of the given kinds; superseded methods do not count.
  func hasListed(_ set: ValueSet, _ kinds: MethodKindSet) -> Bool {
    let listed = set.subtracting(superseded)
    return MethodKind.allCases.contains { kind in
      kinds.contains(kind)
        && methods.contains { $0[Int(kind.rawValue)].intersects(listed) }
    }
  }

  /// Returns the numbers of the codes in a set of holdings.
  func codes(in set: ValueSet) -> ValueSet { set.intersection(codes) }

  /// Returns the actors who have at least one holding in a set.
  func holders(in set: ValueSet) -> ActorSet {
    var holders = ActorSet()
    if set.intersects(ofOwner) {
      holders.insert(.owner)
    }
    if set.intersects(ofAttacker) {
      holders.insert(.attacker)
    }
    return holders
  }
}

/// A method that an account may have, with its number in a ``HoldingTable``.
struct HeldNumber: Sendable {
  var number: Int
  var method: HeldMethod
}
