/// A summary of a decision that is safe to log, because it contains no user's address, subject, account id or name.
///
/// The policy or the library declares every word in a summary, except the provider's id, which the service chose.
/// Records, events and comparisons contain summaries.
public struct DecisionSummary: Sendable, Equatable {
  /// The former name of ``SummaryOutcome``.
  @available(*, deprecated, renamed: "SummaryOutcome")
  public typealias Outcome = SummaryOutcome

  /// The outcome of an attempt in a record: allowed, refused, or not decided because of an input error.
  public enum SummaryOutcome: Sendable, Equatable {
    /// The policy allows the attempt; ``DecisionSummary/writes`` lists the kinds of the decision's writes.
    case allowed
    /// The policy refuses the attempt, with the error that has this code.
    case refused(String)
    /// The policy could not decide the attempt, because the caller's input has an error of this class.
    case fault(InputError.Reason)
  }

  /// The table and the id of a row or guard, such as `sign-in.federated` and `first-trusted`.
  public struct Row: Sendable, Equatable {
    /// The table that contains the row, such as `sign-in.federated`; `guards` for a guard.
    public let table: String
    /// The id of the row in its table, such as `first-trusted`.
    public let id: String
  }

  /// A fact that the policy tests, with its value.
  public struct Fact: Sendable, Equatable {
    /// The name of the fact in conditions, such as `credential`.
    public let name: String
    /// The value of the fact, such as `new`, as the policy or the library declares it.
    public let value: String
  }

  /// The name of the policy that decided, such as `firebase`.
  public let policyName: String
  /// The digest of the policy that decided.
  public let policyDigest: PolicyDigest
  /// The checksum of the policy's facts and their values.
  public let schema: FactSchemaDigest
  /// The action of the attempt; nil for an action that the policy does not know.
  public let action: String?
  /// The id of the assertion's provider; nil for an attempt without an assertion, or a provider that the policy does
  /// not know.
  public let provider: String?
  /// The actual outcome of the attempt; the service may report another outcome, ``shown``, to the client.
  public let outcome: SummaryOutcome
  /// The outcome to report to the client; nil if the service reports the actual outcome.
  public let shown: SummaryOutcome?
  /// The row or guard that decided; nil if neither a row nor a guard decided.
  public let row: Row?
  /// The remedy for which the answer asks; nil for an answer without a remedy.
  public let ask: Remedy?
  /// The kinds of values that the answer discloses, such as `methods`, without the values.
  public let tell: [Disclosure]
  /// The facts that the summary includes, in the order of the policy's schema; empty if the policy could not decide the
  /// attempt.
  public let facts: [Fact]
  /// The kinds of the decision's writes, such as `open-session`, in order.
  public let writes: [String]
  /// The kinds of the decision's notices, such as `mail`, in order.
  public let notices: [String]
  /// The codes of the notes on how the engine read the attempt, without the messages of the notes.
  public let notes: [String]

  /// Summarizes a decision, with the facts that the policy tests.
  ///
  /// - Parameter decision: the decision to summarize.
  public init(_ decision: Decision) {
    self.init(decision, facts: .tested)
  }

  /// Summarizes a decision.
  ///
  /// - Parameters:
  ///   - decision: the decision to summarize.
  ///   - recorded: the facts that the summary includes.
  public init(_ decision: Decision, facts recorded: RecordedFacts) {
    let changes = decision.changes
    let (real, shown) = (SummaryOutcome(decision.outcome), SummaryOutcome(decision.shown))
    policyName = decision.policyName
    policyDigest = decision.policyDigest
    schema = decision.image.vocabulary.schemaDigest
    action = decision.attempt.action.name
    provider = decision.attempt.assertion?.provider
    outcome = real
    self.shown = shown == real ? nil : shown
    row = decision.row.map { Row(table: $0.table, id: $0.id) }
    ask = decision.ask
    tell = decision.tell
    let values =
      switch recorded {
      case .tested: decision.factValues
      case .all: decision.everyFactValue
      }
    facts = values.map { Fact(name: $0.fact, value: $0.value) }
    writes = changes.writes.map { $0.kind.name.text }
    notices = changes.notices.map { NoticeWord($0).rawValue }
    notes = decision.notes.map { $0.code }
  }

