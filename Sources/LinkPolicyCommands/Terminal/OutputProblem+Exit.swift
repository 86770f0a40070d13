internal import LinkPolicyDiagnostics
internal import LinkPolicySystem

extension OutputProblem {
  /// How a run with it ends.
  var code: ExitCode {
    switch self {
    case .failed: .internalError
    case .conflict: .usage
    case .taken: .invalidInput
    }
  }
}

extension Terminal {
  /// Says why an output cannot be written, and returns how the run ends with that.
  mutating func say(_ problem: OutputProblem) -> ExitCode {
    say("linkpolicy: \(problem.message)")
    return problem.code
  }
}
