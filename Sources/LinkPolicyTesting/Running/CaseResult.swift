package import LinkPolicy
internal import LinkPolicyJSON

/// What became of one case in a run.
public struct CaseResult: Sendable {
  /// How it ended.
  public enum Verdict: Sendable {
    /// Everything happened as expected.
    case passed
    /// Something did not; see ``CaseResult/mismatches``.
    case failed
    /// No answer that can be used; counts as failed.
    case errored(String)
    /// It is listed as known to fail, and does.
    case known(KnownFailure)
    /// The implementation does not want to answer it.
    case skipped(reason: String, issue: String?)

    /// Whether a run with it is not clean.
    public var isFailure: Bool {
      switch self {
      case .failed, .errored: true
      case .passed, .known, .skipped: false
      }
    }
  }

  /// What was played, as it was read from its file.
  public let vector: VectorCase
  /// How it ended.
  public internal(set) var verdict: Verdict
  /// What did not happen as expected.
  public internal(set) var mismatches: [Mismatch]
  /// The case as this engine played it; nil for another implementation, and where it passed.
  public let played: PlayedCase?
  /// The suite it belongs to: its name, or the folder of the file.
  public internal(set) var suite = ""
  /// The name of the policy; nil for a case without one.
  public let policy: String?
  /// What the implementation is called; nil for this engine.
  public internal(set) var implementation: String?
  /// The command that runs this case alone.
  public internal(set) var command = ""
}

extension CaseResult {
  /// What there is to tell of a case that passed.
  init(passed vector: VectorCase, _ suite: String, _ policy: String?) {
    self.init(vector: vector, verdict: .passed, mismatches: [], played: nil, policy: policy)
    self.suite = suite
  }

  /// The verdict in a word, as reports have it.
  package var word: String {
    switch verdict {
    case .passed: "passed"
    case .failed: "failed"
    case .errored: "errored"
    case .known: "known"
    case .skipped: "skipped"
    }
  }

  /// Why it ended so, where that is not in the mismatches.
  package var reason: String? {
    switch verdict {
    case .passed, .failed: nil
    case .errored(let message): message
    case .known(let known): known.text
    case .skipped(let reason, _): reason
    }
  }

  /// What decided the step of a mismatch, with its place; nil where nothing of this engine did.
  package func decision(of mismatch: Mismatch) -> String? {
    guard let number = mismatch.step, let played, played.steps.indices.contains(number - 1) else {
      return nil
    }
    return played.steps[number - 1].decision?.explanation
  }

  /// Where people should look first: the first mismatch, else the case.
  package var position: SourcePosition {
    mismatches.first?.position ?? vector.position
  }
}
