/// The questions that a service must answer from its store before a decision, such as which account holds a credential.
///
/// ``Policy/lookup(for:by:under:)`` creates a lookup. Answer the lookup with rows from your store
/// (``answered(credential:addresses:identifiers:session:target:code:method:)``). The engine decides whether a session
/// or code is valid. Read all rows in one transaction or from one snapshot, because rows from different moments can
/// contradict each other.
public struct Lookup: Sendable {
  /// A credential: an issuer, such as `google.com`, a kind of method, and the person's id at the issuer.
  public struct Credential: Sendable {
    /// The issuer of the subject: the issuer that the policy declares for the provider, or else the provider's id, such
    /// as `google.com`.
    public var issuer: String
    /// The subject at the issuer; for a password or e-mail link, the canonical address.
    public var subject: String
    /// The kind of method, such as `password`.
    public var kind: MethodKind
  }

  /// The caller of an attempt: the ids of the session, target and code in the request.
  public struct Caller: Sendable {
    /// The id of the session in which the caller makes the attempt; nil for a caller without a session.
    public var session: String?
    /// The id of the account that an administrator names, such as the account to disable; nil for a request that names
    /// no account.
    public var target: String?
    /// The id of the out-of-band code in the request; nil for a request without a code.
    public var code: String?

    /// Creates the caller of an attempt, with the ids that the request carries.
    ///
    /// The ids have no defaults, so that you cannot forget an id; pass nil for an id that the request lacks.
    ///
    /// An id has at most 255 bytes, because stores need to index ids. If the token in the request is longer, such as a
    /// JWT, pass its digest as the id.
    ///
    /// - Parameters:
    ///   - session: the id of the session in which the caller makes the attempt; nil for a caller without a session.
    ///   - target: the id of the account that an administrator names, such as the account to disable; nil for a request
    ///     that names no account.
    ///   - code: the id of the out-of-band code in the request; nil for a request without a code.
    public init(session: String?, target: String?, code: String?) {
      self.session = session
      self.target = target
      self.code = code
    }

    /// Whether the caller has no session, no target and no code.
    var isNobody: Bool { session == nil && target == nil && code == nil }

    /// Throws an ``InputError`` for an id of more than 255 bytes, because stores need to index ids.
    func checkLengths() throws(InputError) {
      try IdentifierLength.check(session, "the id of the session", about: .session)
      try IdentifierLength.check(target, "the id of the target", about: .target)
      try IdentifierLength.check(code, "the id of the code", about: .code)
    }

    /// A caller without a session, a target or a code, as in a first sign-in.
    public static var nobody: Caller { Caller(session: nil, target: nil, code: nil) }

    /// Returns a caller with a session, but without a target and a code.
    ///
    /// - Parameter id: the id of the session in which the caller makes the attempt.
    /// - Returns: the caller with the session.
    public static func session(_ id: String) -> Caller {
      Caller(session: id, target: nil, code: nil)
    }
  }

  /// The attempt of the lookup, with its subject in canonical form.
  public var attempt: Attempt { read.attempt }
  /// The caller of the attempt: the ids of the session, target and code in the request.
  public let caller: Caller
  /// The settings for the attempt, as the service passed them.
  public var settings: Settings { read.settings }

  let image: PolicyImage
  /// The facts that the engine read from the attempt before the lookup.
  let read: AttemptReading
  package var keys: LookupKeys { read.keys }
  /// The service's answer about the code, which the service can give before the other answers.
  let foundCode: FoundCode

