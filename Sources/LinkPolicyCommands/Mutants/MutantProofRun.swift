internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration
internal import LinkPolicyJSON
internal import LinkPolicyProof
internal import LinkPolicyReview
internal import LinkPolicySystem
internal import LinkPolicyTesting

/// A run that proves the mutants of a policy, except those that an earlier run has proved.
struct MutantProofRun {
  let policy: CompiledPolicy
  let options: MutationRun.MutationOptions
  let format: MutationFormat
  /// The file of an earlier run; nil if there was no earlier run.
  let known: String?

  /// Proves the policy and then its mutants, and writes each result immediately.
  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let assumptions = try Assumptions.shipped()
    let proof = MutantProver.prove(
      policy, under: assumptions, invariants: Proof.unbounded, threads: options.threads)
    let invariants = proof.verdicts.compactMap { invariant, verdict in
      if case .proved = verdict { invariant.id } else { nil }
    }
    guard !invariants.isEmpty else {
      terminal.say(error: "no invariant is proved for the policy itself, so no edit can break one")
      return .findings
    }
    var earlier: [String: MutantProof] = [:]
    if let known {
      earlier = try MutantProofFile(
        known, about: policy, under: assumptions, help: "omit `--known` to start again", terminal
      ).proofs
    }
    if format == .json, known == nil {
      let headerLine = MutantProofFile.headerLine(of: policy, under: assumptions)
      terminal.output.write(headerLine)
    }
    var report = MutantProofReport(invariants)
    let mutants = MutationRun.mutants(of: policy, options)
    guard !mutants.isEmpty else {
      terminal.say(error: "there are no mutants, which is a failure")
      return .findings
    }
    var open: [Mutant] = []
    for mutant in mutants {
      if let proof = earlier[mutant.id] {
        report.add(proof)
        if format != .json {
          write(proof, &terminal)
        }
      } else {
        open.append(mutant)
      }
    }
    let prover = MutantProver(
      loader: MutantLoader(policy), assumptions: assumptions, invariants: invariants,
      proved: ProvedPolicy(proof))
    var next = open.makeIterator()
    var done = mutants.count - open.count
    OrderedWork.run(
      threads: options.threads, worker: { _ in prover }, next: { next.next() },
      take: { proof in
        report.add(proof)
        done += 1
        write(proof, &terminal)
        terminal.show(progress: "\(done) of \(mutants.count) mutants")
        return true
      })
    terminal.clearProgress()
    switch format {
    case .pretty, .markdown: terminal.write(report.text)
    case .json: break
    case .github: terminal.write(report.hosted(mutants, of: policy), as: .github)
    case .sarif: terminal.write(report.hosted(mutants, of: policy), as: .sarif)
    }
    if !report.unsafe.isEmpty {
      return .findings
    }
    return report.undecided.isEmpty ? .clean : .undecided
  }

  /// Writes a proof as a line of JSON, or as text if the edit is unsafe or undecided; formats for code hosts are written
  /// at the end.
  private func write(_ proof: MutantProof, _ terminal: inout Terminal) {
    switch format {
    case .github, .sarif: return
    case .json: terminal.output.write(proof.line)
    case .pretty, .markdown:
      let text = MutantProofReport.text(of: proof)
      guard !text.isEmpty else { return }
      terminal.clearProgress()
      terminal.write(text)
    }
    terminal.output.flush()
  }
}

/// The proofs of a policy's mutants, grouped by the rows on which the policy's safety depends.
struct MutantProofReport {
  /// The counts for the mutants of one row, or of the declarations.
  struct MutantRow {
    var name: String
    var mutants = 0
    var safe = 0
    var undecided = 0
    var refused = 0
    /// The ids of the invariants that at least one edit breaks.
    var broken: Set<String> = []
    var unsafe = 0
  }

  /// The ids of the invariants that hold for the unedited policy.
  let invariants: [String]
  private(set) var rows: [MutantRow] = []
  private(set) var total = MutantRow(name: "all")
  private(set) var unsafe: [MutantProof] = []
  private(set) var undecided: [MutantProof] = []

  init(_ invariants: [String]) {
    self.invariants = invariants
  }

