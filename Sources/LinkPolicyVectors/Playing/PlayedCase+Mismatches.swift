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
    var result: [Mismatch] = []
    for step in steps {
      if case .attempt(let attempt) = step.step.content {
        result += step.mismatches(attempt.expectation)
      }
    }
    if let expected = sequence.accounts {
      result += AccountComparison(expected, accounts, at: vector.position).mismatches
    }
    return result
  }
}

extension PlayedStep {
  fileprivate func mismatches(_ expected: Expectation) -> [Mismatch] {
    var list = MismatchList(step: number, at: position)
    switch answer {
    case .decided(let decision, let applied):
      compare(expected, decision, &list)
      compare(expected, applied, &list)
    case .conflict(let decision, let conflict):
      compare(expected, decision, &list)
      list.add("effects", expected: "to be carried out", got: conflict.text)
    case .inputError(let error):
      let reason = error.reason.word.text
      if let expected = expected.inputError {
        list.compare("input-error", expected.word.text, reason)
      } else {
        let outcome = expected.isAllowed ?? false ? "allowed" : "refused"
        list.add(
          "outcome", expected: outcome, got: "input error " + reason + ": " + error.message)
      }
    case .fault(let key, let message):
      list.add(key, expected: "something that an earlier step made", got: message)
    case nil:
      break
    }
    return list.items
  }

  private func compare(
    _ expected: Expectation, _ decision: Decision, _ list: inout MismatchList
  ) {
    let outcome = decision.isAllowed ? "allowed" : "refused"
    if let reason = expected.inputError {
      list.add("input-error", expected: reason.word.text, got: "none, it is " + outcome)
      return
    }
    if let isAllowed = expected.isAllowed, isAllowed != decision.isAllowed {
      let got = decision.isAllowed ? outcome : "refused: " + decision.outcome.word
      list.add("outcome", expected: isAllowed ? "allowed" : "refused", got: got)
    }
    var refusal: Refusal?
    if case .refused(let given) = decision.outcome {
      refusal = given
    }
    list.compare("error", expected.error, refusal?.code)
    list.compare("shown", expected.shown, decision.shown.word)
    list.compare("row", expected.row, decision.row?.id)
    list.compare("table", expected.table, decision.row?.table)
    if let effects = expected.effects, effects != decision.effects {
      list.compare("effects", effects.map { $0.text }, decision.effects.map { $0.text })
    }
    list.compare("ask", expected.ask?.name.text, decision.ask?.name.text)
    list.compare("tell", expected.tell?.map { $0.name.text }, decision.tell.map { $0.name.text })
    compare(expected.told, decision.told, &list)
    list.compare("ticket", expected.hasTicket, decision.ticket != nil)
    for (platform, name) in expected.names {
      list.compare("names." + platform, name, refusal?.name(on: platform))
    }
    guard !expected.facts.isEmpty else { return }
    let facts = decision.factValues
    for (fact, value) in expected.facts {
      let got = facts.first { $0.fact.hasSameBytes(as: fact) }?.value
      list.compare("facts." + fact, value, got ?? "not a fact that the policy tests")
    }
  }

  private func compare(_ expected: ExpectedTold?, _ told: Told, _ list: inout MismatchList) {
    guard let expected else { return }
    list.compare("told.account", expected.account, told.account)
    list.compare("told.methods", expected.methods, told.methods ?? [])
    list.compare("told.providers", expected.providers, told.providers ?? [])
    list.compare("told.credential", expected.credential, told.credential?.subject)
    list.compare("told.registered", expected.isRegistered, told.isRegistered ?? false)
  }

  private func compare(
    _ expected: Expectation, _ applied: Accounts.Applied, _ list: inout MismatchList
  ) {
    guard expected.inputError == nil else { return }
    list.compare("account", expected.account, applied.account)
    list.compare("new", expected.isNew, applied.isNewAccount)
    list.compare("session", expected.opensSession, applied.session != nil)
    list.compare(
      "listeners", expected.listeners?.map { $0.description }, heard.map { $0.description })
    list.compare(
      "removed", expected.removed?.map { $0.description },
      removed.map { ExpectedMethod.describe($0.provider, $0.kind) })
  }
}

extension Accounts.Conflict {
  /// The conflict in words.
  package var text: String {
    switch self {
    case .accountChanged: "the account has changed since the decision"
    case .credentialTaken: "another account holds the credential"
    case .addressTaken: "another account holds the address"
    }
  }
}
