internal import LinkPolicy
internal import LinkPolicyJSON

/// Puts together what came of the blocks, in their order.
struct RunCollector {
  /// The most findings about one file that are told.
  static var findingLimit: Int { 100 }

  private(set) var run: VectorRun
  private var ids = IDTable()
  private var names: [String] = []
  private var unselected = UnselectedNames()
  private var progress: RunProgress
  /// The cases and findings of the file that is being read.
  private var fileCases = 0
  private var fileFindings = 0
  /// What was told already: a policy that cannot be had is met by every block.
  private var told: Set<Name> = []

  init(_ implementations: [Implementation], totalBytes: Int) {
    var tallies = implementations.map { implementation in
      var tally = RunTally()
      tally.implementation = implementation
      return tally
    }
    if tallies.isEmpty {
      tallies = [RunTally()]
    }
    run = VectorRun(tallies: tallies)
    progress = RunProgress(bytes: 0, totalBytes: totalBytes, cases: 0, failed: 0)
  }

  /// Takes what came of the next block.
  mutating func take(_ product: BlockProduct, each: (RunEvent) -> Void) {
    take(product.ids, product.block, each)
    for (index, tally) in product.tallies.enumerated() {
      run.tallies[index].add(tally)
    }
    for result in product.results {
      if result.verdict.isFailure, run.failures.count < VectorRun.failureLimit {
        run.failures.append(result)
      }
      each(.result(result))
    }
    run.disagreementCount += product.disagreements.count
    let room = VectorRun.failureLimit - run.disagreements.count
    run.disagreements += product.disagreements.prefix(max(0, room))
    for problem in product.problems {
      tell(problem, each)
    }
    unselected.add(product.unselected)
    compare(product.digests, product.block, each)
    if product.block.isLast {
      endFile(product, each)
    }
    progress.bytes += product.bytes
    progress.cases += product.ids.count
    progress.failed = run.failed
    each(.progress(progress))
  }

  /// What came of everything.
  mutating func finish(_ selection: VectorSelection) -> VectorRun {
    if run.count == 0 {
      run.explanation = unselected.explanation(selection)
    }
    return run
  }

  private mutating func take(
    _ entries: [IDTable.Entry], _ block: VectorBlock, _ each: (RunEvent) -> Void
  ) {
    if !entries.isEmpty, block.file >= names.count {
      names += Array(repeating: "", count: block.file - names.count) + [block.name]
    }
    fileCases += entries.count
    for entry in entries {
      guard let first = ids.take(entry, file: block.file) else { continue }
      tell(duplicate(entry, block.name, first), each)
    }
  }

  /// Notes where a suite was made for another version of a policy than the one that decides.
  private mutating func compare(
    _ digests: [Name: String], _ block: VectorBlock, _ each: (RunEvent) -> Void
  ) {
    guard let suite = block.shard?.suite.manifest else { return }
    for policy in suite.policies {
      guard let digest = digests[Name(policy.name)], digest != policy.digest else { continue }
      let note =
        "the suite `\(suite.suite)` was made for a policy `\(policy.name)` of another digest, "
        + "`\(policy.digest.prefix(12))…`; this one has `\(digest.prefix(12))…`"
      if told.insert(Name(note)).inserted {
        each(.note(note))
      }
    }
  }

  private mutating func endFile(_ product: BlockProduct, _ each: (RunEvent) -> Void) {
    let block = product.block
    if var check = block.check {
      do throws(InvalidInput) {
        let isCounted = fileFindings == 0 && !product.isStopped
        try check.finish(count: isCounted ? fileCases : nil)
      } catch {
        tell(error, each)
      }
    }
    if fileCases == 0, fileFindings == 0 {
      tell(
        InvalidInput(
          [
            Diagnostic(
              .vectorNoCases, .error, "the file has no case",
              at: SourcePosition(line: 1, column: 1), help: "write one case a line")
          ], in: SourceMap(files: [SourceMap.File(name: block.name)])), each)
    }
    if fileFindings > Self.findingLimit {
      let more = fileFindings - Self.findingLimit
      each(.note("\(more) more findings about `\(block.name)` are not shown"))
    }
    fileCases = 0
    fileFindings = 0
  }

  private mutating func tell(_ problem: InvalidInput, _ each: (RunEvent) -> Void) {
    let news = problem.diagnostics.filter { diagnostic in
      let place = diagnostic.position.map { problem.sources.describe($0) } ?? ""
      return told.insert(Name(place + " " + diagnostic.message)).inserted
    }
    guard !news.isEmpty else { return }
    let room = Self.findingLimit - fileFindings
    fileFindings += news.count
    guard room > 0 else { return }
    let shown = InvalidInput(Array(news.prefix(room)), in: problem.sources)
    if run.problems.count < Self.findingLimit {
      run.problems.append(shown)
    }
    each(.problem(shown))
  }

  private func duplicate(
    _ entry: IDTable.Entry, _ file: String, _ first: IDTable.Place
  ) -> InvalidInput {
    var sources = SourceMap()
    var position = entry.position
    position.file = sources.add(SourceMap.File(name: file))
    var related = first.position
    related.file = sources.add(SourceMap.File(name: names[first.file]))
    return InvalidInput(
      [
        Diagnostic(
          .vectorDuplicateID, .error, "two cases have the id `\(entry.id)`", at: position,
          help: "give the newer one an id of its own",
          related: [Diagnostic.Related("first used here", at: related)])
      ], in: sources)
  }
}
