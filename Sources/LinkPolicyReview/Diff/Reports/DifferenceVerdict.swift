package import LinkPolicyDiagnostics
package import LinkPolicyExploration

/// The verdict on a difference: whether a gate stops the difference, and for which reasons.
///
/// Every format of a report contains the verdict.
package struct DifferenceVerdict: Sendable {
  /// The result, as a word of the JSON report.
  package enum VerdictOutcome: String, Sendable, CaseIterable {
    /// A proof shows that the policies are equal.
    case equal
    /// The gate lets the difference pass.
    case passed
    /// The gate stops the difference, the verdict on a dependent policy stops the change, or an invariant is no longer
    /// proved.
    case stopped
  }

  package let outcome: VerdictOutcome
  /// The kinds of change for which the gate stops the difference, the most dangerous first.
  package let stopped: [ChangeKind]
  /// The kinds of change that the gate would stop without the approvals of this change.
  package let approved: [ChangeKind]
  /// The people who approved kinds of this change, with their reasons, such as `ada (IAM-12)`.
  package let approvers: [String]
  /// The other kinds of change in the difference, which the gate does not stop.
  package let others: [ChangeKind]
  /// The ids of the invariants that have a proof for the old policy but no proof for the new policy.
  package let lost: [String]
  /// The verdicts on the policies that extend the changed policy.
  package let dependents: [DependentVerdict]
  /// The number of edits with a kind of change that the gate stops.
  package let edits: Int
  /// Whether the run specifies a gate; otherwise, the usual gate gives the verdict.
  package let isGated: Bool

  init(
    _ difference: PolicyDifference, _ causes: [DifferenceCause], gate: DifferenceGate,
    isGated: Bool, approvals: [ChangeApprovals.ChangeApproval] = [],
    dependents: [DependentVerdict] = [], lost: [String]
  ) {
    let found = Set(
      difference.changes.flatMap { $0.kinds } + difference.declarations.flatMap { $0.kinds })
    let dangers = gate.stopped(difference)
    let accepted = approvals.flatMap { $0.kinds }
    let stopped = dangers.filter { !accepted.contains($0) }
    approved = dangers.filter { accepted.contains($0) }
    approvers = approvals.filter { !Set($0.kinds).isDisjoint(with: dangers) }.map {
      $0.because.isEmpty ? $0.by : $0.by + " (" + $0.because + ")"
    }
    self.stopped = stopped
    self.lost = lost
    self.dependents = dependents
    self.isGated = isGated
    others = ChangeKind.ordered(found.subtracting(dangers))
    edits = causes.count { cause in cause.kinds.contains { stopped.contains($0) } }
    let isStopped =
      !stopped.isEmpty || !lost.isEmpty || dependents.contains { $0.isStopped }
    outcome = isStopped ? .stopped : difference.isEqual ? .equal : .passed
  }

  /// The verdict in the reports for people, such as `DANGER` or, with a gate, `STOPPED`.
  package var word: StaticString {
    switch outcome {
    case .equal: "EQUAL"
    case .passed: isGated ? "PASSED" : "NO DANGER"
    case .stopped: isGated ? "STOPPED" : "DANGER"
    }
  }

  /// Returns the verdict in one line: the word and the details, such as `DANGER: 5 dangers, by 1
  /// edit`.
  package func heading<Format: OutputFormat>() -> OutputText<Format> {
    "\(fixed: word): \(details())"
  }

  /// Returns the numbers of dangers, changes to review, lost invariants, edits and dependent policies; a sentence if
  /// nothing is stopped.
  package func details<Format: OutputFormat>() -> OutputText<Format> {
    var parts: [OutputText<Format>] = []
    let review = stopped.filter { $0.severity == .review }
    let dangers = stopped.count - review.count
    if dangers > 0 {
      parts.append("\(dangers, of: "danger")")
    }
    if !review.isEmpty {
      parts.append("\(review.count, of: "change") to review")
    }
    if !lost.isEmpty {
      parts.append("\(lost.count, of: "invariant") no longer proved")
    }
    switch outcome {
    case .equal: return "no attempt is decided differently"
    case .passed where !approved.isEmpty:
      let kinds: OutputText<Format> = approved.map { OutputText(word: $0) }.joined(by: ", ")
      let people: OutputText<Format> = approvers.map { OutputText($0) }.joined(by: ", ")
      return "\(kinds), approved by \(people)"
    case .passed where others.contains { $0.severity != .harmless }:
      return "no difference has a kind that this gate stops"
    case .passed: return "no difference can harm somebody by itself"
    case .stopped:
      let edits: OutputText<Format> = self.edits > 0 ? ", by \(self.edits, of: "edit")" : ""
      var own: [OutputText<Format>] = parts.isEmpty ? [] : [parts.joined(by: " and ") + edits]
      let count = dependents.count { $0.isStopped }
      if count > 0 {
        own.append(count == 1 ? "1 dependent policy" : "\(count) dependent policies")
      }
      return own.joined(by: ", and ")
    }
  }
}
