internal import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyExploration
internal import LinkPolicySystem
internal import LinkPolicyTesting

/// A mutation run: the mutants of a policy with their verdicts.
package struct MutationRun: Sendable {
  /// The options of a mutation run, such as the operators to run and the number of vectors to find for each mutant.
  package struct MutationOptions: Sendable {
    /// The names of the operators to run, such as `guard-removed`; empty for all operators.
    package var operators: [String] = []
    /// The only rows to mutate, each as `table/id`; nil for all rows and declarations.
    package var rows: [String]?
    /// Whether a mutant counts as different even if only its deciding row or its list of effects differs.
    package var countsTrace = false
    /// The maximum number of vectors to find for each mutant.
    package var witnesses = 1
    /// Whether to look for one more vector in another file, if all killing vectors found so far are in one file.
    ///
    /// If true, the run plays the vectors in order.
    package var seeksOtherFile = false
    /// The number of threads that judge mutants.
    package var threads = 2

    package init() {}
  }

  /// The policy that the run mutates.
  package let policy: CompiledPolicy
  /// The mutants, in the order of the operators, then of the policy.
  package private(set) var mutants: [Mutant] = []
  /// The verdict on each mutant, in the order of ``mutants``.
  package private(set) var verdicts: [MutantVerdict] = []
  /// The names of the operators that the run uses, in the order of their mutants.
  package let operators: [String]

  /// A mutant of a run, with its verdict.
  package struct JudgedMutant: Sendable {
    package var mutant: Mutant
    package var verdict: MutantVerdict
    /// The number of mutants judged so far, including this mutant.
    package var done: Int
    /// The number of all mutants of the run.
    package var all: Int
  }

  /// Creates the mutants of a policy, and judges each mutant with the vectors of an index.
  ///
  /// - Parameters:
  ///   - policy: the policy.
  ///   - index: the index of the vectors that can kill mutants.
  ///   - options: the options of the run, such as the number of threads.
  ///   - judged: a function that receives each judged mutant, in the order of the mutants.
  package init(
    of policy: CompiledPolicy, with index: SuiteIndex, options: MutationOptions,
    judged: (JudgedMutant) -> Void = { _ in }
  ) {
    self.policy = policy
    operators = Self.operators(options).map { $0.name }
    let mutants = Self.mutants(of: policy, options)
    self.mutants = mutants
    var next = mutants.makeIterator()
    var verdicts: [MutantVerdict] = []
    let judge = MutantJudge(
      policy, index, countsTrace: options.countsTrace, witnessLimit: options.witnesses,
      seeksOtherFile: options.seeksOtherFile)
    OrderedWork.run(
      threads: options.threads, worker: { _ in judge }, next: { next.next() },
      take: { verdict in
        let mutant = mutants[verdicts.count]
        verdicts.append(verdict)
        judged(
          JudgedMutant(
            mutant: mutant, verdict: verdict, done: verdicts.count, all: mutants.count))
        return true
      })
    self.verdicts = verdicts
  }

  private static func operators(_ options: MutationOptions) -> [any MutationOperator] {
    MutationOperators.all.filter {
      options.operators.isEmpty || options.operators.contains($0.name)
    }
  }

  /// Returns whether a policy has a row or guard with the given name, including rows of derived facts.
  ///
  /// - Parameters:
  ///   - row: the name in the form of reports, such as `sign-in.password/known`, `facts.trust/otherwise` or
  ///     `guards/closed`.
  ///   - policy: the policy.
  /// - Returns: whether the row exists.
  package static func isRow(_ row: String, of policy: CompiledPolicy) -> Bool {
    let source = MutationSource(policy)
    return (source.tables + [.guards]).contains { table in
      let name = table.name(in: source.document)
      return table.rows(of: source.document).contains {
        RowName(table: name, id: $0.id.value).text.hasSameBytes(as: row)
      }
    }
  }

  /// Returns the names of the rows and guards that differ between two versions of a policy, such as `guards/closed`.
  ///
  /// - Parameter policies: the old and the new version of the policy.
  /// - Returns: the rows of the new version, in the order of that version.
  package static func changedRows(_ policies: Sides<CompiledPolicy>) -> [String] {
    EditedPart.all(policies).filter { $0.positions.new != nil }.compactMap { part in
      switch part.subject {
      case .row(let table, let id): RowName(table: table, id: id).text
      case .guardRow(let id): RowName(table: "guards", id: id).text
      case .factRow(let fact, let id):
        RowName(table: Name("facts." + fact.text), id: id).text
      case .order, .factOrder, .fact, .domain, .claim, .provider, .setting, .input, .identifier,
        .search, .label,
        .purpose,
        .action, .actionGroup, .error, .invariant, .impossible, .proof, .addresses, .methods,
        .pool, .pin:
        nil
      }
    }
  }

  /// Returns the mutants of a policy, in the order of the operators, then of the policy.
  package static func mutants(of policy: CompiledPolicy, _ options: MutationOptions) -> [Mutant] {
    let source = MutationSource(policy)
    return operators(options).flatMap { operation in
      operation.mutants(of: source).filter { mutant in
        options.rows.map { rows in
          rows.contains { mutant.row?.text.hasSameBytes(as: $0) ?? false }
        } ?? true
      }
    }
  }

  /// The surviving mutants with the details of their survival.
  package var survivors: [(mutant: Mutant, survivor: Survivor)] {
    zip(mutants, verdicts).compactMap { mutant, verdict in
      if case .survived(let survivor) = verdict { (mutant, survivor) } else { nil }
    }
  }

  /// Returns the ids of a small set of vectors that together kill every mutant that the vectors of the index kill.
  ///
  /// With a greater value of ``MutationOptions/witnesses``, the set can be smaller, but the run takes longer.
  package func adequate(_ index: SuiteIndex) -> [String] {
    var sets = [Set<Int>](repeating: [], count: index.vectors.count)
    for (number, verdict) in verdicts.enumerated() {
      guard case .killed(let witnesses) = verdict else { continue }
      for witness in witnesses {
        sets[witness].insert(number)
      }
    }
    let weights = index.vectors.map { $0.stepCount }
    return SetCover.pick(sets, weights: weights).map { index.vectors[$0].id }
  }
}

