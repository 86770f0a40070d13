internal import LinkPolicyAuthoring
package import LinkPolicyExploration
internal import LinkPolicyJSON
package import LinkPolicyTesting

/// A small set of short sequences for a policy; together, the sequences kill every mutant for which the search finds a
/// killing sequence.
///
/// The sequences expect the policy's own answers, so they cannot show that an answer is wrong.
package struct MutantSequences {
  /// The sequences, the shortest first.
  package private(set) var sequences: [StepSequence] = []
  /// The mutants that no sequence kills.
  package private(set) var unnoticed: [Mutant] = []
  /// The number of mutants that the sequences kill.
  package private(set) var noticed = 0

  // The maximum number of vectors for each mutant. More vectors allow a smaller selection but take longer to play.
  private static var witnessLimit: Int { 24 }

  /// Creates the sequences from an exploration.
  ///
  /// - Parameters:
  ///   - explorer: the exploration of the policy.
  ///   - threads: the number of threads that play sequences and judge mutants.
  ///   - progress: a function that receives status messages, such as `40 sequences reach every cell`.
  package init(_ explorer: Explorer, threads: Int, progress: (String) -> Void) {
    let policy = explorer.policy
    var pool = SequenceGenerator(explorer).sequences(for: .cells)
    var options = MutationRun.MutationOptions()
    options.threads = threads
    progress("\(pool.count) sequences reach every cell")
    var index = Self.index(of: pool, under: policy, threads)
    let first = MutationRun(of: policy, with: index, options: options)
    let survivors = first.survivors
    let found = MutantWitnessSearch.sequences(
      noticing: survivors.map { $0.survivor.policy }, by: explorer, threads: threads
    ) { count in
      progress("searched for \(count) of \(survivors.count) mutants")
    }
    pool += found.compactMap { $0 }
    pool.sort { $0.steps.count < $1.steps.count }
    index = Self.index(of: pool, under: policy, threads)
    options.witnesses = Self.witnessLimit
    let second = MutationRun(of: policy, with: index, options: options)
    unnoticed = second.survivors.map { $0.mutant }
    var killed: [Int: Set<Int>] = [:]
    for (number, verdict) in second.verdicts.enumerated() {
      guard case .killed(let witnesses) = verdict else { continue }
      noticed += 1
      for witness in witnesses {
        killed[witness, default: []].insert(number)
      }
    }
    let sets = pool.indices.map { killed[$0] ?? [] }
    sequences = SetCover.pick(sets, weights: pool.map { $0.steps.count }).map { pool[$0] }
  }

  /// Returns an index of the sequences, as vectors with all answers of the policy as expectations.
  private static func index(
    of pool: [StepSequence], under policy: CompiledPolicy, _ threads: Int
  ) -> SuiteIndex {
    var cases: [VectorCase] = []
    for sequence in pool {
      let vector = SequenceVector(
        sequence, under: policy, named: policy.name, prefix: "m", answers: .policy)
      if let read = try? VectorReader.read(vector.json.line, name: "pool", format: .jsonLines) {
        cases += read.map { $0.expectingAll }
      }
    }
    var index = SuiteIndex(policy)
    index.add(cases, threads: threads)
    precondition(index.vectors.count == pool.count, "the outcomes of a policy match its answers")
    return index
  }
}

extension VectorCase {
  /// A copy of the vector with more expectations.
  ///
  /// A step that states no disclosures expects none, and a step that states no shown outcome expects the actual
  /// outcome.
  package var expectingAll: VectorCase {
    guard var sequence else { return self }
    for index in sequence.steps.indices {
      guard case .attempt(var attempt) = sequence.steps[index].content,
        attempt.expectation.inputError == nil
      else { continue }
      attempt.expectation.tell = attempt.expectation.tell ?? []
      attempt.expectation.shown =
        attempt.expectation.shown ?? attempt.expectation.error ?? "allowed"
      sequence.steps[index].content = .attempt(attempt)
    }
    var result = self
    result.content = .sequence(sequence)
    return result
  }
}
