internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Counts one kind of method more, or one less.
struct ChangeCount: MutationOperator {
  let name = "count-changed"
  let summary = "counts one kind of method more, or one less"

  func mutants(of source: MutationSource) -> [Mutant] {
    let counted = source.policy.vocabulary.countedKinds.kinds
    return MethodKind.allCases.map { kind in
      var document = source.document
      let isCounted = counted.contains(kind)
      let kinds = isCounted ? counted.filter { $0 != kind } : counted + [kind]
      document.countedKinds = kinds.map { Located($0.name) }
      return Mutant(
        operation: name, row: nil, subject: "methods", detail: kind.name.text,
        position: source.document.countedKinds.first?.position
          ?? source.document.name.position,
        part: .everything, overriding: nil, reading: .count,
        variants: [
          .init(
            document: document,
            summary: (isCounted ? "does not count " : "counts ") + kind.name.text)
        ])
    }
  }
}