/// The search for the shortest sequences that kill surviving mutants.
package enum MutantWitnessSearch {
  /// Searches for sequences that an edited policy answers differently than the original policy, one for each edited
  /// policy.
  ///
  /// - Parameters:
  ///   - policies: the edited policies.
  ///   - explorer: the exploration of the original policy.
  ///   - threads: the number of threads that search for sequences.
  ///   - isSpent: a function that returns true when the search must end.
  ///   - done: a function that is called after each finished policy with the number of finished policies.
  /// - Returns: the sequences in the order of the policies; nil for a policy without a sequence. If the search ended
  ///   early, the result contains only the sequences of the first policies.
  package static func sequences(
    noticing policies: [CompiledPolicy], by explorer: Explorer, threads: Int,
    until isSpent: @escaping @Sendable () -> Bool = { false }, done: (Int) -> Void
  ) -> [StepSequence?] {
    var rest = policies.makeIterator()
    var found: [StepSequence?] = []
    OrderedWork.run(
      threads: threads, worker: { _ in Searcher(explorer: explorer, isSpent: isSpent) },
      next: { isSpent() ? nil : rest.next() },
      take: { sequence in
        found.append(sequence)
        done(found.count)
        return true
      })
    return found
  }

  private struct Searcher: Worker {
    let explorer: Explorer
    let isSpent: @Sendable () -> Bool

    func work(on piece: CompiledPolicy) -> StepSequence? {
      explorer.shortestDifference(from: piece, until: isSpent)
    }

    func finish() {}
  }
}
