internal import LinkPolicy
internal import LinkPolicyJSON

extension PlayedCase {
  /// What did not happen as expected, in the order of the steps; empty for a case that passes.
  public var mismatches: [Mismatch] {
    switch vector.content {
    case .sequence(let sequence): mismatches(sequence)
    case .rejectedPolicy(let text), .rejectedInput(let text):
      text.compare(reading, in: vector.kind)
    }
  }

  private func mismatches(_ sequence: VectorSequence) -> [Mismatch] {
    // A sequence is played under a policy, or not at all.
    guard let names = policy.map({ MethodNames($0) }) else { return [] }
    var result: [Mismatch] = []
    for step in steps {
      if case .attempt(let attempt) = step.step.content {
        var list = MismatchList(step: step.number, at: step.position)
        step.answer?.compare(with: attempt.expectation, names, &list)
        result += list.items
      }
    }
    if let expected = sequence.accounts {
      let end = AccountComparison(
        expected, accounts, .stored(steps.last?.codes ?? []), names, at: vector.position)
      result += end.mismatches
    }
    return result
  }
}

extension PlayedStep.Answer {
  /// Compares the answer to an attempt with what was expected.
  func compare(with expected: Expectation, _ names: MethodNames, _ list: inout MismatchList) {
    switch self {
    case .decided(let decision, let applied):
      expected.compare(CarriedOut(decision: decision, applied: applied), names, &list)
    case .conflict(let decision, let conflict):
      expected.compare(CarriedOut(decision: decision, applied: nil), names, &list)
      list.add("effects", expected: "to be carried out", got: conflict.text)
    case .inputError(let error):
      expected.compare(inputError: error.reason, error.message, &list)
    case .fault(let key, let message):
      list.add(key, expected: "something that an earlier step made", got: message)
    }
  }
}

/// What this engine decided, and what carrying it out came to; nil where it could not be.
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
  var hasTicket: Bool? { decision.ticket != nil }
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
  /// The conflict in words.
  package var text: String { "it is no longer so that " + requirement.description }
}
