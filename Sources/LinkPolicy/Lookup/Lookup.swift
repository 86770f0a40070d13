/// The questions that a service must answer from its store before a decision.
///
/// ``Policy/lookup(for:by:under:)`` creates a lookup. Answer it with rows from your store
/// (``answered(credential:addresses:identifiers:session:target:code:method:)``); the engine judges whether a
/// session or code is valid. Read all rows in one transaction or from one snapshot, because a
/// decision describes one moment.
public struct Lookup: Sendable {
  /// A credential: an issuer, such as `google.com`, and the person's id at that issuer.
  public struct Credential: Sendable {
    /// The issuer: the provider's id, unless the policy joins several ids under one issuer.
    public var issuer: String
    /// The subject; for a password or e-mail link, the canonical address.
    public var subject: String
    /// The kind of sign-in.
    public var kind: MethodKind
  }

  /// The caller of an attempt, with the ids of the session, target and code from the request.
  public struct Caller: Sendable {
    /// The id of the session in which the attempt is made; nil for a caller without a session.
    public var session: String?
    /// The id of the account that an administrator names; nil for none.
    public var target: String?
    /// The id of the out-of-band code in the request; nil for none.
    public var code: String?

    /// Creates the caller of an attempt, with the ids that the request carries.
    ///
    /// All three ids are required arguments, so that you cannot forget one; pass nil if there is none.
    ///
    /// An id has at most 255 bytes. If your token is longer, such as a JWT, pass its digest.
    ///
    /// - Parameters:
    ///   - session: the id of the session in which the attempt is made.
    ///   - target: the id of the account that an administrator names.
    ///   - code: the id of the out-of-band code in the request.
    public init(session: String?, target: String?, code: String?) {
      self.session = session
      self.target = target
      self.code = code
    }

    /// Throws an ``InputError`` for an id that is too long for a store to index.
    func checkLengths() throws(InputError) {
      try IdentifierLength.check(session, "the id of the session", about: .session)
      try IdentifierLength.check(target, "the id of the target", about: .target)
      try IdentifierLength.check(code, "the id of the code", about: .code)
    }

    /// A caller without a session, a target or a code.
    public static var nobody: Caller { Caller(session: nil, target: nil, code: nil) }

    /// Returns a caller with a session and without a target or a code.
    ///
    /// - Parameter id: the id of the session.
    /// - Returns: the caller.
    public static func session(_ id: String) -> Caller {
      Caller(session: id, target: nil, code: nil)
    }
  }

  /// The attempt that asks the questions, with its subject in canonical form.
  public let attempt: Attempt
  /// The caller of the attempt.
  public let caller: Caller
  /// The settings in force, as the caller passed them.
  public let settings: Settings

  let image: PolicyImage
  /// The facts that were read from the attempt alone.
  let read: AttemptReading
  package var keys: LookupKeys { read.keys(for: attempt, by: image.vocabulary) }
  /// The code, if it was answered before the other questions.
  let foundCode: FoundCode

  /// The credential whose holder the lookup asks for, in ``tenant``; nil if the attempt carries none.
  public var credential: Credential? { read.credential(of: attempt, by: image.vocabulary) }
  /// The canonical addresses whose holders the lookup asks for, in ``tenant`` and ``pool``.
  ///
  /// Empty as long as the address depends on an out-of-band code that is not answered yet
  /// (``bringsAddress``).
  public var addresses: [String] { read.asked.list }
  /// The identifiers whose holders the lookup asks for, in ``tenant``: those of the attempt, in canonical form.
  public var identifiers: [AccountIdentifier] { read.identifiers }
  /// Whether to search the own addresses of accounts, or the addresses of their methods.
  public var heldBy: AddressRules.AddressHolder { image.vocabulary.addresses.heldBy }
  /// The providers whose accounts are searched for addresses, as the policy names them.
  ///
  /// The name `*` covers all providers that are in no other pool.
  public var pool: [String] {
    image.vocabulary.names(ofPool: image.vocabulary.pools.index(ofProvider: read.named.provider))
  }
  /// The tenant to search; nil outside of tenants.
  public var tenant: String? { attempt.tenant }
  /// The id of the session to read; nil if the caller has none.
  public var session: String? { caller.session }
  /// The id of the account to read; nil if the caller names none.
  public var target: String? { caller.target }
  /// The id of the code to read; nil if the caller sent none, or if it was already answered.
  public var code: String? {
    switch foundCode {
    case .open: caller.code
    case .known: nil
    }
  }
  /// Whether the address to look up comes from an out-of-band code, which must be answered first.
  ///
  /// Pass the code's row to ``knowing(code:)``; the returned lookup asks for the holders of the
  /// address.
  public var bringsAddress: Bool { read.isOpen }
  /// Whether the lookup asks which methods are enabled.
  ///
  /// True if a condition of the policy tests the fact `method`, or if the lookup asks for every
  /// disabled method (``asksDisabledMethods``).
  public var asksMethod: Bool { asksAttemptsMethod || asksDisabledMethods }
  /// Whether the answer about the method must list every disabled method.
  ///
  /// True only if a condition of the policy counts methods and the policy does not count disabled
  /// ones. Answer with ``MethodAnswer/disabledMethods(_:)``.
  public var asksDisabledMethods: Bool { image.vocabulary.asksDisabledMethods }
  /// Whether the lookup asks if the method of the attempt is enabled.
  var asksAttemptsMethod: Bool {
    let shape = AttemptShape(
      image.vocabulary.actions[read.named.action].traits, read.named.kind)
    return image.vocabulary.isUsed(.method) && MethodFact.isCarried(by: shape)
  }
  /// The kind of sign-in that the attempt carries; nil if it carries none.
  public var methodKind: MethodKind? { read.named.kind }
}

