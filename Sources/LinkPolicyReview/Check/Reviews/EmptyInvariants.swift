internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// The policy's own invariants that are about no attempt: no cell of any table has the values that they name.
struct EmptyInvariants {
  private let policy: CompiledPolicy
  /// For each invariant whether nothing was found yet that it is about.
  private var isEmpty: [Bool]

  init(_ policy: CompiledPolicy) {
    self.policy = policy
    isEmpty = policy.storage.invariants.map { !$0.conditions.isEmpty }
  }

  /// What cells have to tell apart for the invariants to be reviewed.
  var conditions: [ResolvedCondition] {
    policy.storage.invariants.enumerated().filter { isEmpty[$0.offset] }
      .flatMap { $0.element.conditions }
  }

  /// Looks for what the invariants are about in one table.
  mutating func review(_ cells: inout TableCells) {
    for (number, invariant) in policy.storage.invariants.enumerated() where isEmpty[number] {
      let meant = cells.cells(matching: invariant.conditions)
      let occurring = cells.algebra.intersection(cells.space, meant)
      // What is declared impossible is refused should it occur all the same.
      let impossible = cells.algebra.intersection(cells.impossible, meant)
      isEmpty[number] = occurring.isEmpty && (impossible.isEmpty || !invariant.neverRefused)
    }
  }

  /// Passes over a table, in which every invariant may be about something.
  mutating func leaveOut() {
    isEmpty = isEmpty.map { _ in false }
  }

  /// The findings, once every table was reviewed.
  var findings: [Diagnostic] {
    policy.document.invariants.enumerated().filter { isEmpty[$0.offset] }.map { _, declared in
      Diagnostic(
        .emptyInvariant, .warning,
        "invariant `" + declared.id.value.text
          + "` is about no attempt: no cell of any table has its values together",
        at: declared.id.position,
        help: "correct the values; without a cell it holds whatever the rows do")
    }
  }
}
