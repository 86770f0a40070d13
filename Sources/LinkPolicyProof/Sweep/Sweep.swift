package import LinkPolicy
internal import LinkPolicySystem
internal import LinkPolicyVectors

/// Which of the combinations of a policy's protecting clauses are safe.
///
/// Most are seen to be unsafe by playing what breaks the policy without one clause; only what that
/// does not break is explored.
package struct Sweep: Sendable {
  /// What a combination came to.
  package struct Outcome: Sendable {
    /// The bits of the clauses that were switched off.
    package var without: Int
    /// A counterexample, the shortest where at most one clause was; nil where none was found.
    package var counterexample: Counterexample?
    /// Whether the exploration came to its end without one.
    package var isSafe: Bool
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
    _ policy: CompiledPolicy, _ list: ClauseList, under assumptions: Assumptions,
    in environment: ProofEnvironment, threads: Int, progress: (_ done: Int, _ of: Int) -> Void
  ) throws(InvalidInput) {
    clauses = list.clauses
    let variants = try ClauseVariants(policy, list)
    let count = 1 << clauses.count
    let job = Job(variants: variants, assumptions: assumptions, environment: environment)
    // Those that lack one clause at most, whose shortest stories are told.
    let first = [0] + clauses.indices.map { 1 << $0 }
    var found: [Int: Outcome] = [:]
    func take(_ outcome: Outcome) -> Bool {
      found[outcome.without] = outcome
      progress(found.count, count)
      return true
    }
    var pieces = first.makeIterator()
    OrderedWork.run(
      threads: threads, worker: { _ in job }, next: { pieces.next() }, take: take)
    var others = job
    others.known = first.compactMap { found[$0]?.counterexample }
    var rest = (0..<count).lazy.filter { !first.contains($0) }.makeIterator()
    OrderedWork.run(
      threads: threads, worker: { [others] _ in others }, next: { rest.next() }, take: take)
    outcomes = (0..<count).compactMap { found[$0] }
  }

  private struct Job: Worker {
    let variants: ClauseVariants
    let assumptions: Assumptions
    let environment: ProofEnvironment
    /// Counterexamples of other combinations, which are tried before anything is explored.
    var known: [Counterexample] = []

    mutating func work(on without: Int) -> Outcome {
      guard let policy = variants.policy(without: without) else {
        preconditionFailure("every combination was compiled before")
      }
      if let example = known.first(where: { $0.holds(under: policy, in: environment) }) {
        return Outcome(without: without, counterexample: example, isSafe: false)
      }
      var options = Proof.Options()
      options.invariants = Sweep.invariants.map { $0.id }
      options.stopsAtFirst = true
      options.threads = 0
      let proof = Proof(policy, under: assumptions, in: environment, options)
      let example = proof.counterexamples.first
      known += example.map { [$0] } ?? []
      return Outcome(without: without, counterexample: example, isSafe: proof.isProved)
    }

    mutating func finish() {}
  }

  /// The combinations that are safe.
  package var safe: [Outcome] { outcomes.filter { $0.isSafe } }

  /// Those whose exploration was stopped before it showed anything.
  package var undecided: [Outcome] {
    outcomes.filter { !$0.isSafe && $0.counterexample == nil }
  }

  // MARK: Report

  /// The report for a terminal: what each single clause keeps away, and what is safe.
  package var text: TerminalText {
    var text: TerminalText = "\(clauses.count) clauses, \(outcomes.count) combinations, "
    text += "\(safe.count) safe"
    text += undecided.isEmpty ? "" : ", \(undecided.count) stopped before the end"
    text += "\n\nwithout one clause\n"
    for (number, clause) in clauses.enumerated() {
      let outcome = outcomes[1 << number]
      text += "  \(clause.id): "
      guard let example = outcome.counterexample else {
        text += outcome.isSafe ? "still safe\n" : "stopped before the end\n"
        continue
      }
      text += "\(example.invariant.id) broken in \(example.steps.count, of: "step")\n"
      for step in example.steps {
        text += "    \(step.sentence)"
        text += step.row.map { " (\($0))\n" } ?? "\n"
      }
    }
    text += "\nsafe without\n"
    for outcome in safe {
      let names = clauses.indices.filter { outcome.without & (1 << $0) != 0 }.map {
        clauses[$0].id
      }
      text += names.isEmpty ? "  none of them\n" : "  \(names.joined(by: ", "))\n"
    }
    return text
  }

  /// The counterexample of each clause that is switched off alone, with the clause.
  package var singles: [(clause: String, counterexample: Counterexample?)] {
    clauses.enumerated().map { ($0.element.id, outcomes[1 << $0.offset].counterexample) }
  }
}