  /// Summarizes an attempt that could not be decided.
  ///
  /// The summary omits the error message, because the message quotes the input.
  ///
  /// - Parameters:
  ///   - error: the error that the policy threw.
  ///   - attempt: the attempt; the summary omits names that the policy does not know.
  ///   - policy: the policy that threw the error.
  public init(_ error: InputError, deciding attempt: Attempt, by policy: Policy) {
    policyName = policy.name
    policyDigest = policy.digest
    schema = policy.vocabulary.schemaDigest
    let isKnown = policy.vocabulary.actionTable.number(of: attempt.action.name) != nil
    action = isKnown ? attempt.action.name : nil
    provider = attempt.assertion.flatMap { assertion in
      policy.vocabulary.providers.value(of: assertion.provider).map { _ in assertion.provider }
    }
    outcome = .fault(error.reason)
    shown = nil
    row = nil
    ask = nil
    tell = []
    facts = []
    writes = []
    notices = []
    notes = []
  }
}

/// The facts that a record includes.
public enum RecordedFacts: Sendable, Equatable {
  /// The facts that the policy tests.
  case tested
  /// Every fact that the engine knows, including facts that no condition of the policy tests.
  ///
  /// A record with every fact can be replayed under a policy that tests more facts than the recording policy. Consider
  /// your users' privacy, because the facts describe each attempt in more detail than the decision needs.
  case all
}

extension DecisionSummary.SummaryOutcome {
  /// Creates the summary of a decision's outcome.
  init(_ outcome: Decision.Outcome) {
    switch outcome {
    case .allowed: self = .allowed
    case .refused(let refusal): self = .refused(refusal.code)
    }
  }
}

/// A summary of a lookup that is safe to log, because it omits the addresses, subjects and ids in the lookup's
/// questions.
public struct LookupSummary: Sendable, Equatable {
  /// The name of the policy that built the lookup.
  public let policyName: String
  /// The digest of the policy that built the lookup.
  public let policyDigest: PolicyDigest
  /// The action of the attempt, such as `sign-in`.
  public let action: String
  /// The id of the assertion's provider; nil for an attempt without an assertion.
  public let provider: String?
  /// Whether the lookup asks for the holder of a credential.
  public let asksCredential: Bool
  /// The number of addresses whose holders the lookup asks for.
  public let addressCount: Int

  init(_ lookup: Lookup) {
    policyName = lookup.image.name.text
    policyDigest = lookup.image.digest
    action = lookup.attempt.action.name
    provider = lookup.attempt.assertion?.provider
    asksCredential = lookup.credential != nil
    addressCount = lookup.addresses.count
  }
}

/// The name by which a record identifies the account of a decision: the id, a hash, another name, or no name.
public enum RecordedAccount: Sendable {
  /// The account's id in the service's store; a reader of the records can find the account by this id.
  case id
  /// A hash of the account's id, which only a holder of the key can compute.
  case keyed(RecordKey)
  /// A name that the service supplies, such as a pseudonym from a table.
  case named(@Sendable (_ id: String) -> String)
  /// The record does not identify the account, so nobody can count the attempts on one account.
  case omitted
}

/// A secret key for hashes of account ids, so that readers of records cannot identify the accounts.
///
/// The hash is HMAC with SHA-256 of the id's UTF-8 bytes. Under one key, all records of an account have the same hash.
/// With a separate key for each month or reader, nobody without the keys can match accounts between months or readers.
public struct RecordKey: Sendable {
  /// The minimum length of a key in bytes, equal to the length of the hash.
  public static var shortest: Int { 32 }

  private let bytes: [UInt8]

  /// Creates a key from its bytes; returns nil for fewer than ``shortest`` bytes.
  ///
  /// - Parameter bytes: at least ``shortest`` unpredictable bytes, such as from `openssl rand 32`.
  public init?(bytes: [UInt8]) {
    guard bytes.count >= Self.shortest else { return nil }
    self.bytes = bytes
  }

  /// Returns the hash that identifies an account in records.
  ///
  /// - Parameter account: the account's id in the service's store.
  /// - Returns: 64 hexadecimal digits in lower case.
  public func hash(of account: String) -> String {
    Hexadecimal.text(HMAC.sha256(Array(account.utf8), key: bytes))
  }
}
