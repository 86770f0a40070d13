public import LinkPolicy

/// A case after it was played.
public struct PlayedCase: Sendable {
  /// The case as it was read, with all it expects.
  public let vector: VectorCase
  /// The policy that decided; nil where a text was read as one.
  public let policy: Policy?
  /// What each step came to, in order; none for a text that must be refused.
  public let steps: [PlayedStep]
  /// What a text came to that must be refused; nil for a sequence.
  public let reading: TextReading?

  /// Creates a case from what was played.
  package init(vector: VectorCase, policy: Policy?, steps: [PlayedStep], reading: TextReading?) {
    self.vector = vector
    self.policy = policy
    self.steps = steps
    self.reading = reading
  }

  /// The accounts after the last step.
  public var accounts: [Account] {
    steps.last?.accounts ?? vector.sequence?.given.accounts ?? []
  }
}

/// A step after it was played.
public struct PlayedStep: Sendable {
  /// What an attempt came to.
  package enum Answer: Sendable {
    /// It was decided and carried out.
    case decided(Decision, Accounts.Applied)
    /// It was decided, and the store could not carry it out.
    case conflict(Decision, Accounts.Conflict)
    /// It is malformed.
    case inputError(InputError)
    /// It names something that the steps before did not make.
    case fault(key: String, String)

    /// What was decided; nil where nothing was.
    package var decision: Decision? {
      switch self {
      case .decided(let decision, _), .conflict(let decision, _): decision
      case .inputError, .fault: nil
      }
    }
  }

  /// The number, counted from 1, waiting included.
  public let number: Int
  package let step: VectorStep
  package let answer: Answer?
  /// The accounts after it.
  public let accounts: [Account]
  /// The codes after it that were not cancelled, in order of mailing.
  package let codes: [Accounts.MailedCode]

  /// Creates a step from what it came to.
  package init(
    number: Int, step: VectorStep, answer: Answer?, accounts: [Account],
    codes: [Accounts.MailedCode]
  ) {
    self.number = number
    self.step = step
    self.answer = answer
    self.accounts = accounts
    self.codes = codes
  }

  /// Where the step stands in the case's file.
  public var position: SourcePosition { step.position }

  /// What was decided; nil for a step that attempts nothing or is malformed.
  public var decision: Decision? {
    answer?.decision
  }

  /// What carrying it out came to.
  public var applied: Accounts.Applied? {
    if case .decided(_, let applied) = answer { applied } else { nil }
  }

  /// Why the attempt is malformed.
  public var inputError: InputError? {
    if case .inputError(let error) = answer { error } else { nil }
  }

  /// What listeners were sent, in order.
  package var notices: [ExpectedNotice] {
    (applied?.events ?? []).compactMap { ExpectedNotice($0) }
  }

  /// The methods that were dropped or unlinked, in order.
  package var removed: [(provider: String, kind: MethodKind)] {
    (applied?.events ?? []).compactMap { event in
      if case .methodRemoved(_, let provider, let kind) = event { (provider, kind) } else { nil }
    }
  }
}
