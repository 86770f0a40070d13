internal import LinkPolicy

/// An abstract attempt of an actor, described relative to the account that the exploration follows.
struct AbstractAttempt: Sendable, Hashable {
  /// The relation of an attempt's session to the followed account.
  enum SessionUse: Sendable, Hashable {
    /// No session, a session on another account, or a session on a deleted account.
    case elsewhere
    /// A session on the followed account, live or revoked.
    case here(isLive: Bool)
  }

  /// The relation of an attempt's code to the followed account.
  enum CodeUse: Sendable, Hashable {
    case none
    /// The code is unknown: no answer mailed the code, or an answer mailed the code for another purpose.
    case unknown
    /// An answer mailed the code to an address; the code belongs to no account, to another account or to a deleted
    /// account.
    case mailed(to: AbstractAddress)
    /// The code belongs to the followed account.
    case held(HeldCode)

    /// Whether the code belongs to the followed account.
    var isHeld: Bool {
      switch self {
      case .held: true
      case .none, .unknown, .mailed: false
      }
    }
  }

  /// The account to which an attempt points, relative to the followed account.
  enum AttemptTarget: UInt8, Sendable, CaseIterable {
    /// The target is the followed account.
    case here
    /// The target is another account.
    case elsewhere
    /// The attempt has no target account.
    case nobody
  }

  var table: Int
  var actor: Actor
  var kind: MethodKind?
  /// The index of the provider among the played providers; nil for attempts without a method.
  var provider: Int?
  /// The actor whom the asserted subject identifies; nil for kinds without a subject.
  var subject: Actor?
  var address = AbstractAddress.none
  var session = SessionUse.elsewhere
  /// The actor who opened the session that the attempt presents, if there is a session.
  var sessionActor: Actor
  var code = CodeUse.none
  /// The index of the declared identifier, such as a user name, that finds the attempt's account; nil if no identifier
  /// finds the account.
  var finder: Int?
  var pointed = AttemptTarget.nobody
  /// Whether the attempt, if allowed, proves that the address belongs to the actor.
  var provesAddress = false
}

extension AbstractAttempt {
  /// Returns the credential that the attempt proves; nil if the attempt proves no credential, or a credential whose
  /// subject is the address, such as a password.
  func provenCredential(
    _ action: ActionDefinition, _ providers: [PlayedProvider]
  ) -> HeldCode.AskedCredential? {
    guard action.provesKey(kind), let kind, let provider, let subject else { return nil }
    return HeldCode.AskedCredential(
      issuer: providers[provider].issuer, kind: kind, subject: subject)
  }
}

/// The addresses that the abstraction distinguishes.
///
/// The owner has one address, such as `owner@example.com`. The attacker has any number of addresses, and chooses a
/// domain for every attempt. Two kinds of addresses are enough, because a policy tests only the domain of an address
/// and whether two addresses are equal.
enum AbstractAddress: UInt8, Sendable, Hashable, CaseIterable {
  /// No address.
  case none
  /// The owner's address.
  ///
  /// If a provider preserves upper and lower case, this value represents every spelling of the address.
  case owners
  /// Any address of the attacker.
  case attackers

  /// The letter of the address in the text of a state, such as `E` for the owner's address.
  var letter: String {
    switch self {
    case .none: "-"
    case .owners: "E"
    case .attackers: "F"
    }
  }
}

/// The result of comparing two addresses: equal, possibly equal, or different.
enum AddressRelation {
  /// The addresses are certainly equal (`same`), or belong to one actor and may be equal (`perhaps`).
  case same, perhaps
  /// The addresses differ.
  case different

  /// Determines whether two addresses are certainly, possibly or never equal.
  ///
  /// - Parameters:
  ///   - a: the first address.
  ///   - b: the second address.
  ///   - hasSpellings: whether two spellings of the owner's mailbox, such as `Ada@a.org` and `ada@a.org`, can count as
  ///     two addresses.
  init(_ a: AbstractAddress, _ b: AbstractAddress, hasSpellings: Bool) {
    switch (a, b) {
    case (.owners, .owners): self = hasSpellings ? .perhaps : .same
    case (.attackers, .attackers): self = .perhaps
    case (.none, _), (_, .none), (.owners, .attackers), (.attackers, .owners): self = .different
    }
  }

  var canBeSame: Bool { self != .different }
  var canDiffer: Bool { self != .same }
}

extension Vocabulary {
  /// Whether two spellings of one mailbox, such as `Ada@a.org` and `ada@a.org`, can count as two
  /// addresses.
  ///
  /// Two spellings count as two addresses if a provider preserves the case, or if the policy does not fold the case.
  var keepsSpellings: Bool { providers.keepsAnyCase || !addresses.foldsCase }
}
