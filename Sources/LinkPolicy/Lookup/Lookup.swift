/// What a service fetches from its store before a decision.
///
/// ``Policy/lookup(for:by:under:)`` makes one: the questions that an attempt raises. The store answers them
/// with what it has, rows and not judgements (``answered(credential:addresses:session:target:code:method:)``),
/// and the answers are decided. Fetch them in one transaction, or from one snapshot: a decision is about one
/// moment.
public struct Lookup: Sendable {
  /// A credential: an issuer and a subject there.
  public struct Credential: Sendable {
    /// The issuer: the provider's id, unless the policy joins several ids.
    public var issuer: String
    /// The subject; for password and e-mail link the canonical address.
    public var subject: String
    /// The kind of sign-in.
    public var kind: MethodKind
  }

  /// Who makes an attempt, on whom and with what, by ids of the service's store.
  public struct Caller: Sendable {
    /// The session in which the attempt is made; nil for somebody who is not signed in.
    public var session: String?
    /// The account that an administrator names; nil where none is named.
    public var target: String?
    /// The out-of-band code that came with the attempt; nil where none came.
    public var code: String?

    /// Creates a caller; each of the three is required, and nil where there is none.
    ///
    /// An id has at most 255 bytes; of a longer token, such as a JWT, hand in a digest.
    ///
    /// - Parameters:
    ///   - session: the id of the session in which the attempt is made.
    ///   - target: the id of the account that an administrator names.
    ///   - code: the id of the out-of-band code that came with the attempt.
    public init(session: String?, target: String?, code: String?) {
      self.session = session
      self.target = target
      self.code = code
    }

    /// Throws for an id that is too long for a store to index.
    func checkLengths() throws(InputError) {
      try IdentifierLength.check(session, "the id of the session", about: .session)
      try IdentifierLength.check(target, "the id of the target", about: .target)
      try IdentifierLength.check(code, "the id of the code", about: .code)
    }

    /// Somebody who is not signed in, names no account and brings no code.
    public static var nobody: Caller { Caller(session: nil, target: nil, code: nil) }

    /// Somebody in a session, who names no account and brings no code.
    ///
    /// - Parameter id: the id of the session.
    /// - Returns: a caller with a session and nothing else.
    public static func session(_ id: String) -> Caller {
      Caller(session: id, target: nil, code: nil)
    }
  }

  /// The attempt that is looked up.
  public let attempt: Attempt
  /// Who makes the attempt, by the ids that came along.
  public let caller: Caller
  /// The settings in force, as they were given.
  public let settings: Settings

  let image: PolicyImage
  /// The attempt as it was read.
  let read: AttemptReading
  package var keys: LookupKeys { read.keys(for: attempt, by: image.vocabulary) }
  /// The code, where it was answered before the rest.
  let foundCode: FoundCode

  /// The credential whose holder is asked for, in ``tenant``; nil where the attempt carries none.
  public var credential: Credential? { read.credential(of: attempt, by: image.vocabulary) }
  /// The canonical addresses whose holders are asked for, in ``tenant`` and ``pool``.
  ///
  /// None where the address is the code's (``bringsAddress``), as long as that is not known.
  public var addresses: [String] { read.asked.list }
  /// What holds an address: the account itself, or any of its methods.
  public var heldBy: AddressRules.Holder { image.vocabulary.addresses.heldBy }
  /// The providers among whose accounts addresses are searched for, as the policy names them; `*` for all
  /// that no other pool has.
  public var pool: [String] {
    image.vocabulary.names(ofPool: image.vocabulary.pools.index(ofProvider: read.named.provider))
  }
  /// The tenant to search in; nil outside of tenants.
  public var tenant: String? { attempt.tenant }
  /// The id of the session asked for; nil where the caller has none.
  public var session: String? { caller.session }
  /// The id of the account asked for; nil where the caller names none.
  public var target: String? { caller.target }
  /// The id of the code asked for; nil where the caller brings none, or it was answered.
  public var code: String? {
    switch foundCode {
    case .open: caller.code
    case .known: nil
    }
  }
  /// Whether the addresses to look up are the code's, so that they are asked for once it is known
  /// (``knowing(code:)``).
  public var bringsAddress: Bool { read.isOpen }
  /// Whether it is asked if the method is switched on; only where the policy tests it.
  public var asksMethod: Bool {
    let shape = AttemptShape(
      image.vocabulary.actions[read.named.action].traits, read.named.kind)
    return image.vocabulary.isUsed(.method) && MethodFact.isCarried(by: shape)
  }
  /// The kind of sign-in that the attempt carries; nil where it carries none.
  public var methodKind: MethodKind? { read.named.kind }
}

extension Lookup {
  /// What is known of the code that an attempt brings; kept aside, since nearly no attempt does.
  enum FoundCode: Sendable {
    /// It was not looked up yet, or there is none.
    case open
    /// The store has this one; nil for none.
    indirect case known(CodeRow?)
  }
}