  /// The credential to search for in ``tenant``; nil for an attempt that proves no credential.
  ///
  /// The credential is also nil for an anonymous sign-in, and for an action that only names a method, such as `unlink`.
  /// For a password or e-mail link, the credential is nil while the address is unknown.
  public var credential: Credential? { read.credential }
  /// The canonical addresses to search for in ``tenant`` and ``pool``.
  ///
  /// The array is empty while the address depends on an out-of-band code that is not answered yet (``bringsAddress``).
  public var addresses: [String] { read.asked.list }
  /// The identifiers to search for in ``tenant``, in canonical form.
  public var identifiers: [AccountIdentifier] { read.identifiers }
  /// Whether to search the accounts' own addresses, or the addresses of the accounts' methods.
  public var heldBy: AddressRules.AddressHolder { image.vocabulary.addresses.heldBy }
  /// The providers, named as in the policy, whose accounts you search for the addresses.
  ///
  /// The name `*` covers all providers that the policy puts into no other pool.
  public var pool: [String] {
    image.vocabulary.names(ofPool: image.vocabulary.pools.index(ofProvider: read.named.provider))
  }
  /// The tenant to search; nil for an attempt without a tenant.
  public var tenant: String? { attempt.tenant }
  /// The id of the session to read; nil for a caller without a session.
  public var session: String? { caller.session }
  /// The id of the account to read; nil for a caller that names no account.
  public var target: String? { caller.target }
  /// The id of the code to read; nil for a caller without a code, or if the question about the code is already
  /// answered.
  public var code: String? {
    switch foundCode {
    case .open: caller.code
    case .known: nil
    }
  }
  /// Whether the lookup still asks for a code.
  var asksCode: Bool {
    guard case .open = foundCode else { return false }
    return caller.code != nil
  }
  /// Whether the address to look up comes from an out-of-band code, so that you must look up the code first.
  ///
  /// Pass the code's row to ``knowing(code:)``, which returns a lookup for the holders of the code's address.
  public var bringsAddress: Bool { read.isOpen }
  /// Whether the lookup asks which methods are enabled.
  ///
  /// True if the policy tests the fact `method`, and the attempt carries a method or requests an e-mail link. Also true
  /// if ``asksDisabledMethods`` is true.
  public var asksMethod: Bool { asksAttemptsMethod || asksDisabledMethods }
  /// Whether the answer about the method must list every disabled method.
  ///
  /// True if a condition of the policy tests `methods` or `other-methods`, and disabled methods do not count. Answer
  /// with ``MethodAnswer/disabledMethods(_:)``.
  public var asksDisabledMethods: Bool { image.vocabulary.asksDisabledMethods }
  /// Whether the lookup asks if the attempt's method is enabled.
  var asksAttemptsMethod: Bool {
    image.vocabulary.isUsed(.method) && MethodFact.isCarried(by: read.shape)
  }
  /// The kind of method that the attempt carries; nil for an attempt without a method.
  public var methodKind: MethodKind? { read.named.kind }
}

extension Lookup {
  /// The service's answer about the code, which the service can give before the other answers.
  ///
  /// The row is stored indirectly, to keep lookups without a code small.
  enum FoundCode: Sendable {
    /// The code has not been looked up yet, or the caller sent no code.
    case open
    /// The row of the code in the store; nil if the store has no row.
    indirect case known(CodeRow?)
  }
}

// A store answers each question of a lookup with a row, or states that no row exists. No answer has a default, so that
// a row for which nobody searched cannot count as missing.
extension Lookup {
  /// The answer about the holder of the credential.
  public enum CredentialAnswer: Sendable {
    /// The lookup does not ask this question, because ``Lookup/credential`` is nil.
    case notAsked
    /// No account holds the credential, and no deleted account left the credential's key in the store.
    case nobody
    /// A deleted account held the credential, and the store kept the credential's key.
    case gone
    /// The account that holds the credential, as stored in this snapshot.
    case account(Account)
  }

  /// The answer about the session.
  public enum SessionAnswer: Sendable {
    /// The lookup does not ask this question, because the caller has no session.
    case notAsked
    /// The store has no session with this id.
    case unknown
    /// The stored row, valid or not.
    ///
    /// The engine decides whether the session is still valid.
    case row(SessionRow)
  }

  /// The answer about the account that an administrator names.
  public enum TargetAnswer: Sendable {
    /// The lookup does not ask this question, because the caller names no account.
    case notAsked
    /// The store has no account with this id.
    case unknown
    /// The account with this id, as stored in this snapshot.
    case account(Account)
  }

