internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Refuses with another error: the next one declared.
struct ChangeError: MutationOperator {
  let name = "error-changed"
  let summary = "refuses with another error"

  func mutants(of source: MutationSource) -> [Mutant] {
    let errors = source.document.errors
    return source.eachAnswer { table, index, row in
      guard let error = row.compiled.answer.error, errors.count > 1 else { return [] }
      let other = errors[(error + 1) % errors.count].name.value
      let document = source.edited(table) { $0[index].refusal?.value = other }
      return [
        source.mutant(
          name, table, row.declared, other.text,
          [.init(document: document, summary: "refuses with `" + other.text + "`")],
          overriding: table.hit(in: source.document) == .first && table != .guards)
      ]
    }
  }
}
