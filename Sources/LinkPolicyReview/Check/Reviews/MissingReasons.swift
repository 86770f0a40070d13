internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// Rows without a reason, in a policy that gives reasons.
///
/// A policy that cites nothing at all has other ways of saying why.
enum MissingReasons {
  static func findings(_ document: PolicyDocument) -> [Diagnostic] {
    let rows =
      document.guards + document.facts.flatMap { $0.rows } + document.decisions.flatMap { $0.rows }
    guard rows.contains(where: { !$0.because.isEmpty }) else { return [] }
    return rows.filter { $0.because.isEmpty }.map { row in
      Diagnostic(
        .missingReason, .warning,
        "row `" + row.id.value.text + "` gives no reason, and others of the policy do",
        at: row.id.position, help: "add `because:` with what it encodes")
    }
  }

  /// The most that are shown one by one.
  private static var limit: Int { 3 }

  /// Findings in order, with many of this sort told as one, at the first.
  static func folded(_ findings: [Diagnostic]) -> [Diagnostic] {
    let many = Dictionary(grouping: findings.filter { $0.code == .missingReason }) { $0.level }
      .filter { $0.value.count > limit }
    var result: [Diagnostic] = []
    var told: Set<Diagnostic.Level> = []
    for finding in findings {
      guard finding.code == .missingReason, let alike = many[finding.level] else {
        result.append(finding)
        continue
      }
      guard told.insert(finding.level).inserted else { continue }
      var all = finding
      all.message = "\(alike.count) rows give no reason, and others of the policy do"
      all.help = "add `because:` with what each encodes; the first of them are shown"
      all.related = alike.dropFirst().prefix(limit - 1).compactMap { next in
        next.position.map { Diagnostic.Related("another is here", at: $0) }
      }
      result.append(all)
    }
    return result
  }
}
