public import LinkPolicy
internal import LinkPolicyJSON

/// The result of playing a case: the answers to its steps, or the result of reading a text that must be rejected.
public struct PlayedCase: Sendable {
  /// The case with its expectations.
  public let vector: VectorCase
  /// The policy that decided; nil for a text that must not load as a policy.
  public let policy: Policy?
  /// The results of the steps, in order; empty for a text that must be rejected.
  public let steps: [PlayedStep]
  /// The result of reading a text that must be rejected; nil for a sequence.
  public let reading: TextReading?

  /// Creates the result of a case.
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

/// The result of a step: the answer to its attempt, and the accounts and codes after the step.
public struct PlayedStep: Sendable {
  /// The answer to an attempt: a decision with the result of applying it, or the reason why there is no decision.
  package enum Answer: Sendable {
    /// The policy decided the attempt, and the store applied the change set.
    case decided(Decision, Accounts.Applied)
    /// The policy decided the attempt, but the store could not apply the change set.
    case conflict(Decision, Accounts.Conflict)
    /// The attempt is malformed.
    case inputError(InputError)
    /// The step refers to an object, such as a session, that no earlier step created, or a given row is impossible.
    case fault(key: String, String)

    /// The decision; nil if the attempt was not decided.
    package var decision: Decision? {
      switch self {
      case .decided(let decision, _), .conflict(let decision, _): decision
      case .inputError, .fault: nil
      }
    }
  }

  /// The number of the step, counted from 1 and including waits.
  public let number: Int
  package let step: VectorStep
  package let answer: Answer?
  /// The accounts after the step.
  public let accounts: [Account]
  /// The mailed codes after the step, in the order of mailing, without canceled codes.
  package let codes: [Accounts.MailedCode]

  /// Creates the result of a step.
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

  /// The position of the step in the case's file.
  public var position: SourcePosition { step.position }

  /// The decision; nil if the step has no attempt, or if the attempt could not be decided.
  public var decision: Decision? {
    answer?.decision
  }

  /// The result of applying the decision to the store; nil if no decision was applied.
  public var applied: Accounts.Applied? {
    if case .decided(_, let applied) = answer { applied } else { nil }
  }

  /// The reason why the attempt is malformed; nil for any other answer.
  public var inputError: InputError? {
    if case .inputError(let error) = answer { error } else { nil }
  }

  /// The events that listeners received, in order, without removals of methods.
  package var notices: [ExpectedNotice] {
    (applied?.events ?? []).compactMap { ExpectedNotice($0) }
  }

  /// The methods that the step removed, in order.
  package var removed: [(provider: String, kind: MethodKind)] {
    (applied?.events ?? []).compactMap { event in
      if case .methodRemoved(_, let provider, let kind) = event { (provider, kind) } else { nil }
    }
  }
}

/// The answer of this engine or of another implementation to an attempt, for comparison with an
/// ``Expectation``.
///
/// A property is nil if the answer omits the property's key; no expected value matches an omitted key.
protocol StepAnswer {
  var isAllowed: Bool? { get }
  /// Whether the store applied the decision; the store's results are compared only in this case.
  var isCarriedOut: Bool { get }
  var error: String? { get }
  var shown: String? { get }
  var row: String? { get }
  var table: String? { get }
  var effects: [Effect]? { get }
  var ask: Remedy? { get }
  var tell: [Disclosure]? { get }
  var told: ExpectedTold? { get }
  var hasTicket: Bool? { get }
  var facts: [(name: String, value: String)] { get }
  var account: ExpectedText? { get }
  var isNew: Bool? { get }
  var opensSession: Bool? { get }
  var listeners: [ExpectedNotice]? { get }
  var removed: [ExpectedMethod]? { get }
  /// The change set in the JSON format of `decide` lines.
  var changeSet: JSONValue? { get }

