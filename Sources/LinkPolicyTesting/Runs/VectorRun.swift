package import LinkPolicy
public import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// The results of a run of vectors: the counts and the failures.
///
/// A run without a passed case is not clean, so a mistyped path cannot look like a success.
public struct VectorRun: Sendable {
  /// The greatest number of stored failures; further failures are only counted and reported as events.
  public static var failureLimit: Int { 100 }

  /// The results of this engine, or of each of the other implementations.
  public internal(set) var tallies: [RunTally]
  /// The failed cases in the order of the input, at most ``failureLimit``.
  public internal(set) var failures: [CaseResult] = []
  /// The cases that the implementations answered differently, at most ``failureLimit``.
  public internal(set) var disagreements: [Disagreement] = []
  /// The number of cases that the implementations answered differently.
  public internal(set) var disagreementCount = 0
  /// The problems that prevented the run from reading or playing its input.
  public internal(set) var problems: [InvalidInput] = []
  /// The reason why no case was played, such as a mistyped id; nil if cases were played, or if the reason is unknown.
  public internal(set) var explanation: String?

  /// The counts, summed over all implementations.
  public var counts: RunCounts {
    var counts = RunCounts()
    for tally in tallies {
      counts.add(tally.counts)
    }
    return counts
  }

  /// The number of cases that passed.
  public var passed: Int { counts.passed }
  /// The number of cases that failed.
  public var failed: Int { counts.failed }
  /// The number of cases whose failure is excused by a known failure.
  public var known: Int { counts.known }
  /// The number of cases, without skipped cases.
  public var count: Int { counts.passed + counts.failed + counts.known }

  /// Whether all input was read, and each implementation passed at least one case and failed no case.
  public var isClean: Bool {
    problems.isEmpty && tallies.allSatisfy { $0.isClean }
  }
}

/// The result of one case in a run: the verdict, and the mismatches of a case that failed.
public struct CaseResult: Sendable {
  /// The verdict on a case, such as passed, failed or skipped.
  public enum Verdict: Sendable {
    /// The case met all expectations.
    case passed
    /// The case did not meet an expectation; see ``CaseResult/mismatches``.
    case failed
    /// The case got no usable answer, and counts as failed.
    case errored(String)
    /// The case failed, and a known failure excuses the failure.
    case known(KnownFailure)
    /// The implementation skipped the case.
    case skipped(reason: String, issue: String?)

    /// Whether the verdict is `failed` or `errored`.
    public var isFailure: Bool {
      switch self {
      case .failed, .errored: true
      case .passed, .known, .skipped: false
      }
    }
  }

  /// The case from the vector file.
  public let vector: VectorCase
  /// Whether the case passed, failed, got no usable answer, was skipped, or failed as a known failure.
  public internal(set) var verdict: Verdict
  /// The differences between the results and the expectations.
  public internal(set) var mismatches: [Mismatch]
  /// The steps as this engine played them; nil for another implementation and for a passed case.
  public let played: PlayedCase?
  /// The name of the suite, or the folder of a file without a manifest.
  public internal(set) var suite = ""
  /// The name of the policy; nil for a case without a policy.
  public let policy: String?
  /// The name of the implementation; nil for this engine.
  public internal(set) var implementation: String?
  /// The command that reruns only this case; may be empty for a passed case.
  public internal(set) var command = ""
}

extension CaseResult {
  /// Creates the result of a passed case.
  init(passed vector: VectorCase, suite: String, policy: String?) {
    self.init(vector: vector, verdict: .passed, mismatches: [], played: nil, policy: policy)
    self.suite = suite
  }

  /// The name of the verdict in reports, such as `passed`.
  package var word: String {
    switch verdict {
    case .passed: "passed"
    case .failed: "failed"
    case .errored: "errored"
    case .known: "known"
    case .skipped: "skipped"
    }
  }

  /// The reason for the verdict; nil for a passed case, and for a failed case, which has mismatches instead.
  package var reason: String? {
    switch verdict {
    case .passed, .failed: nil
    case .errored(let message): message
    case .known(let known): known.text
    case .skipped(let reason, _): reason
    }
  }

  /// Returns the explanation of this engine's decision in the step of a mismatch; nil if that step has no decision of
  /// this engine.
  package func decision(of mismatch: Mismatch) -> String? {
    guard let number = mismatch.step, let played, played.steps.indices.contains(number - 1) else {
      return nil
    }
    return played.steps[number - 1].decision?.explanation
  }

  /// The position of the first mismatch; without mismatches, the position of the case.
  package var position: SourcePosition {
    mismatches.first?.position ?? vector.position
  }
}

/// A case that the implementations answered differently.
public struct Disagreement: Sendable {
  /// The id by which the vector file names the case.
  public let id: String
  /// For each implementation, in order, its verdict and the actual values.
  public let answers: [(implementation: String, answer: String)]

  /// Creates a disagreement, or returns nil if all answering implementations agree.
  ///
  /// The initializer compares only the expected keys, because an implementation can omit all other keys.
  init?(_ results: [CaseResult]) {
    let answered = results.filter { result in
      if case .skipped = result.verdict { false } else { true }
    }
    let answers = answered.map { Self.answer($0) }
    guard let first = answers.first, answers.contains(where: { !$0.hasSameBytes(as: first) })
    else { return nil }
    id = answered[0].vector.id
    self.answers = zip(answered, answers).map { result, answer in
      (implementation: result.implementation ?? "linkpolicy", answer: answer)
    }
  }

  private static func answer(_ result: CaseResult) -> String {
    if case .errored(let message) = result.verdict {
      return "errored: " + message
    }
    guard !result.mismatches.isEmpty else { return "as expected" }
    return result.mismatches.map { mismatch in
      (mismatch.step.map { "step \($0) " } ?? "") + mismatch.key + " " + mismatch.got
    }.joined(separator: ", ")
  }
}
