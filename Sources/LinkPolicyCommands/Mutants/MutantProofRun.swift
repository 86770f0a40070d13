internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicyMutation
internal import LinkPolicyProof
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
    let earlier = try earlier(terminal)
    if format == .json, known == nil {
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
      loader: MutantLoader(policy), assumptions: assumptions, invariants: invariants)
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

  private var headerLine: [UInt8] { header.line + [UInt8(ascii: "\n")] }

  /// The first line of a run: which policy it is about.
  private var header: JSONValue {
    .object(["policy": .string(policy.name), "digest": .string(policy.digest.text)])
  }

  /// The proofs of an earlier run of the same policy, by the ids of the mutants.
  private func earlier(_ terminal: Terminal) throws(InvalidInput) -> [String: MutantProof] {
    guard let known else { return [:] }
    let bytes = try InputBytes.read(known, terminal)
    var proofs: [String: MutantProof] = [:]
    var lines = JSONLines(bytes, name: known)
    var isFirst = true
    while let document = try lines.next() {
      if isFirst {
        guard document.root == header else {
          throw FileProblem.finding(
            about: known, "this is no run of `mutate --prove` about this policy as it is")
        }
        isFirst = false
        continue
      }
      guard let proof = MutantProof(document.root) else {
        throw FileProblem.finding(
          about: known, "line \(lines.line - 1) is no proof of a mutant; start without it")
      }
      proofs[proof.mutant] = proof
    }
    return proofs
  }
}