  /// Returns the name of the refusal's error on a platform; nil if the answer gives no such name.
  func name(on platform: String) -> String?
}

extension PlayedCase {
  /// The mismatches, in the order of the steps; empty if the case passes.
  public var mismatches: [Mismatch] {
    switch vector.content {
    case .sequence(let sequence): mismatches(sequence)
    case .rejectedPolicy(let text), .rejectedInput(let text):
      text.compare(reading, in: vector.kind)
    }
  }

  private func mismatches(_ sequence: VectorSequence) -> [Mismatch] {
    // A sequence is played only if its policy is known.
    guard let names = policy.map({ MethodNames($0) }) else { return [] }
    var result: [Mismatch] = []
    for step in steps {
      if case .attempt(let attempt) = step.step.content {
        var list = MismatchList(step: step.number, at: step.position)
        step.answer?.compare(with: attempt.expectation, names: names, into: &list)
        result += list.items
      }
    }
    if let expected = sequence.accounts {
      let end = AccountComparison(
        of: expected, with: accounts, codes: .stored(steps.last?.codes ?? []), names: names,
        at: vector.position)
      result += end.mismatches
    }
    return result
  }
}

extension PlayedStep.Answer {
  /// Compares the answer to an attempt with an expectation.
  func compare(with expected: Expectation, names: MethodNames, into list: inout MismatchList) {
    switch self {
    case .decided(let decision, let applied):
      expected.compare(CarriedOut(decision: decision, applied: applied), names: names, into: &list)
    case .conflict(let decision, let conflict):
      expected.compare(CarriedOut(decision: decision, applied: nil), names: names, into: &list)
      list.add("effects", expected: "to be carried out", got: conflict.text)
    case .inputError(let error):
      expected.compare(inputError: error.reason, message: error.message, into: &list)
    case .fault(let key, let message):
      list.add(key, expected: "something that an earlier step made", got: message)
    }
  }
}

/// A decision of this engine with the store's result, which is nil if the store could not apply the decision.
private struct CarriedOut: StepAnswer {
  let decision: Decision
  let applied: Accounts.Applied?

  var isAllowed: Bool? { decision.isAllowed }
  var isCarriedOut: Bool { applied != nil }
  var error: String? { refusal?.code }
  var shown: String? { decision.shown.word }
  var row: String? { decision.row?.id }
  var table: String? { decision.row?.table }
  var effects: [Effect]? { decision.effects }
  var ask: Remedy? { decision.ask }
  var tell: [Disclosure]? { decision.tell }
  var hasTicket: Bool? { decision.hasTicket }
  var facts: [(name: String, value: String)] {
    decision.factValues.map { (name: $0.fact, value: $0.value) }
  }
  var account: ExpectedText? { ExpectedText(applied?.account) }
  var changeSet: JSONValue? { ExpectedChanges.json(of: decision.changes) }
  var isNew: Bool? { applied?.isNewAccount }
  var opensSession: Bool? { applied?.session != nil }
  var listeners: [ExpectedNotice]? { applied?.events.compactMap { ExpectedNotice($0) } }

  var told: ExpectedTold? {
    let told = decision.disclosed
    return ExpectedTold(
      account: ExpectedText(told.account), methods: told.methods ?? [],
      addressMethods: told.addressMethods ?? [],
      providers: told.providers ?? [], credential: ExpectedText(told.credential?.subject),
      isRegistered: told.isRegistered ?? false)
  }

  var removed: [ExpectedMethod]? {
    applied?.events.compactMap { event in
      guard case .methodRemoved(_, let provider, let kind) = event else { return nil }
      return ExpectedMethod(provider, kind)
    }
  }

  func name(on platform: String) -> String? {
    refusal?.name(on: platform)
  }

  private var refusal: Refusal? {
    if case .refused(let refusal) = decision.outcome { refusal } else { nil }
  }
}

extension Accounts.Conflict {
  /// A description of the conflict: the requirement that no longer holds.
  package var text: String { "it is no longer so that " + requirement.description }
}
