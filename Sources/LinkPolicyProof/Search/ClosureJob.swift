internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicySystem

/// A worker that searches for sequences that break invariants, or counts the covered cells of one table.
///
/// Several threads can share the pieces of this work.
struct ClosureJob: Worker {
  enum Piece: Sendable {
    case stories
    /// Counts the covered cells of the table with the given index.
    case coverage(table: Int)
  }

  enum Product: Sendable {
    case stories(AccessStories)
    /// The coverage; nil if the table has too many cells to count.
    case coverage(table: Int, TableCoverage?)
  }

  let policy: CompiledPolicy
  let settings: FactLimits
  let access: [AccessProof]
  let attempts: [PlayedAttempts]
  let worlds: Int

  func work(on piece: Piece) -> Product {
    switch piece {
    case .stories:
      return .stories(AccessStories(access, worlds: worlds))
    case .coverage(let table):
      var counter = CoverageCounter(ofTable: table, of: policy, under: settings, attempts)
      return .coverage(table: table, counter?.coverage())
    }
  }

  func finish() {}

  /// Searches the closures for sequences that break invariants, and counts the covered cells.
  ///
  /// - Parameters:
  ///   - access: the closures, one for each domain of the owner's address.
  ///   - policy: the policy.
  ///   - options: whether to count cells, the number of threads, and the maximum number of stores that the search
  ///     visits.
  /// - Returns: the sequences, and the coverage of each table that is not too large; no coverage if cells are not
  ///   counted.
  static func results(
    of access: [AccessProof], _ policy: CompiledPolicy, _ options: Proof.Options
  ) -> (AccessStories, [TableCoverage]) {
    var pieces = [Piece.stories]
    if options.countsCells, !access.isEmpty {
      // The longest jobs start first, so that no thread still runs a long job after the other threads are idle.
      let sizes = policy.storage.tables.indices.map { table in
        access.reduce(0) { $0 + $1.closure.tables[table].askedCount }
      }
      pieces += sizes.indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }
        .map { .coverage(table: $0) }
    }
    let job = ClosureJob(
      policy: policy, settings: policy.limits(of: options.settings), access: access,
      attempts: access.map { PlayedAttempts(closure: $0.closure) }, worlds: options.worlds)
    var stories = AccessStories([], worlds: 0)
    var counted: [(table: Int, coverage: TableCoverage)] = []
    var waiting = pieces.makeIterator()
    OrderedWork.run(
      threads: pieces.count > 1 ? options.threads : 0, worker: { _ in job },
      next: { waiting.next() },
      take: { product in
        switch product {
        case .stories(let found): stories = found
        case .coverage(let table, let coverage):
          counted += coverage.map { [(table, $0)] } ?? []
        }
        return true
      })
    return (stories, counted.sorted { $0.table < $1.table }.map { $0.coverage })
  }
}
