internal import LinkPolicyAuthoring
internal import LinkPolicyJSON
internal import LinkPolicyProof
internal import LinkPolicyReview
internal import LinkPolicySystem

/// Proves every mutant of a policy, beside what an earlier run has proved.
struct MutantProofRun {
  let policy: CompiledPolicy
  let options: MutationRun.Options
  let format: CommentFormat
  /// The lines of an earlier run; nil for none.
  let known: String?

  /// Proves the policy first, then its mutants; what is proved is written at once as JSON.
  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let assumptions = try Assumptions.shipped()
    let proof = MutantProver.prove(
      policy, assumptions, Proof.unbounded, threads: options.threads)
    let invariants = proof.verdicts.compactMap { invariant, verdict in
      if case .proved = verdict { invariant.id } else { nil }
    }
    guard !invariants.isEmpty else {
      terminal.say("error: nothing is proved of the policy itself, so no edit can break it")
      return .findings
    }
    var earlier: [String: MutantProof] = [:]
    if let known {
      earlier = try MutantProofFile(known, about: policy, terminal).proofs
    }
    if format == .json, known == nil {
      let headerLine = MutantProofFile.headerLine(of: policy)
      terminal.output.write(headerLine)
    }
    var report = MutantProofReport(invariants)
    let mutants = MutationRun.mutants(of: policy, options)
    var open: [Mutant] = []
    for mutant in mutants {
      if let proof = earlier[mutant.id] {
        report.add(proof)
      } else {
        open.append(mutant)
      }
    }
    let prover = MutantProver(
      loader: MutantLoader(policy), assumptions: assumptions, invariants: invariants,
      proved: ProvedPolicy(proof))
    var next = open.makeIterator()
    var done = mutants.count - open.count
    OrderedWork.run(
      threads: options.threads, worker: { _ in prover }, next: { next.next() },
      take: { proof in
        report.add(proof)
        done += 1
        if format == .json {
          terminal.output.write(proof.line)
          terminal.output.flush()
        }
        terminal.show(progress: "\(done) of \(mutants.count) mutants")
        return true
      })
    terminal.clearProgress()
    if format != .json {
      terminal.write(report.text)
    }
    if !report.unsafe.isEmpty {
      return .findings
    }
    return report.undecided.isEmpty ? .clean : .undecided
  }
}
