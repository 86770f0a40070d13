public import LinkPolicy

/// What an audit log keeps of a decision: one line of JSON, in which nobody's address, subject or name is.
///
/// The time and the correlation id are the caller's: this library has no clock, and the id is what a service's own
/// log has of the same request. The same decision, time, id and naming of accounts give the same bytes, in Swift as
/// from lines of `linkpolicy decide`. A record is a statement and no proof: whoever can write the log can write any.
public struct DecisionRecord: Sendable {
  /// When the decision was made, and for which request, as the caller says it.
  public struct Context: Sendable {
    /// The time, in the form that the service's log has it.
    public let time: String
    /// The id under which the service's log knows the request.
    public let correlation: String

    /// Takes both as they are; they are written to records as they stand, so nothing personal belongs in them.
    ///
    /// - Parameters:
    ///   - time: when the decision was made, such as `2026-11-25T04:05:06.789Z`.
    ///   - correlation: the id of the request, such as that of its trace.
    public init(time: String, correlation: String) {
      self.time = time
      self.correlation = correlation
    }
  }

  /// The account that a decision is about, as the record names it.
  struct NamedAccount: Sendable {
    /// The key that says how it is named.
    let key: Name
    let name: String
    let version: Int
  }

  /// When, and for which request.
  public let context: Context
  /// What was decided, by which policy and row.
  public let summary: DecisionSummary
  /// The tenant that the attempt was made in; nil outside of tenants.
  public let tenant: String?
  let account: NamedAccount?

  /// Makes the record of what was allowed or refused.
  ///
  /// - Parameters:
  ///   - decision: what a policy decided.
  ///   - context: when, and for which request.
  ///   - account: how the account is named that the decision is about.
  public init(of decision: Decision, at context: Context, naming account: RecordedAccount) {
    self.context = context
    summary = DecisionSummary(decision)
    tenant = decision.attempt.tenant
    self.account = decision.account.flatMap { NamedAccount($0, account) }
  }

  /// Makes the record of an attempt that could not be decided.
  ///
  /// - Parameters:
  ///   - error: why it could not be decided; of its message nothing is kept.
  ///   - attempt: what was tried.
  ///   - policy: the policy that was asked.
  ///   - context: when, and for which request.
  public init(
    of error: InputError, deciding attempt: Attempt, by policy: Policy, at context: Context
  ) {
    self.context = context
    summary = DecisionSummary(error, deciding: attempt, by: policy)
    tenant = attempt.tenant
    account = nil
  }
}

extension DecisionRecord.NamedAccount {
  /// Names an account; nil where it is not to be named.
  init?(_ subject: Decision.Subject, _ naming: RecordedAccount) {
    switch naming {
    case .id: (key, name) = ("id", subject.id)
    case .keyed(let secret): (key, name) = ("keyed", secret.hash(of: subject.id))
    case .named(let word): (key, name) = ("named", word(subject.id))
    case .omitted: return nil
    }
    version = subject.version
  }
}
