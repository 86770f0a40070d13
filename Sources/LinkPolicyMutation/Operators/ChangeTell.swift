internal import LinkPolicy
internal import LinkPolicyAnalysis

/// Tells one thing more, or one thing less.
struct ChangeTell: MutationOperator {
  let name = "tell-changed"
  let summary = "tells one thing more, or one less"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (index, error) in source.document.errors.enumerated() {
      for (detail, list) in Self.others(than: source.storage.errors[index].tell) {
        var document = source.document
        document.errors[index].tell = list.map { Located($0.name) }
        mutants.append(source.errorMutant(name, error, detail, document, "tells "))
      }
    }
    return mutants
      + source.eachAnswer { table, index, row in
        Self.others(than: row.compiled.answer.tell).map { detail, list in
          let document = source.edited(table) { $0[index].tell = list.map { Located($0.name) } }
          return source.mutant(
            name, table, row.declared, detail,
            [.init(document: document, summary: "tells " + detail)],
            overriding: table.hit(in: source.document) == .first && table != .guards)
        }
      }
  }

  private static func others(than disclosed: [Disclosure]) -> [(String, [Disclosure])] {
    var lists: [(String, [Disclosure])] = []
    for word in disclosed {
      lists.append(("not " + word.name.text, disclosed.filter { $0 != word }))
    }
    for word in Disclosure.allCases where !disclosed.contains(word) {
      lists.append(("also " + word.name.text, disclosed + [word]))
    }
    return lists
  }
}
