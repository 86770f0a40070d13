internal import LinkPolicyAuthoring

/// Takes a guard away.
struct RemoveGuard: MutationOperator {
  let name = "guard-removed"
  let summary = "takes a guard away"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.rows(of: .guards).enumerated().map { index, row in
      let document = source.edited(.guards) { $0.remove(at: index) }
      return source.mutant(
        name, .guards, row.declared, "", [.init(document: document, summary: "removed")],
        part: .rules)
    }
  }
}
