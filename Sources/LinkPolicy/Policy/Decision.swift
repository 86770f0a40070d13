/// A policy's decision about one attempt: the outcome, the deciding row and the changes to commit.
///
/// A decision has constant size, because it computes texts and addresses only when you read a property. A decision
/// keeps the attempt and the store's answers, so that you can explain or commit the decision later. A store commits a
/// decision only while the store's answers are still true.
public struct Decision: Sendable {
  /// The outcome of a decision: the attempt is allowed or refused.
  public enum Outcome: Sendable {
    /// The policy allows the attempt; ``Decision/effects`` lists the changes to make.
    case allowed
    /// The policy refuses the attempt, with an error code such as `wrong-password`.
    case refused(Refusal)
  }

  /// The account to which an attempt points, as stored when the policy decided.
  public struct Subject: Sendable {
    /// The account's id.
    public var id: String
    /// The account's version, which the store increments with every change of the account.
    public var version: LongInteger
  }

  package typealias Source = DecisionSource

  let image: PolicyImage
  package let source: Source
  package let table: Int
  package let facts: FactVector
  /// Whether the attempt proved the address that it asserts.
  package let isProven: Bool
  /// The facts that the engine read from the attempt before the lookup.
  let read: AttemptReading
  /// The store's answers; a code that the action does not accept counts as unknown.
  package let situation: Situation
  /// The role of the account to which the attempt points.
  let pointed: Reading.AccountRole
  /// The index of the address record that the decision uses; nil if there is no address.
  let record: Int?
}

extension Decision {
  /// The attempt that the policy decided.
  public var attempt: Attempt { read.attempt }

  /// The addresses whose holders the store looked up.
  var asked: AskedAddresses { read.asked }

  /// The account to which the attempt points, as the store returned it; nil if the attempt points to no account.
  package var pointedAccount: Account? { pointed.account(in: situation) }

  /// The address that the decision uses, in the spelling of the attempt or its code; nil for a decision without an
  /// address.
  ///
  /// The address is from the chosen address record, the attempt itself, or else the attempt's code.
  public var address: String? { read.address(record, in: situation) }
}

extension Decision {
  /// The id of the caller's session in the service's store; nil for a caller without a session.
  public var session: String? { situation.session?.id }

  /// The id of the session's account; nil for a caller without a session, or with an ended session.
  var sessionAccount: String? { situation.session?.account?.id }

  /// The key of the credential that the attempt proves.
  ///
  /// Nil if the attempt proves no credential, or proves a password or e-mail link, whose subject is the address.
  var provenKey: MethodKey? {
    let kind = MethodKind(rawValue: UInt8(truncatingIfNeeded: facts[.kind]))
    let shape = AttemptShape(image.vocabulary.actions[facts[.action]].traits, kind)
    return attempt.provenKey(shape, image.vocabulary)
  }

  /// Whether the store has the caller's session and the session has not ended; true also for a revoked session.
  var hasLiveSession: Bool {
    guard let session = situation.session else { return false }
    return switch session.state {
    case .recent, .old, .revoked: true
    case .gone: false
    }
  }

  /// The id of the attempt's code in the service's store.
  ///
  /// Nil if the attempt has no code, or if the code is unknown and therefore cannot be used up.
  public var code: String? {
    situation.code.flatMap { $0.state == .unknown ? nil : $0.id }
  }

  /// The account to which the attempt points; nil if the attempt points to no account.
  public var account: Subject? {
    pointedAccount.map { Subject(id: $0.id, version: $0.version) }
  }

  /// The answer of the deciding row or guard.
  public var answer: PolicyAnswer { PolicyAnswer(image: image, source: source, table: table) }

  /// The actual outcome of the attempt; report ``shown`` to the client instead.
  public var outcome: Outcome { answer.outcome }

  /// The outcome to report to the client, which can hide the actual outcome, for example a refusal that would reveal an
  /// account.
  public var shown: Outcome { answer.shown }

  /// The effects of the deciding row, in order; a store applies all effects or none.
  public var effects: [Effect] { answer.effects }

  /// The remedy: the person's next step, such as a sign-in with an existing method; nil if the answer has no remedy.
  public var ask: Remedy? { answer.ask }

  /// The kinds of values that the client may receive; ``disclosed`` contains the values themselves.
  public var tell: [Disclosure] { answer.tell }

  /// Whether the policy allows the attempt, even if ``shown`` reports another outcome.
  public var isAllowed: Bool { answer.isAllowed }

  /// The deciding row or guard; nil if the facts are declared impossible or contradict each other, or if the ticket is
  /// stale.
  public var row: RowReference? { answer.row }

