internal import LinkPolicy

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
}
