internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyReview

/// The proofs of a policy's mutants: on which rows its safety stands.
struct MutantProofReport {
  /// What became of the mutants of one row, or of the declarations.
  struct Row {
    var name: String
    var mutants = 0
    var safe = 0
    var undecided = 0
    var refused = 0
    /// The invariants that some edit of it breaks.
    var broken: Set<String> = []
    var unsafe = 0
  }

  /// The ids of the invariants that hold of the policy itself.
  let invariants: [String]
  private(set) var rows: [Row] = []
  private(set) var total = Row(name: "all")
  private(set) var unsafe: [MutantProof] = []
  private(set) var undecided: [MutantProof] = []

  init(_ invariants: [String]) {
    self.invariants = invariants
  }

  /// Counts a proof, or what is known of one from an earlier run.
  mutating func add(_ proof: MutantProof) {
    let name = proof.row ?? "declarations"
    let place = rows.firstIndex { $0.name.hasSameBytes(as: name) } ?? rows.count
    if place == rows.count {
      rows.append(Row(name: name))
    }
    rows[place].count(proof.verdict)
    total.count(proof.verdict)
    switch proof.verdict {
    case .unsafe: unsafe.append(proof)
    case .undecided: undecided.append(proof)
    case .safe, .refused: break
    }
  }

  /// The report for a terminal: the unsafe edits with a sequence each, those left open, and the rows
  /// that safety stands on.
  var text: TerminalText {
    var text: TerminalText = ""
    for proof in unsafe {
      guard case .unsafe(let breaks) = proof.verdict, let first = breaks.first else { continue }
      text += "UNSAFE \(proof.mutant)\n  \(proof.summary)\n"
      text += "  breaks \(breaks.map { $0.invariant }.joined(by: ", ")); \(first.invariant) so:\n"
      for (number, step) in first.steps.enumerated() {
        text += "    \(number + 1). \(step)\n"
      }
    }
    for proof in undecided {
      guard case .undecided(let ids) = proof.verdict else { continue }
      text += "UNDECIDED \(proof.mutant)\n  \(proof.summary): \(ids.joined(by: ", "))\n"
    }
    let width = rows.reduce(4) { max($0, $1.name.utf8.count) }
    text += row(
      "row", width, ["mutants", "safe", "unsafe", "undecided", "refused"], "stands on it")
    for one in rows + [total] {
      let numbers = [one.mutants, one.safe, one.unsafe, one.undecided, one.refused]
      let broken = invariants.filter { one.broken.contains($0) }.joined(separator: ", ")
      text += row(one.name, width, numbers.map { String($0) }, broken)
    }
    text += "\n\(total.mutants) mutants: \(total.safe) safe, \(total.unsafe) unsafe, "
    text += "\(total.undecided) undecided, \(total.refused) refused\n"
    return text
  }

  private func row(
    _ name: String, _ width: Int, _ cells: [String], _ last: String
  ) -> TerminalText {
    var line = name + String(repeating: " ", count: max(0, width - name.utf8.count))
    for cell in cells {
      line += String(repeating: " ", count: max(1, 11 - cell.utf8.count)) + cell
    }
    return last.isEmpty ? "\(line)\n" : "\(line)  \(last)\n"
  }
}

extension MutantProofReport.Row {
  /// Counts what became of one edit.
  mutating func count(_ verdict: MutantProof.Verdict) {
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
