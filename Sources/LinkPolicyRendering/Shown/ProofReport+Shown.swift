internal import LinkPolicyProof

extension ProofReport {
  /// The verdicts as a page shows them, the assumptions with the last.
  package var shown: [ShownVerdict] {
    proof.verdicts.map { invariant, verdict in
      let (finding, story, remarks): (ShownVerdict.Finding, [ShownStep], [String]) =
        switch verdict {
        case .proved: (.proved, [], note(invariant).map { [$0] } ?? [])
        case .undecided: (.undecided, [], ["not seen broken, not proved" + reason(invariant)])
        case .broken(let example):
          (
            .refuted,
            example.steps.map { step in
              let row = step.row.map { " by " + $0 } ?? ""
              return ShownStep(step.sentence, outcomes: [ShownStep.Outcome(step.result + row)])
            },
            ["it ends in " + example.state]
          )
        }
      return ShownVerdict(
        invariant.id, statement: invariant.statement, finding: finding, remarks: remarks,
        story: story)
    }
  }

  /// What the verdicts rest on and how far they go, each a sentence without a full stop.
  package var groundwork: [String] {
    var lines = [accounts]
    for run in proof.runs {
      lines.append(
        "explored at " + ([run.domain] + run.alike).joined(separator: ", ") + ", "
          + run.bounds.text + ": \(run.states) states, \(run.transitions) moves"
          + (run.isStopped ? ", stopped before the end" : "")
          + (run.depthLimit == nil ? "" : ", no further than a shorter sequence could be"))
    }
    return lines + assumptions
  }
}
