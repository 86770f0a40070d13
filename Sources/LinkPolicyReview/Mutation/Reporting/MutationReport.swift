package import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyJSON
internal import LinkPolicyTesting

/// What a run of mutation came to: counts by operator, and the mutants that survive.
package struct MutationReport: Sendable {
  /// What became of some mutants.
  package struct Counts: Sendable, Equatable {
    /// The edits that load.
    package var mutants = 0
    /// Those that a vector notices.
    package var killed = 0
    /// Those that nothing can tell from the policy.
    package var equivalent = 0
    /// Those that no vector notices.
    package var survived = 0
    /// The edits that do not load, which are no mutants.
    package var refused = 0

    mutating func add(_ verdict: MutantVerdict) {
      switch verdict {
      case .refused: refused += 1
      case .equivalent: equivalent += 1
      case .killed: killed += 1
      case .survived: survived += 1
      }
      mutants = killed + equivalent + survived
    }
  }

  /// A mutant that survives.
  package struct Entry: Sendable {
    /// The mutant.
    package var mutant: Mutant
    /// What is known of it.
    package var survivor: Survivor
    /// Whether a vector was looked for.
    package internal(set) var isSearched = false
    /// The shortest sequence found that would notice it.
    package internal(set) var sequence: StepSequence?
    /// The sequence as a vector without answers, a line of JSON.
    package internal(set) var witness: [UInt8]?
  }

  /// The name of the policy.
  package let policy: String
  /// Its digest.
  package let digest: String
  /// The files that positions refer to.
  package let sources: SourceMap
  /// How many vectors were used.
  package let vectors: Int
  /// How many situations they come through.
  package let situations: Int
  /// The counts by operator, in the order of the operators.
  package private(set) var operators: [(name: String, counts: Counts)] = []
  /// All counts together.
  package private(set) var total = Counts()
  /// The mutants that survive, the most dangerous first; those that only add what the policy uses
  /// nowhere come last.
  package internal(set) var survivors: [Entry] = []

  package init(_ run: MutationRun, _ index: SuiteIndex) {
    policy = run.policy.name
    digest = run.policy.digest.text
    sources = run.policy.sources
    vectors = index.vectors.count
    situations = index.situationCount
    operators = run.operators.map { ($0, Counts()) }
    for (mutant, verdict) in zip(run.mutants, run.verdicts) {
      total.add(verdict)
      for place in operators.indices where operators[place].name == mutant.operation {
        operators[place].counts.add(verdict)
      }
    }
    let survivors = run.survivors.map { Entry(mutant: $0.mutant, survivor: $0.survivor) }
    let places = survivors.indices.sorted {
      (survivors[$0].rank, $0) < (survivors[$1].rank, $1)
    }
    self.survivors = places.map { survivors[$0] }
  }

  /// Adds to the first survivors the shortest vectors that would notice them, as far as a search
  /// finds one.
  ///
  /// Nothing is expected of their steps: an expected answer comes from a document.
  package mutating func search(
    by explorer: Explorer, named policyName: String, limit: Int, threads: Int,
    progress: (Int) -> Void
  ) {
    let searched = survivors.prefix(limit)
    let found = MutantWitnessSearch.sequences(
      noticing: searched.map { $0.survivor.policy }, by: explorer, threads: threads,
      done: progress)
    for (place, sequence) in found.enumerated() {
      survivors[place].isSearched = true
      guard let sequence,
        Self.isNoticed(survivors[place].survivor.policy, by: sequence, under: explorer.policy)
      else { continue }
      survivors[place].sequence = sequence
      survivors[place].witness =
        SequenceVector(
          sequence, under: explorer.policy, named: policyName, prefix: "m", answers: .none
        ).json.line
    }
  }

  /// Whether a sequence, as a vector that expects what the policy answers, fails under a mutant.
  ///
  /// Not all that differs is anything that vectors can expect, such as an error's name on a platform.
  private static func isNoticed(
    _ mutant: CompiledPolicy, by sequence: StepSequence, under policy: CompiledPolicy
  ) -> Bool {
    let vector = SequenceVector(
      sequence, under: policy, named: policy.name, prefix: "m", answers: .policy)
    let cases: [VectorCase]
    do throws(InvalidInput) {
      cases = try VectorReader.read(vector.json.line, name: "survivor", format: .jsonLines)
    } catch {
      return false
    }
    let player = Player(mutant.policy)
    return cases.contains { player.play($0.expectingAll).mismatches.contains { $0.isNormative } }
  }

  /// How many survivors a vector was looked for.
  package var searched: Int { survivors.count { $0.isSearched } }

  /// For how many of them one was found.
  package var shown: Int { survivors.count { $0.sequence != nil } }

  /// The survivors that do more than add what the policy uses nowhere.
  var likely: [Entry] { survivors.filter { $0.mutant.unused == nil } }

  /// One line about the survivors that add what the policy uses nowhere; nil where there is none.
  func unusedLine<Format: OutputFormat>() -> OutputText<Format>? {
    let words = survivors.compactMap { $0.mutant.unused }
    guard !words.isEmpty else { return nil }
    let list = Set(words).sorted().joined(separator: ", ")
    return "\(words.count) survivors add what the policy uses nowhere: \(list)"
  }

  /// Whether there are mutants, and every one is noticed or proved to change nothing.
  package var isClean: Bool { total.mutants > 0 && total.survived == 0 }
}

extension MutationReport.Entry {
  /// The place among survivors: by the worst that the edit does, as ``ChangeKind`` is ordered.
  fileprivate var rank: Int {
    let worst = ChangeKind.rank(survivor.kinds)
    return mutant.unused == nil ? worst : 2 * ChangeKind.allCases.count + 1 + worst
  }
}
