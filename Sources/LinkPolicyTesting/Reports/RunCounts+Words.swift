internal import LinkPolicy
internal import LinkPolicyDiagnostics

extension RunCounts {
  /// The counts in words: `2 passed, 1 failed, 3 known to fail, 9 steps`.
  package var words: String {
    var text = "\(passed) passed, \(failed) failed"
    if errored > 0 {
      text += " (\(errored) without a usable answer)"
    }
    if known > 0 {
      text += ", \(known) known to fail"
    }
    if skipped > 0 {
      text += ", \(skipped) skipped"
    }
    return text + ", \(steps) \(steps == 1 ? "step" : "steps")"
  }

  /// The counts by their names, as machine formats have them.
  var named: [(name: String, count: Int)] {
    [
      ("passed", passed), ("failed", failed), ("skipped", skipped), ("known", known),
      ("steps", steps),
    ]
  }
}

extension VectorRun {
  /// The findings that kept input from being read or run, each with its place, if it has one.
  var problemList: [(finding: Diagnostic, place: ReportPlace?)] {
    problems.flatMap { problem in
      problem.diagnostics.map { finding in
        (finding: finding, place: ReportPlace(finding.position, in: problem.sources))
      }
    }
  }

  /// Why a run in which nothing passed is a failure.
  static var emptyWords: String { "no case was played: zero cases are a failure" }
}
