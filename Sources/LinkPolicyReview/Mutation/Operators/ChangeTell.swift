internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Tells one thing more, or one thing less.
struct ChangeTell: MutationOperator {
  let name = "tell-changed"
  let summary = "tells one thing more, or one less"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (index, error) in source.document.errors.enumerated() {
      for (detail, list, added) in Self.others(than: source.storage.errors[index].tell) {
        var document = source.document
        document.errors[index].tell = list.map { Located($0.name) }
        mutants.append(
          Self.noting(added, source.errorMutant(name, error, detail, document, "tells "), source))
      }
    }
    return mutants
      + source.eachAnswer { table, index, row in
        Self.others(than: row.compiled.answer.tell).map { detail, list, added in
          let document = source.edited(table) { $0[index].tell = list.map { Located($0.name) } }
          let mutant = source.mutant(
            name, table, row.declared, detail,
            [.init(document: document, summary: "tells " + detail)],
            overriding: table.hit(in: source.document) == .first && table != .guards)
          return Self.noting(added, mutant, source)
        }
      }
  }

  private static func noting(
    _ added: Disclosure?, _ mutant: Mutant, _ source: MutationSource
  ) -> Mutant {
    guard let added else { return mutant }
    return mutant.adding("tell " + added.name.text, isUsed: source.usesTell(added))
  }

  private static func others(
    than disclosed: [Disclosure]
  ) -> [(detail: String, list: [Disclosure], added: Disclosure?)] {
    var lists: [(String, [Disclosure], Disclosure?)] = []
    for word in disclosed {
      lists.append(("not " + word.name.text, disclosed.filter { $0 != word }, nil))
    }
    for word in Disclosure.allCases where !disclosed.contains(word) {
      lists.append(("also " + word.name.text, disclosed + [word], word))
    }
    return lists
  }
}