  /// The answer about the code.
  public enum CodeAnswer: Sendable {
    /// The lookup does not ask this question, because the caller has no code, or because the question is already
    /// answered.
    case notAsked
    /// The store has no code with this id, or the code was canceled.
    case unknown
    /// The stored row, valid or not.
    ///
    /// The engine decides whether the code is still valid.
    case row(CodeRow)
  }

  /// The answer about enabled methods: whether the attempt's method is enabled, or a list of all disabled methods.
  public enum MethodAnswer: Sendable {
    /// The lookup does not ask this question, because ``Lookup/asksMethod`` is false.
    case notAsked
    /// The service accepts the attempt's method.
    case enabled
    /// The service has disabled the attempt's method.
    case disabled
    /// The service has disabled exactly these methods.
    ///
    /// Use this answer if ``Lookup/asksDisabledMethods`` is true. Pass an empty list if no method is disabled. The list
    /// also answers whether the attempt's method is enabled.
    case disabledMethods([DisabledMethod])
  }

  package typealias Question = LookupQuestion
}

extension Lookup.MethodAnswer {
  /// The value that the answer states for the fact `method`; empty for `notAsked` and for a list.
  package var stated: StatedValues {
    var stated = StatedValues()
    switch self {
    case .notAsked, .disabledMethods: break
    case .enabled: stated[MethodFact.self] = .enabled
    case .disabled: stated[MethodFact.self] = .disabled
    }
    return stated
  }

  /// The disabled methods that the answer lists; nil for an answer without a list.
  package var listed: [DisabledMethod]? {
    switch self {
    case .notAsked, .enabled, .disabled: nil
    case .disabledMethods(let methods): methods
    }
  }
}

extension Lookup {
  /// Creates the lookup for an attempt.
  ///
  /// Pass the row of the code if the service has already looked up the code.
  init(
    for attempt: __shared Attempt, named: NamedAttempt, by caller: __shared Caller,
    under settings: __shared Settings, code: FoundCode, image: PolicyImage
  ) throws(InputError) {
    let brought = try Self.brought(
      by: caller, code: code, in: attempt, named: named, vocabulary: image.vocabulary)
    read = try image.read(attempt, named, under: settings, code: brought)
    // This test takes less time than a copy of the three ids.
    self.caller = caller.isNobody ? .nobody : caller
    self.image = image
    foundCode = code
  }

  private static func brought(
    by caller: Caller, code: FoundCode, in attempt: Attempt, named: NamedAttempt,
    vocabulary: Vocabulary
  ) throws(InputError) -> BroughtAddress {
    guard let id = caller.code else { return .known(nil) }
    switch code {
    case .open: return .open
    case .known(let row):
      var situation = Situation()
      situation.code = Code(
        id: id, row, in: attempt.tenant, broughtBy: nil, under: vocabulary.purposes)
      let taken = vocabulary.actions[named.action].codePurpose(named.kind)
      situation = try situation.withCode(takenFor: taken, by: vocabulary.purposes)
      return .known(situation.code?.address)
    }
  }
}

extension PolicyImage {
  /// Reads the facts of an attempt that do not depend on stored accounts.
  ///
  /// The function uses only the settings and the code of the situation. The caller must already have replaced a code of
  /// another purpose with an unknown code. Throws an ``InputError`` for a malformed attempt.
  func read(
    _ attempt: Attempt, _ named: NamedAttempt, in situation: Situation
  ) throws(InputError) -> AttemptReading {
    try read(attempt, named, under: situation.settings, code: .known(situation.code?.address))
  }

  func read(
    _ attempt: Attempt, _ named: NamedAttempt, under settings: Settings, code: BroughtAddress
  ) throws(InputError) -> AttemptReading {
    let reading = try AttemptReader.read(
      attempt, named, by: vocabulary, under: settings, code: code
    ) { isProven($0) }
    try vocabulary.checkRequiredInputs(of: attempt)
    return reading
  }

  /// Returns whether the facts of one address record meet `proof`, the policy's conditions for a proven address.
  func isProven(_ facts: FactVector) -> Bool {
    var facts = facts
    return derive(&facts) && holdsProof(facts)
  }
}
