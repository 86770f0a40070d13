package import LinkPolicyAuthoring
package import LinkPolicyTesting

/// What each vector about one policy, and each file of them, is there for.
///
/// A vector has a purpose where it has a transition, or a pair of transitions, that none before it has, or
/// where it notices a mutant that fewer than three others notice: for this, those that have the first purpose
/// count as if they came before all others. So the vectors that have none can all be left out, and no
/// transition, pair or noticed mutant is lost. A file has a purpose too where it alone shows a statement of the
/// documents, which need not be about rows: an address that cannot be used is as if absent.
package struct SuitePurposes: Sendable {
  /// How many vectors may notice a mutant before a further one adds nothing.
  static var enough: Int { 3 }

  /// The files, in the order in which their first vectors came.
  package private(set) var shards: [ShardPurpose] = []
  /// The transitions and the pairs of transitions of all vectors together.
  package private(set) var transitions = 0
  package private(set) var pairs = 0
  /// The mutants of the policy that some vector notices, and those that none does.
  package private(set) var noticed = 0
  package private(set) var unnoticed = 0
  /// The ids of the vectors that fail under the policy, and so show nothing.
  package private(set) var failing: [String] = []

  /// Plays vectors, then every mutant of the policy before them.
  ///
  /// - Parameters:
  ///   - policy: the policy that the vectors are about.
  ///   - cases: the vectors, in their order; a text that must be refused is none.
  ///   - threads: how many threads do the work.
  package init(_ policy: CompiledPolicy, _ cases: [VectorCase], threads: Int) {
    var files: [String: Int] = [:]
    var shardOfCase: [Int] = []
    for vector in cases {
      if let known = files[vector.file] {
        shardOfCase.append(known)
      } else {
        files[vector.file] = shards.count
        shardOfCase.append(shards.count)
        shards.append(ShardPurpose(file: vector.file))
      }
    }
    let visits = transitions(of: cases, shardOfCase, policy)
    let passing = cases.indices.filter { visits[$0] != .fails }
    failing = cases.indices.filter { visits[$0] == .fails }.map { cases[$0].id }
    countStatements(of: passing.map { (cases[$0], shardOfCase[$0]) })
    // Numbered so that those that add something come first, each in its order.
    let order = passing.filter { visits[$0] == .adds } + passing.filter { visits[$0] != .adds }
    var index = SuiteIndex(policy)
    index.add(order.map { cases[$0] }, threads: threads)
    // By number: two files may have cases of one id.
    let rare = Set(mutants(policy, index, files, threads).map { order[$0] })
    for number in cases.indices {
      let shard = shardOfCase[number]
      shards[shard].vectors += 1
      if visits[number] == .adds {
        shards[shard].adding += 1
      } else if rare.contains(number) {
        shards[shard].rare += 1
      } else {
        shards[shard].idle.append(cases[number].id)
      }
    }
  }

  /// What playing a vector came to.
  private enum Visit {
    case fails, adds, repeats
  }

  /// Counts transitions and pairs, those of one file alone too; what each vector came to.
  private mutating func transitions(
    of cases: [VectorCase], _ shardOfCase: [Int], _ policy: CompiledPolicy
  ) -> [Visit] {
    let player = Player(policy.policy)
    var coverage = Coverage(policy)
    // The file of each; nil once there is a second one.
    var transitions: [Coverage.Transition: Int?] = [:]
    var pairs: [Coverage.TransitionPair: Int?] = [:]
    let results = zip(cases, shardOfCase).map { (vector, shard) -> Visit in
      let played = player.play(vector)
      guard played.mismatches.isEmpty else { return .fails }
      let visited = coverage.visits(of: played.steps.map { $0.decision })
      for transition in visited.transitions {
        transitions[transition] =
          transitions[transition, default: shard] == shard ? shard : .some(nil)
      }
      for pair in visited.pairs {
        pairs[pair] = pairs[pair, default: shard] == shard ? shard : .some(nil)
      }
      return coverage.add(played) ? .adds : .repeats
    }
    for case let shard? in transitions.values {
      shards[shard].transitions += 1
    }
    for case let shard? in pairs.values {
      shards[shard].pairs += 1
    }
    self.transitions = transitions.count
    self.pairs = pairs.count
    return results
  }

  /// Counts the statements that vectors of one file alone prove.
  private mutating func countStatements(of passing: [(vector: VectorCase, shard: Int)]) {
    var shards: [String: Set<Int>] = [:]
    for (vector, shard) in passing {
      for statement in vector.proves {
        shards[statement, default: []].insert(shard)
      }
    }
    for only in shards.values where only.count == 1 {
      for shard in only {
        self.shards[shard].statements += 1
      }
    }
  }

  /// Counts mutants; the numbers of the vectors that are among the first to notice one.
  private mutating func mutants(
    _ policy: CompiledPolicy, _ index: SuiteIndex, _ files: [String: Int], _ threads: Int
  ) -> Set<Int> {
    var options = MutationRun.Options()
    options.witnesses = Self.enough
    options.seeksOtherFile = true
    options.threads = threads
    var rare: Set<Int> = []
    for verdict in MutationRun(policy, index, options).verdicts {
      switch verdict {
      case .refused, .equivalent: continue
      case .survived: unnoticed += 1
      case .killed(let witnesses):
        noticed += 1
        rare.formUnion(witnesses.prefix(Self.enough))
        let shards = Set(witnesses.compactMap { files[index.vectors[$0].file] })
        if let only = shards.first, shards.count == 1 {
          self.shards[only].mutants += 1
        }
      }
    }
    return rare
  }
}
