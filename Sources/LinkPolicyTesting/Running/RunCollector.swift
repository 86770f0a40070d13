internal import LinkPolicy
internal import LinkPolicyDiagnostics
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
    if case .block(let block) = product.piece {
      take(product.ids, block, each)
    }
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
    for note in product.notes where told.insert(Name(note)).inserted {
      each(.note(note))
    }
    if case .end(let file, let check) = product.piece {
      endFile(file, check, each)
    }
    progress.bytes += product.bytes
    progress.cases += product.ids.count
    progress.failed = run.failed
    each(.progress(progress))
  }

  /// What came of everything.
  mutating func finish(_ selection: VectorSelection) -> VectorRun {
    if !run.problems.isEmpty {
      for index in run.tallies.indices {
        run.tallies[index].noteProblems()
      }
    }
    if run.count == 0 {
      run.explanation = unselected.explanation(selection)
    }
    return run
  }

  private mutating func take(
    _ entries: [IDTable.Entry], _ block: VectorBlock, _ each: (RunEvent) -> Void
  ) {
    if block.number >= names.count {
      names += Array(repeating: "", count: block.number - names.count) + [block.file.path]
    }
    fileCases += entries.count
    for entry in entries {
      guard let first = ids.take(entry, file: block.number) else { continue }
      tell(duplicate(entry, block.file.path, first), each)
    }
  }

  /// Tells what shows only at the end of a file: that it has no case, or is not the shard that a
  /// manifest lists.
  private mutating func endFile(
    _ file: VectorFile, _ check: ShardCheck?, _ each: (RunEvent) -> Void
  ) {
    if var check {
      do throws(InvalidInput) {
        // Where a case could not be read, the number of cases says nothing more.
        try check.finish(count: fileFindings == 0 ? fileCases : nil)
      } catch {
        tell(error, each)
      }
    } else if fileCases == 0, fileFindings == 0 {
      tell(VectorReader.noCases(file.path), each)
    }
    if fileFindings > Self.findingLimit {
      let more = fileFindings - Self.findingLimit
      each(.note("\(more) more findings about `\(file.path)` are not shown"))
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
