package import LinkPolicyAuthoring
package import LinkPolicyTesting

/// The purpose of each vector for one policy, and of each vector file.
///
/// A vector has a purpose if it reaches a transition, or a pair of transitions, that no preceding vector reaches. A
/// vector also has a purpose if it kills a mutant that fewer than three preceding vectors kill. For this count, vectors
/// that add a transition or pair precede all other vectors. Removing every vector without a purpose loses no
/// transition, pair or killed mutant. A file also has a purpose if only this file proves a statement of the documents,
/// for example that an unusable address counts as absent.
package struct SuitePurposes: Sendable {
  /// The number of vectors that suffice for a mutant; a further vector that kills the mutant adds nothing.
  static var enough: Int { 3 }

  /// The files, in the order of their first vectors.
  package private(set) var shards: [ShardPurpose] = []
  /// The number of transitions that the vectors reach.
  package private(set) var transitions = 0
  /// The number of pairs of transitions that the vectors reach.
  package private(set) var pairs = 0
  /// The number of mutants that the vectors kill.
  package private(set) var noticed = 0
  /// The number of mutants that no vector kills.
  package private(set) var unnoticed = 0
  /// The ids of the vectors that fail under the policy.
  package private(set) var failing: [String] = []

  /// Plays the vectors, and then judges all mutants of the policy with them.
  ///
  /// - Parameters:
  ///   - policy: the policy of the vectors.
  ///   - cases: the vectors in order, without rejected texts.
  ///   - threads: the number of threads that play vectors and judge mutants.
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
    // The vectors that add a transition or pair come first; otherwise the order of the vectors is unchanged.
    let order = passing.filter { visits[$0] == .adds } + passing.filter { visits[$0] != .adds }
    var index = SuiteIndex(policy)
    index.add(order.map { cases[$0] }, threads: threads)
    // Numbers identify the vectors, because two files can have vectors with the same id.
    let rare = Set(
      mutants(of: policy, index: index, files: files, threads: threads).map { order[$0] })
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

  /// The result of playing a vector: a failure, a new transition or pair, or a repetition.
  private enum Visit {
    case fails, adds, repeats
  }

  /// Counts the transitions and pairs in total and per file, and returns the result of each vector.
  private mutating func transitions(
    of cases: [VectorCase], _ shardOfCase: [Int], _ policy: CompiledPolicy
  ) -> [Visit] {
    let player = Player(policy.policy)
    var coverage = Coverage(policy)
    // For each transition, the only file that reaches the transition; nil if several files reach the transition.
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

  /// Counts the statements that the vectors of only one file prove.
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

  /// Counts the mutants, and returns the numbers of the vectors that are among the first three to kill a mutant.
  private mutating func mutants(
    of policy: CompiledPolicy, index: SuiteIndex, files: [String: Int], threads: Int
  ) -> Set<Int> {
    var options = MutationRun.MutationOptions()
    options.witnesses = Self.enough
    options.seeksOtherFile = true
    options.threads = threads
    var rare: Set<Int> = []
    for verdict in MutationRun(of: policy, with: index, options: options).verdicts {
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

/// The purpose of a vector file: its additions to the preceding vectors, and the coverage that only this file provides.
package struct ShardPurpose: Sendable {
  /// The name of the vector file, as in `VectorCase.file`.
  package let file: String
  /// The number of vectors for the policy.
  package internal(set) var vectors = 0
  /// The number of vectors that add a transition or a pair of transitions.
  package internal(set) var adding = 0
  /// The number of other vectors that kill a mutant that fewer than three preceding vectors kill.
  package internal(set) var rare = 0
  /// The ids of the vectors without a purpose, in order.
  package internal(set) var idle: [String] = []
  /// The number of transitions that only this file covers.
  package internal(set) var transitions = 0
  /// The number of pairs of transitions that only this file covers.
  package internal(set) var pairs = 0
  /// The number of mutants that only this file kills.
  package internal(set) var mutants = 0
  /// The number of statements of the documents that only this file proves.
  package internal(set) var statements = 0

  /// Creates the purpose of a file, before any vector of the file is counted.
  init(file: String) {
    self.file = file
  }

  /// Whether the suite would lose coverage without the file.
  package var isNeeded: Bool { transitions + pairs + mutants + statements > 0 }
}
