package import LinkPolicy
internal import LinkPolicyVectors

/// Which of the combinations of a policy's protecting clauses are safe.
package struct Sweep: Sendable {
  /// What a combination came to.
  package struct Outcome: Sendable {
    /// The bits of the clauses that were switched off.
    package var without: Int
    /// The counterexample; nil where the policy is safe without them.
    package var counterexample: Counterexample?
  }

  /// The clauses, in order.
  package let clauses: [ProtectiveClause]
  /// What each combination came to, in the order of their bits: all clauses on comes first.
  package private(set) var outcomes: [Outcome] = []

  /// The invariants that are looked at: those of taking an account over.
  private static var invariants: [Invariant] {
    [.ownMethods, .ownSessions, .oneProver, .oneHolder, .safeLanding]
  }

  /// Tries every combination; `progress` is told how far it is, on the calling thread.
  ///
  /// Throws an ``InvalidInput`` for a clause that switches nothing off.
  package init(
    _ policy: Policy, _ list: ClauseList, under assumptions: Assumptions,
    in environment: ProofEnvironment, threads: Int, progress: (_ done: Int, _ of: Int) -> Void
  ) throws(InvalidInput) {
    clauses = list.clauses
    let variants = try ClauseVariants(policy, list)
    let count = 1 << clauses.count
    let job = Job(variants: variants, assumptions: assumptions, environment: environment)
    var next = (0..<count).makeIterator()
    var outcomes: [Outcome] = []
    OrderedWork.run(
      threads: threads, worker: { _ in job }, next: { next.next() },
      take: { outcome in
        outcomes.append(outcome)
        progress(outcomes.count, count)
        return true
      })
    self.outcomes = outcomes
  }

  private struct Job: Worker {
    let variants: ClauseVariants
    let assumptions: Assumptions
    let environment: ProofEnvironment

    mutating func work(on without: Int) -> Outcome {
      guard let policy = variants.policy(without: without) else {
        preconditionFailure("every combination was compiled before")
      }
      var options = Proof.Options()
      options.invariants = Sweep.invariants.map { $0.rawValue }
      options.stopsAtFirst = true
      options.threads = 0
      let proof = Proof(policy, under: assumptions, in: environment, options)
      return Outcome(without: without, counterexample: proof.counterexamples.first)
    }

    mutating func finish() {}
  }

  /// The combinations that are safe.
  package var safe: [Outcome] { outcomes.filter { $0.counterexample == nil } }

  // MARK: Report

  /// The report for a terminal: what each single clause keeps away, and what is safe.
  package var text: String {
    var text = "\(clauses.count) clauses, \(outcomes.count) combinations, "
    text += "\(safe.count) safe\n\nwithout one clause\n"
    for (number, clause) in clauses.enumerated() {
      let outcome = outcomes[1 << number]
      text += "  " + clause.id + ": "
      guard let example = outcome.counterexample else {
        text += "still safe\n"
        continue
      }
      text += example.invariant.rawValue + " broken in \(example.steps.count) steps\n"
      for step in example.steps {
        text += "    " + step.sentence + (step.row.map { " (" + $0 + ")" } ?? "") + "\n"
      }
    }
    text += "\nsafe without\n"
    for outcome in safe {
      let names = clauses.indices.filter { outcome.without & (1 << $0) != 0 }.map {
        clauses[$0].id
      }
      text += "  " + (names.isEmpty ? "none of them" : names.joined(separator: ", ")) + "\n"
    }
    return text
  }

  /// The counterexample of each clause that is switched off alone, with the clause.
  package var singles: [(clause: String, counterexample: Counterexample?)] {
    clauses.enumerated().map { ($0.element.id, outcomes[1 << $0.offset].counterexample) }
  }
}
