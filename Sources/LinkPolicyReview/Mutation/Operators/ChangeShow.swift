internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Shows the truth where a row hides it, and something else where it does not.
struct ChangeShow: MutationOperator {
  let name = "show-changed"
  let summary = "shows another outcome than the row does"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachAnswer { table, index, row in
      var shown: [Name?] = []
      if row.declared.show != nil {
        shown.append(nil)
      }
      switch row.compiled.answer.shown {
      case .allowed: break
      case .outcome where row.compiled.answer.error == nil: break
      case .outcome, .error: shown.append("allowed")
      }
      if let error = row.compiled.answer.error ?? source.document.errors.indices.first {
        let errors = source.document.errors
        let other = row.compiled.answer.error == nil ? error : (error + 1) % errors.count
        if row.compiled.answer.shown != .error(other) {
          shown.append(errors[other].name.value)
        }
      }
      return shown.map { word in
        let document = source.edited(table) { $0[index].show = word.map { Located($0) } }
        let detail = word?.text ?? "the outcome"
        let mutant = source.mutant(
          name, table, row.declared, detail,
          [.init(document: document, summary: "shows `" + detail + "`")],
          overriding: table.hit(in: source.document) == .first && table != .guards)
        return mutant.adding(word.map { _ in "show" }, isUsed: source.usesShow)
      }
    }
  }
}