extension Lookup {
  /// The answer to the question for the code, if it was given before the other answers.
  ///
  /// It is stored indirectly, because few attempts carry a code.
  enum FoundCode: Sendable {
    /// The code has not been looked up yet, or the caller sent none.
    case open
    /// The row in the store; nil for none.
    indirect case known(CodeRow?)
  }
}

// The answers of a store to the questions of a lookup: a row, or the statement that there is none. No answer has a
// default, so that a row that was never searched for cannot count as missing.
extension Lookup {
  /// The holder of the credential.
  public enum CredentialAnswer: Sendable {
    /// The lookup does not ask.
    case notAsked
    /// No account holds or has held the credential.
    case nobody
    /// An account that no longer exists held the credential.
    case gone
    /// The holder, as stored in this snapshot.
    case account(Account)
  }

  /// The row of the session.
  public enum SessionAnswer: Sendable {
    /// The lookup does not ask.
    case notAsked
    /// The store has no session with this id.
    case unknown
    /// The stored row.
    ///
    /// The session may be invalid by now: the engine decides that.
    case row(SessionRow)
  }

  /// The account that an administrator names.
  public enum TargetAnswer: Sendable {
    /// The lookup does not ask.
    case notAsked
    /// The store has no account with this id.
    case unknown
    /// The account with this id, as stored in this snapshot.
    case account(Account)
  }

  /// The row of the code.
  public enum CodeAnswer: Sendable {
    /// The lookup does not ask.
    case notAsked
    /// The store has no code with this id, or the code was canceled.
    case unknown
    /// The stored row.
    ///
    /// The code may be invalid by now: the engine decides that.
    case row(CodeRow)
  }

  /// Whether the method that the attempt carries is enabled, or which methods are not.
  public enum MethodAnswer: Sendable {
    /// The lookup does not ask.
    case notAsked
    /// The service accepts sign-ins with the method.
    case enabled
    /// The service has disabled the method.
    case disabled
    /// The service has disabled these methods, and no others.
    ///
    /// Required if ``Lookup/asksDisabledMethods`` is true. The list may be empty, and answers
    /// whether the method of the attempt is enabled, too.
    case disabledMethods([DisabledMethod])
  }

  package typealias Question = LookupQuestion
}

extension Lookup.MethodAnswer {
  /// The value of the fact `method` that the answer states; empty for `notAsked` and for a list.
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
  /// Pass the code if it was already answered.
  init(
    for attempt: Attempt, named: NamedAttempt, by caller: Caller, under settings: Settings,
    code: FoundCode, image: PolicyImage
  ) throws(InputError) {
    let brought = try Self.brought(
      by: caller, code: code, in: attempt, named: named, vocabulary: image.vocabulary)
    // The throwing step comes first, so that no stored property must be reset.
    let read = try image.read(attempt, named, under: settings, code: brought)
    self.init(
      attempt: attempt, caller: caller, settings: settings, image: image, read: read,
      foundCode: code)
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
  /// Reads the facts of an attempt that no account affects.
  ///
  /// Uses only the settings and the code of the situation. A code of another purpose must already
  /// be unknown there. Throws an ``InputError`` for a malformed attempt.
  func read(
    _ attempt: Attempt, _ named: NamedAttempt, in situation: Situation
  ) throws(InputError) -> AttemptReading {
    try read(attempt, named, under: situation.settings, code: .known(situation.code?.address))
  }

  func read(
    _ attempt: Attempt, _ named: NamedAttempt, under settings: Settings, code: BroughtAddress
  ) throws(InputError) -> AttemptReading {
    let reading = try AttemptReader(attempt, named, by: vocabulary)
      .read(settings, code: code) { isProven($0) }
    try vocabulary.checkRequired(attempt.inputs)
    return reading
  }

  /// Returns whether a vector with the facts of one record meets the policy's `proof`.
  func isProven(_ facts: FactVector) -> Bool {
    var facts = facts
    return derive(&facts) && holdsProof(facts)
  }
}
