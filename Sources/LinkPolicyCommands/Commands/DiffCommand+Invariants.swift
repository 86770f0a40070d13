internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration
internal import LinkPolicyProof
internal import LinkPolicyReview

extension DiffCommand {
  /// Returns the invariants whose verdicts differ between two policies, proved under the same
  /// assumptions.
  func invariants(
    _ policies: Sides<CompiledPolicy>, named names: Sides<String>, under file: String?,
    _ terminal: inout Terminal
  ) throws(InvalidInput) -> [InvariantChange] {
    let assumptions: Assumptions
    if let file {
      assumptions = try Assumptions(InputBytes.read(file, terminal), name: file, isStrict: true)
    } else {
      assumptions = try .shipped()
    }
    var options = Proof.Options()
    // The report needs only the verdicts and one counterexample for each broken invariant.
    options.countsCells = false
    options.seeksShorter = false
    var reports: [ProofReport] = []
    for side in Side.allCases {
      try assumptions.check(against: policies[side])
      let proof = Proof(
        policies[side], under: assumptions, in: assumptions.environment, options
      ) { done, count in
        terminal.show(progress: "\(done) of \(count) domains under the \(side.rawValue) policy")
      }
      reports.append(ProofReport(proof, named: names[side]))
    }
    terminal.clearProgress()
    return Self.changes(Sides(old: reports[0], new: reports[1]))
  }

  private static func changes(_ reports: Sides<ProofReport>) -> [InvariantChange] {
    var order: [Invariant] = []
    for side in [Side.new, .old] {
      for (invariant, _) in reports[side].proof.verdicts where !order.contains(invariant) {
        order.append(invariant)
      }
    }
    return order.compactMap { invariant in
      let verdicts = Sides { side in
        reports[side].proof.verdicts.first { $0.invariant == invariant }.map { word($0.verdict) }
          ?? InvariantChange.InvariantVerdict.none
      }
      guard verdicts.old != verdicts.new else { return nil }
      let side: Side = verdicts.new == .broken ? .new : .old
      let example = reports[side].proof.counterexamples.first { $0.invariant == invariant }
      let story = example.map { reports[side].storyLines($0) } ?? []
      return InvariantChange(
        id: invariant.id, statement: invariant.statement, verdicts: verdicts,
        story: story)
    }
  }

  private static func word(_ verdict: Proof.ProofVerdict) -> InvariantChange.InvariantVerdict {
    switch verdict {
    case .proved: .proved
    case .broken: .broken
    case .undecided, .vacuous: .undecided
    }
  }
}