  /// The row that a guard with `would` overruled, because the guard refuses an effect of the row; nil if no guard with
  /// `would` decided.
  public var refusedRow: RowReference? { answer.refusedRow }

  /// The answer in compiled form; nil if neither a row nor a guard decided.
  package var compiledAnswer: CompiledAnswer? { answer.compiled }
}

/// The refusal of an attempt: an error of the policy, with the error's name on each platform.
public struct Refusal: Sendable {
  enum RefusalKind: Sendable {
    case declared(Int)
    case engine(Decision.Source)
  }

  /// The code of a refusal for an invalid ticket; a policy can declare an error with this code.
  package static var startAgain: String { "start-again" }

  /// The error codes of the engine, which every policy has without a declaration.
  package static var engineCodes: [String] {
    [Decision.Source.staleTicket, .impossible, .cannotOccur].map { engineCode($0) }
  }

  /// Returns the error code for a decision without a row.
  ///
  /// A row or guard refuses with an error that the policy declares.
  private static func engineCode(_ source: Decision.Source) -> String {
    switch source {
    case .staleTicket: startAgain
    case .impossible: "impossible-situation"
    case .cannotOccur, .row, .guarding, .would: "unforeseen-situation"
    }
  }

  private let image: PolicyImage
  private let kind: RefusalKind

  init(_ image: PolicyImage, _ kind: RefusalKind) {
    self.image = image
    self.kind = kind
  }

  /// The error code, such as `wrong-password`.
  ///
  /// Three error codes exist in every policy, declared or not. The code `impossible-situation` means that the policy
  /// declares this combination of facts impossible. The code `unforeseen-situation` means that the facts contradict
  /// each other under the rules of the engine. The code `start-again` means that the attempt's ticket is no longer
  /// valid. To give `start-again` a name on each platform, declare the error in the policy.
  public var code: String {
    switch kind {
    case .declared(let index): image.name(ofError: index).text
    case .engine(let source): Self.engineCode(source)
    }
  }

  /// The names of the error on the platforms that the policy lists; empty for an error that only the engine declares.
  public var names: [(platform: String, name: String)] {
    guard case .declared(let index) = kind else { return [] }
    return image.names(ofError: index)
  }

  /// Returns the name of the error on one platform.
  ///
  /// - Parameter platform: the word for the platform in the policy, such as `web`.
  /// - Returns: the name; nil if the policy has no name for the platform, or does not declare the error.
  public func name(on platform: String) -> String? {
    guard case .declared(let index) = kind else { return nil }
    return image.name(ofError: index, on: platform)
  }
}

/// A remark on how the engine read the attempt, such as an ignored address.
public enum DecisionNote: Sendable {
  /// The engine ignored this internationalized address of the assertion, because the policy states
  /// `addresses: {international: absent}`.
  case addressIgnored(String)

  /// The code that identifies the note in JSON.
  public var code: String {
    switch self {
    case .addressIgnored: "address-ignored"
    }
  }

  /// The message of the note, in one line, with the ignored input in backticks.
  public var message: String {
    switch self {
    case .addressIgnored(let email):
      "`" + email + "` is an internationalized address, and was treated as absent"
    }
  }
}

extension Decision {
  /// Whether the engine treated an address of the assertion as absent.
  var ignoresAddress: Bool {
    notes.contains { note in
      switch note {
      case .addressIgnored: true
      }
    }
  }

  /// The remarks on how the engine read the attempt, such as an ignored address; usually empty.
  public var notes: [DecisionNote] {
    let vocabulary = image.vocabulary
    guard vocabulary.addresses.international == .absent else { return [] }
    let given = GivenAddresses(attempt.assertedAddresses, attempt.address)
    let action = vocabulary.actions[facts[.action]].traits
    let kind = MethodKind(rawValue: UInt8(truncatingIfNeeded: facts[.kind]))
    var notes: [DecisionNote] = []
    for index in 0..<given.count
    where vocabulary.ignores(given.email(index), assertedBy: kind, for: action) {
      notes.append(.addressIgnored(given.email(index)))
    }
    return notes
  }
}

extension Decision {
  /// The id, table and source position of a row or guard.
  public typealias RowReference = LinkPolicy.RowReference

  /// A row that did not decide, with its first failed condition.
  public struct Neighbour: Sendable {
    /// The row that did not decide, by id and source position.
    public var row: RowReference
    /// The fact of the failed condition; nil if every condition holds, but an earlier row or guard decided.
    public var fact: String?
    /// The attempt's value of ``fact``; nil if every condition holds.
    public var value: String?
  }

  /// The rows of the attempt's table that did not decide, each with its first failed condition.
  public var neighbours: [Neighbour] { image.neighbours(of: source, facts, inTable: table) }

