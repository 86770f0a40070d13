/// What a decision came to, in words that may stand in a log: neither address, subject, name nor account is in it.
///
/// Every word of it is one that the policy or the library declares, but for the provider's id, which is the
/// service's. Records, events and comparisons are made of it.
public struct DecisionSummary: Sendable, Equatable {
  /// What an attempt came to.
  public enum Outcome: Sendable, Equatable {
    /// The attempt may go on, and its writes were decided.
    case allowed
    /// It was refused, with the error of this name.
    case refused(String)
    /// It could not be decided: the caller is at fault, for this reason.
    case fault(InputError.Reason)
  }

  /// A row or guard by its name.
  public struct Row: Sendable, Equatable {
    /// The table it stands in, or `guards`.
    public let table: String
    /// What it is called in that table.
    public let id: String
  }

  /// A fact that the policy tests, with the value that it had.
  public struct Fact: Sendable, Equatable {
    /// The word for it in conditions.
    public let name: String
    /// One of the words that the policy or the library declares for it.
    public let value: String
  }

  /// The name of the policy that was asked.
  public let policyName: String
  /// The digest of that policy's meaning.
  public let policyDigest: PolicyDigest
  /// What was tried; nil where the policy does not know the action.
  public let action: String?
  /// The id of the provider that asserts; nil where none does, and where the policy does not know it.
  public let provider: String?
  /// What the attempt came to.
  public let outcome: Outcome
  /// The outcome that the outside may see, where that is another.
  public let shown: Outcome?
  /// The row or guard that decided; nil where none did.
  public let row: Row?
  /// The remedy that was asked for.
  public let ask: Remedy?
  /// What may be told to the outside, without the values.
  public let tell: [Disclosure]
  /// The facts that the policy tests, in the order of its schema; none for a fault.
  public let facts: [Fact]
  /// The writes by the words of change sets, in order.
  public let writes: [String]
  /// The notices by the words of change sets, in order.
  public let notices: [String]
  /// The words of what there is to know about how the attempt was read, without the messages.
  public let notes: [String]

  /// Sums a decision up.
  ///
  /// - Parameter decision: what a policy decided.
  public init(_ decision: Decision) {
    let changes = decision.changes
    let (real, shown) = (Outcome(decision.outcome), Outcome(decision.shown))
    policyName = decision.policyName
    policyDigest = decision.policyDigest
    action = decision.attempt.action.name
    provider = decision.attempt.assertion?.provider
    outcome = real
    self.shown = shown == real ? nil : shown
    row = decision.row.map { Row(table: $0.table, id: $0.id) }
    ask = decision.ask
    tell = decision.tell
    facts = decision.factValues.map { Fact(name: $0.fact, value: $0.value) }
    writes = changes.writes.map { $0.kind.name.text }
    notices = changes.notices.map { NoticeWord($0).rawValue }
    notes = decision.notes.map { $0.code }
  }

  /// Sums up that an attempt could not be decided.
  ///
  /// The message of the error is left out, since it quotes what is wrong.
  ///
  /// - Parameters:
  ///   - error: why it could not be decided.
  ///   - attempt: what was tried; of what the policy does not know nothing is kept.
  ///   - policy: the policy that was asked.
  public init(_ error: InputError, deciding attempt: Attempt, by policy: Policy) {
    policyName = policy.name
    policyDigest = policy.digest
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

extension DecisionSummary.Outcome {
  /// What a decision's outcome is in words.
  init(_ outcome: Decision.Outcome) {
    switch outcome {
    case .allowed: self = .allowed
    case .refused(let refusal): self = .refused(refusal.code)
    }
  }
}