  /// Counts a proof of this run or of an earlier run.
  mutating func add(_ proof: MutantProof) {
    let name = proof.row ?? "declarations"
    let place = rows.firstIndex { $0.name.hasSameBytes(as: name) } ?? rows.count
    if place == rows.count {
      rows.append(MutantRow(name: name))
    }
    rows[place].count(proof.verdict)
    total.count(proof.verdict)
    switch proof.verdict {
    case .unsafe: unsafe.append(proof)
    case .undecided: undecided.append(proof)
    case .safe, .refused: break
    }
  }

  /// Returns the text about an unsafe edit, with a counterexample, or about an undecided edit; empty for any other
  /// edit.
  static func text(of proof: MutantProof) -> TerminalText {
    switch proof.verdict {
    case .refused, .safe: return ""
    case .undecided(let ids):
      return "UNDECIDED \(proof.mutant)\n  \(proof.summary): \(ids.joined(by: ", "))\n"
    case .unsafe(let breaks):
      var text: TerminalText = "UNSAFE \(proof.mutant)\n  \(proof.summary)\n"
      guard let first = breaks.first else { return text }
      text += "  this edit breaks \(breaks.map { $0.invariant }.joined(by: ", "))"
      text += breaks.count == 1 ? " by these steps:\n" : "; these steps break \(first.invariant):\n"
      for (number, step) in first.steps.enumerated() {
        text += "    \(number + 1). \(step)\n"
      }
      return text
    }
  }

  /// The end of the report for a terminal: the rows with their broken invariants, and the totals.
  ///
  /// The unsafe and undecided edits are written earlier, immediately after the proof of each edit.
  var text: TerminalText {
    var text: TerminalText = ""
    let width = rows.reduce(4) { max($0, $1.name.utf8.count) }
    text += row(
      "row", width: width, cells: ["mutants", "safe", "unsafe", "undecided", "refused"],
      last: "relied on by")
    for one in rows + [total] {
      let numbers = [one.mutants, one.safe, one.unsafe, one.undecided, one.refused]
      let broken = invariants.filter { one.broken.contains($0) }.joined(separator: ", ")
      text += row(one.name, width: width, cells: numbers.map { String($0) }, last: broken)
    }
    return text + "\n\(summary)\n"
  }

  /// The numbers of mutants by verdict, in one line.
  private var summary: TerminalText {
    """
    \(total.mutants, of: "mutant"): \(total.safe) safe, \(total.unsafe) unsafe, \
    \(total.undecided) undecided, \(total.refused) refused
    """
  }

  private func row(
    _ name: String, width: Int, cells: [String], last: String
  ) -> TerminalText {
    var line = name + String(repeating: " ", count: max(0, width - name.utf8.count))
    for cell in cells {
      line += String(repeating: " ", count: max(1, 11 - cell.utf8.count)) + cell
    }
    return last.isEmpty ? "\(line)\n" : "\(line)  \(last)\n"
  }
}

extension MutantProofReport {
  /// Returns the report for code hosts: an error for each unsafe edit, then a warning for each undecided edit.
  func hosted(_ mutants: [Mutant], of policy: CompiledPolicy) -> HostedReport {
    let mutants = Dictionary(mutants.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var report = HostedReport(of: "mutate", rules: MutationOperators.rules, summary: summary)
    report.findings = (unsafe + undecided).compactMap { proof in
      guard let mutant = mutants[proof.mutant] else { return nil }
      let (level, words): (Diagnostic.Level, TerminalText)
      var steps: [String] = []
      switch proof.verdict {
      case .refused, .safe: return nil
      case .undecided(let ids): (level, words) = (.warning, "undecided: \(ids.joined(by: ", "))")
      case .unsafe(let breaks):
        let ids: TerminalText = breaks.map { $0.invariant }.joined(by: ", ")
        (level, words) = (.error, "this edit breaks \(ids)")
        steps = breaks.first?.steps ?? []
      }
      var finding = HostedFinding(
        survivor: mutant, level, "\(proof.summary): \(words)", in: policy.sources)
      finding.story = steps.enumerated().map { number, step in "\(number + 1). \(step)" }
      return finding
    }
    report.properties = .object(["summary": .string(summary.text)])
    return report
  }
}

extension MutantProofReport.MutantRow {
  /// Counts the verdict of one edit.
  mutating func count(_ verdict: MutantProof.MutantProofVerdict) {
    mutants += 1
    switch verdict {
    case .refused: refused += 1
    case .safe: safe += 1
    case .undecided: undecided += 1
    case .unsafe(let breaks):
      unsafe += 1
      broken.formUnion(breaks.map { $0.invariant })
    }
  }
}
