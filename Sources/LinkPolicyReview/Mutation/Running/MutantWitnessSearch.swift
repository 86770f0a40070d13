package import LinkPolicyAuthoring
internal import LinkPolicySystem
internal import LinkPolicyTesting

/// Searches for the shortest sequences that would notice mutants which no vector notices.
package enum MutantWitnessSearch {
  /// A sequence for each policy, nil where none is found; in the order of the policies.
  ///
  /// `done` is told after each, with how many there were so far.
  package static func sequences(
    noticing policies: [CompiledPolicy], by explorer: Explorer, threads: Int, done: (Int) -> Void
  ) -> [StepSequence?] {
    var rest = policies.makeIterator()
    var found: [StepSequence?] = []
    OrderedWork.run(
      threads: threads, worker: { _ in Searcher(explorer: explorer) }, next: { rest.next() },
      take: { sequence in
        found.append(sequence)
        done(found.count)
        return true
      })
    return found
  }

  private struct Searcher: Worker {
    let explorer: Explorer

    func work(on piece: CompiledPolicy) -> StepSequence? {
      explorer.shortestDifference(from: piece)
    }

    func finish() {}
  }
}
