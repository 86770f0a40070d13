internal import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicySystem
internal import LinkPolicyTesting

/// A run of mutation: every small edit of a policy, and what became of it.
package struct MutationRun: Sendable {
  /// What is looked at, and how.
  package struct Options: Sendable {
    /// The operators by name; empty for all.
    package var operators: [String] = []
    /// The one row whose mutants are made: `table/id`.
    package var row: String?
    /// Whether a row or a list of effects that differs is noticed as well.
    package var countsTrace = false
    /// How many vectors are looked for that notice a mutant.
    package var witnesses = 1
    /// Whether vectors are taken in their order, and after enough of them one of another file is
    /// looked for.
    package var seeksOtherFile = false
    /// How many threads do the work.
    package var threads = 2

    package init() {}
  }

  /// The policy.
  package let policy: CompiledPolicy
  /// The mutants that were made, in the order of operators and of the policy.
  package private(set) var mutants: [Mutant] = []
  /// What became of each.
  package private(set) var verdicts: [MutantVerdict] = []
  /// The operators that were asked for.
  package let operators: [String]

  /// Makes the mutants of a policy and judges each by the vectors of an index.
  package init(_ policy: CompiledPolicy, _ index: SuiteIndex, _ options: Options) {
    self.policy = policy
    operators = Self.operators(options).map { $0.name }
    mutants = Self.mutants(of: policy, options)
    var next = mutants.makeIterator()
    var verdicts: [MutantVerdict] = []
    let judge = MutantJudge(
      policy, index, countsTrace: options.countsTrace, witnessLimit: options.witnesses,
      seeksOtherFile: options.seeksOtherFile)
    OrderedWork.run(
      threads: options.threads, worker: { _ in judge }, next: { next.next() },
      take: { verdict in
        verdicts.append(verdict)
        return true
      })
    self.verdicts = verdicts
  }

  private static func operators(_ options: Options) -> [any MutationOperator] {
    MutationOperators.all.filter {
      options.operators.isEmpty || options.operators.contains($0.name)
    }
  }

  /// Whether a policy has a row of a name: a decision's, a derived fact's, or a guard.
  ///
  /// - Parameters:
  ///   - row: the name as reports write it, such as `sign-in.password/known`, `facts.trust/otherwise` or
  ///     `guards/closed`.
  ///   - policy: the policy.
  /// - Returns: whether there is such a row.
  package static func isRow(_ row: String, of policy: CompiledPolicy) -> Bool {
    let source = MutationSource(policy)
    return (source.tables + [.guards]).contains { table in
      let name = table.name(in: source.document)
      return table.rows(of: source.document).contains {
        RowName(table: name, id: $0.id.value).text.hasSameBytes(as: row)
      }
    }
  }

  /// The edits of a policy, in the order of operators and of the policy.
  package static func mutants(of policy: CompiledPolicy, _ options: Options) -> [Mutant] {
    let source = MutationSource(policy)
    return operators(options).flatMap { operation in
      operation.mutants(of: source).filter { mutant in
        options.row.map { mutant.row?.text.hasSameBytes(as: $0) ?? false } ?? true
      }
    }
  }

  /// The mutants that survive, with what is known of them.
  package var survivors: [(mutant: Mutant, survivor: Survivor)] {
    zip(mutants, verdicts).compactMap { mutant, verdict in
      if case .survived(let survivor) = verdict { (mutant, survivor) } else { nil }
    }
  }

  /// The ids of few vectors that together notice every mutant that any notices.
  ///
  /// Fewest where ``Options/witnesses`` lets the run look for many.
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
