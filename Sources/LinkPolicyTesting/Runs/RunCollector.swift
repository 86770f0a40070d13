internal import LinkPolicy
public import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// Collects the results of all blocks in the order of the input, so that the reports do not depend on the number of
/// threads.
struct RunCollector {
  /// The maximum number of findings that the run reports for each file.
  static var findingLimit: Int { 100 }

  private(set) var run: VectorRun
  private var ids = IDTable()
  private var names: [String] = []
  private var unselected = UnselectedNames()
  private var skipped = SkippedCases()
  private var progress: RunProgress
  /// The number of cases in the current file; `fileFindings` counts the findings in this file.
  private var fileCases = 0
  private var fileFindings = 0
  /// The messages reported so far.
  ///
  /// A message that many blocks repeat, such as a message about an unavailable policy, is reported only once.
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

  /// Adds the results of the next piece of the input, and reports the results as events.
  mutating func take(_ product: BlockProduct, each: (RunEvent) -> Void) {
    if case .block(let block) = product.piece {
      take(product.ids, of: block, each: each)
    }
    for (index, tally) in product.tallies.enumerated() {
      run.tallies[index].add(tally)
    }
    for result in product.results {
      if result.verdict.isFailure, run.failures.count < VectorRun.failureLimit {
        run.failures.append(result)
      }
      skipped.add(result)
      each(.result(result))
    }
    run.disagreementCount += product.disagreements.count
    let room = VectorRun.failureLimit - run.disagreements.count
    run.disagreements += product.disagreements.prefix(max(0, room))
    for problem in product.problems {
      tell(problem, each: each)
    }
    unselected.add(product.unselected)
    for note in product.notes where told.insert(Name(note)).inserted {
      each(.note(note))
    }
    if case .end(let file, let check) = product.piece {
      endFile(file, check: check, each: each)
    }
    progress.bytes += product.bytes
    progress.cases += product.ids.count
    progress.failed = run.failed
    each(.progress(progress))
  }

  /// Reports the first cases that were selected by id but skipped, and returns the results of the run.
  mutating func finish(_ selection: VectorSelection, each: (RunEvent) -> Void) -> VectorRun {
    if !run.problems.isEmpty {
      for index in run.tallies.indices {
        run.tallies[index].noteProblems()
      }
    }
    if run.count == 0 {
      run.explanation = skipped.explanation(selection) ?? unselected.explanation(selection)
    } else if !selection.ids.isEmpty {
      for message in skipped.messages {
        each(.note(message))
      }
    }
    return run
  }

  private mutating func take(
    _ entries: [IDTable.IDEntry], of block: VectorBlock, each: (RunEvent) -> Void
  ) {
    if block.number >= names.count {
      names += Array(repeating: "", count: block.number - names.count) + [block.file.path]
    }
    fileCases += entries.count
    for entry in entries {
      guard let first = ids.take(entry, file: block.number) else { continue }
      tell(duplicate(entry, in: block.file.path, of: first), each: each)
    }
  }

  /// Reports the problems that are known only at the end of a file: the file has no case, or differs from the manifest.
  private mutating func endFile(
    _ file: VectorFile, check: ShardCheck?, each: (RunEvent) -> Void
  ) {
    if var check {
      do throws(InvalidInput) {
        // After an unreadable case, the number of cases is unknown.
        try check.finish(count: fileFindings == 0 ? fileCases : nil)
      } catch {
        tell(error, each: each)
      }
    } else if fileCases == 0, fileFindings == 0 {
      tell(VectorReader.noCases(file.path), each: each)
    }
    if fileFindings > Self.findingLimit {
      let more = fileFindings - Self.findingLimit
      each(.note("\(more) more findings about `\(file.path)` are not shown"))
    }
    fileCases = 0
    fileFindings = 0
  }

  private mutating func tell(_ problem: InvalidInput, each: (RunEvent) -> Void) {
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
    _ entry: IDTable.IDEntry, in file: String, of first: IDTable.CasePosition
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
          help: "give the newer case a unique id",
          related: [Diagnostic.Related("first used here", at: related)])
      ], in: sources)
  }
}

/// An event of a run; the order of events does not depend on the number of threads.
public enum RunEvent: Sendable {
  /// The run starts, with the given other implementations.
  case started([Implementation])
  /// A case ended; passed cases are reported only if ``VectorRunner/tellsPassed`` is set.
  case result(CaseResult)
  /// Some input cannot be read or played; the run continues with the rest of the input.
  case problem(InvalidInput)
  /// A message for people, which does not make the run fail.
  case note(String)
  /// The run has completed another piece of the input.
  case progress(RunProgress)
}

/// The amount of input that a run has read, and the number of cases that the run has completed.
public struct RunProgress: Sendable {
  /// The number of completed bytes of input.
  public var bytes: Int
  /// The total size of the input, in bytes; 0 if the size is unknown.
  public var totalBytes: Int
  /// The number of completed cases, including unselected cases.
  public var cases: Int
  /// The number of cases that have failed so far.
  public var failed: Int

  /// Creates a snapshot of how much of the input is completed.
  ///
  /// - Parameters:
  ///   - bytes: the number of completed bytes of input.
  ///   - totalBytes: the total size of the input, in bytes; 0 if the size is unknown.
  ///   - cases: the number of completed cases, including unselected cases.
  ///   - failed: the number of cases that have failed so far.
  public init(bytes: Int, totalBytes: Int, cases: Int, failed: Int) {
    self.bytes = bytes
    self.totalBytes = totalBytes
    self.cases = cases
    self.failed = failed
  }
}
