internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON

extension VectorRunner {
  /// What a case is worth that this engine played.
  func judge(_ played: PlayedCase) -> CaseResult {
    let vector = played.vector
    let policy = played.policy?.name
    let mismatches = played.mismatches
    // Nearly every case passes, and costs nothing more.
    if mismatches.isEmpty, !known.concerns(vector) {
      return CaseResult(
        vector: vector, verdict: .passed, mismatches: [], played: nil, policy: policy)
    }
    var result = CaseResult(
      vector: vector, verdict: mismatches.isEmpty ? .passed : .failed, mismatches: mismatches,
      played: played, policy: policy)
    apply(known, to: &result)
    result.command = command(vector, nil)
    return result
  }

  /// What the answer of another implementation to a case is worth.
  func judge(
    _ vector: VectorCase, _ answer: ForeignResult, _ implementation: Implementation,
    policy: Policy?, command: String
  ) -> CaseResult {
    var mismatches: [Mismatch] = []
    let verdict: CaseResult.Verdict
    switch answer {
    case .skipped(let reason, let issue): verdict = .skipped(reason: reason, issue: issue)
    case .errored(let message): verdict = .errored(message)
    case .answered where vector.isAboutMore(than: implementation.keys):
      verdict = .skipped(reason: "it does not answer `changes`", issue: nil)
    case .answered(let steps, _) where vector.answersNothing(steps):
      verdict = .errored("it answers no step")
    case .accepted where vector.sequence != nil, .rejected where vector.sequence != nil:
      verdict = .errored("it answers no step")
    case .answered, .accepted, .rejected:
      mismatches = vector.mismatches(
        answer, keys: implementation.keys, names: policy.map { MethodNames($0) })
      verdict = mismatches.isEmpty ? .passed : .failed
    }
    var result = CaseResult(
      vector: vector, verdict: verdict, mismatches: mismatches, played: nil, policy: policy?.name)
    result.implementation = implementation.name
    apply(known, to: &result)
    result.command = self.command(vector, command)
    return result
  }

  /// Takes into account what is known to fail.
  private func apply(_ known: KnownFailures, to result: inout CaseResult) {
    if case .skipped = result.verdict { return }
    guard
      let entry = known.entry(
        about: result.vector, under: result.policy, runner: result.implementation)
    else { return }
    var list = MismatchList(step: nil, at: result.vector.position)
    if !result.verdict.isFailure {
      result.verdict = .failed
      list.add(
        "known", expected: "a failure (" + entry.text + ")",
        got: "passes although known to fail: remove the entry")
    } else if entry.isExpired(on: known.today) {
      list.add(
        "known", expected: "no failure any more (" + entry.text + ")",
        got: "a failure: the entry has expired")
    } else {
      result.verdict = .known(entry)
    }
    result.mismatches += list.items
  }

  /// The command that runs a case alone.
  private func command(_ vector: VectorCase, _ runner: String?) -> String {
    var words = "linkpolicy test --id " + Self.shell(vector.id)
    words += policies.override.map { " --policy " + Self.shell($0) } ?? ""
    words += runner.map { " --runner " + Self.shell($0) } ?? ""
    return words + " " + Self.shell(vector.file)
  }

  /// A word that a shell takes as it is, in single quotes where it must be.
  private static func shell(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/")]
          .contains(byte)
    }
    guard !isPlain || word.isEmpty || word.hasPrefix("-") else { return word }
    return "'"
      + HarmlessText.line(word).split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}

extension VectorCase {
  /// Whether the case expects changes, of an implementation that answers keys without them.
  ///
  /// Such a case is there for the changes: without them it would pass and have shown nothing.
  fileprivate func isAboutMore(than keys: Set<Name>?) -> Bool {
    guard let keys, !keys.contains(Name(AnswerKey.changes.rawValue)) else { return false }
    return steps.contains { step in
      if case .attempt(let attempt) = step.content {
        attempt.expectation.changes != nil
      } else {
        false
      }
    }
  }

  /// Whether none of its attempts is answered, of which there are some.
  fileprivate func answersNothing(_ answers: [Expectation?]) -> Bool {
    let hasAttempts = steps.contains { if case .attempt = $0.content { true } else { false } }
    return hasAttempts && answers.compactMap { $0 }.isEmpty
  }

  /// What another implementation did not answer as expected.
  fileprivate func mismatches(
    _ answer: ForeignResult, keys: Set<Name>?, names: MethodNames?
  ) -> [Mismatch] {
    var list = MismatchList(step: nil, at: position)
    switch (content, answer) {
    case (.sequence(let sequence), .answered(let steps, let accounts)):
      guard let names else {
        preconditionFailure("a sequence is asked under a policy")
      }
      guard steps.count == sequence.steps.count else {
        list.add(
          "steps", expected: String(sequence.steps.count), got: String(steps.count))
        return list.items
      }
      return sequence.mismatches(steps, accounts, keys, names, at: position)
    case (.rejectedPolicy, .rejected), (.rejectedInput, .rejected):
      return []
    case (.rejectedPolicy, .accepted), (.rejectedInput, .accepted):
      list.add(kind, expected: "refused", got: "accepted")
    case (.sequence, _):
      list.add("steps", expected: "answers", got: MismatchList.unanswered)
    case (_, _):
      list.add(kind, expected: "refused", got: "answers to steps")
    }
    return list.items
  }
}

extension VectorSequence {
  fileprivate func mismatches(
    _ answers: [Expectation?], _ accounts: AnsweredAccounts?, _ keys: Set<Name>?,
    _ names: MethodNames,
    at position: SourcePosition
  ) -> [Mismatch] {
    var mismatches: [Mismatch] = []
    for (index, step) in steps.enumerated() {
      guard case .attempt(let attempt) = step.content else { continue }
      let expected = attempt.expectation.normative(keys)
      var list = MismatchList(step: index + 1, at: step.position)
      if let answer = answers[index] {
        if let reason = answer.inputError {
          expected.compare(inputError: reason, nil, &list)
        } else {
          expected.compare(answer, names, &list)
        }
      } else {
        list.add("outcome", expected: expected.outcomeWord, got: MismatchList.unanswered)
      }
      mismatches += list.items
    }
    guard let expected = self.accounts else { return mismatches }
    guard let accounts else {
      var list = MismatchList(step: nil, at: position)
      list.add("accounts", expected: String(expected.count), got: MismatchList.unanswered)
      return mismatches + list.items
    }
    let end = AccountComparison(
      expected, accounts.accounts, .answered(accounts.codes), names, at: position)
    return mismatches + end.mismatches
  }
}