  /// The facts that the policy tests, such as `address`, and all derived facts, with their values for this attempt.
  public var factValues: [(fact: String, value: String)] {
    let schema = image.vocabulary.schema
    return image.vocabulary.listedFacts.map { index in
      (schema.facts[index].name.text, schema.facts[index].values[facts[index]].text)
    }
  }

  /// Every fact that the engine knows, with its value for this attempt, in the order of the policy's schema.
  ///
  /// The list contains the fact `method` only if the policy tests this fact; otherwise, no lookup asks whether the
  /// method is enabled.
  package var everyFactValue: [(fact: String, value: String)] {
    let facts = FactReader.adding(
      furtherMethodsTo: facts, read, in: situation, pointingTo: pointedAccount)
    let schema = image.vocabulary.schema
    return schema.facts.indices.filter { index in
      index != EngineFact.method.rawValue || image.vocabulary.isUsed(.method)
    }.map { index in
      (schema.facts[index].name.text, schema.facts[index].values[facts[index]].text)
    }
  }

  /// The name of the policy that decided, such as `firebase`.
  public var policyName: String { image.name.text }

  /// The name of the policy that decided, as UTF-8 bytes.
  package var policyID: Name { image.name }

  /// Returns whether a policy, or a copy that shares the policy's image, made the decision.
  package func isDecision(by policy: Policy) -> Bool { image === policy.image }

  /// The digest of the policy that decided, which records and tickets contain.
  public var policyDigest: PolicyDigest { image.digest }

  /// The files to which the positions of rows refer.
  public var policySources: SourceMap { image.sources }

  /// The explanation of the decision in one line: the deciding row with its position and references, or why no row
  /// decided.
  public var explanation: String { image.explanation(of: source, row) }
}

extension Decision {
  /// Throws an error if the change set would refer to a session or code with an empty id.
  ///
  /// A store could not find a session or code by an empty id.
  func checkIdentifiers() throws(InputError) {
    // Empty ids are rare, so testing for them first usually avoids computing the effects.
    guard session?.isEmpty == true || code?.isEmpty == true,
      !effects.isEmpty || (isAllowed && code != nil)
    else { return }
    if hasLiveSession, let session, session.isEmpty {
      throw InputError(
        .missing, "the session has no id, and `" + attempt.action.name + "` changes the store")
    }
    if let code, code.isEmpty {
      throw InputError(
        .missing, "the code has no id, and `" + attempt.action.name + "` changes the store")
    }
  }
}

extension PolicyImage {
  /// Returns the rows of a table that did not decide, each with its first failed condition.
  func neighbours(
    of source: Decision.Source, _ facts: FactVector, inTable table: Int
  ) -> [Decision.Neighbour] {
    var result: [Decision.Neighbour] = []
    let key = key(ofTable: table).text
    for index in 0..<rowCount(ofTable: table) {
      if case .row(index) = source { continue }
      let row = row(index, ofTable: table)
      let failed = failedCondition(of: conditions(ofRow: row), facts)
      let fact = failed.map { self.fact(ofCondition: $0) }
      let schema = vocabulary.schema
      result.append(
        Decision.Neighbour(
          row: reference(toRow: row, of: key),
          fact: fact.map { schema.facts[$0].name.text },
          value: fact.map { schema.facts[$0].values[facts[$0]].text }))
    }
    return result
  }

  /// Returns the explanation of a decision in one line: the deciding row with its position and references, or why no
  /// row decided.
  func explanation(of source: Decision.Source, _ row: Decision.RowReference?) -> String {
    guard let row else {
      switch source {
      case .impossible: return "no row: declared impossible"
      case .staleTicket: return "no row: the ticket is stale"
      case .row, .guarding, .would, .cannotOccur: return "no row: cannot occur"
      }
    }
    var text = sources.describe(row.position)
    text += row.table.hasSameBytes(as: "guards") ? " guard " : " row "
    text += row.id
    if !row.because.isEmpty {
      text += " because"
      for reason in row.because {
        text += " " + reason
      }
    }
    return text
  }

  /// Returns the refusal for a decision without a row.
  ///
  /// For a stale ticket, the refusal has the policy's error `start-again`, if the policy declares this error.
  func refusal(of source: Decision.Source) -> Refusal {
    if source == .staleTicket,
      let own = errors.indices.first(where: {
        Refusal.startAgain.hasSameBytes(as: name(ofError: $0))
      })
    {
      return Refusal(self, .declared(own))
    }
    return Refusal(self, .engine(source))
  }
}

extension Decision {
  /// The identifiers of the attempt, in canonical form.
  package var identifiers: [AccountIdentifier] {
    read.identifiers
  }
}
