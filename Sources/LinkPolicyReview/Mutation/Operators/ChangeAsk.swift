internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Asks for another remedy, or for one where none is asked for, or for none.
struct ChangeAsk: MutationOperator {
  let name = "ask-changed"
  let summary = "asks for another remedy, or for none"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (index, error) in source.document.errors.enumerated() {
      for remedy in Self.others(than: source.storage.errors[index].ask) {
        var document = source.document
        document.errors[index].ask = remedy.map { Located($0.name) }
        let mutant = source.errorMutant(name, error, Self.word(remedy), document, "asks for ")
        mutants.append(Self.noting(remedy, mutant, source))
      }
    }
    return mutants
      + source.eachAnswer { table, index, row in
        guard row.compiled.answer.error != nil else { return [] }
        // A row cannot say that nothing is asked for where its error asks.
        return Self.others(than: row.compiled.answer.ask).compactMap { remedy in
          guard remedy != nil || row.declared.ask != nil else { return nil }
          let document = source.edited(table) { $0[index].ask = remedy.map { Located($0.name) } }
          let mutant = source.mutant(
            name, table, row.declared, Self.word(remedy),
            [.init(document: document, summary: "asks for " + Self.word(remedy))],
            overriding: table.hit(in: source.document) == .first && table != .guards)
          return Self.noting(remedy, mutant, source)
        }
      }
  }

  private static func noting(
    _ remedy: Remedy?, _ mutant: Mutant, _ source: MutationSource
  ) -> Mutant {
    guard let remedy else { return mutant }
    return mutant.adding("ask " + remedy.name.text, isUsed: source.usesAsk(remedy))
  }

  private static func word(_ remedy: Remedy?) -> String { remedy?.name.text ?? "nothing" }

  /// Nothing, and the next remedy.
  private static func others(than remedy: Remedy?) -> [Remedy?] {
    let all = Remedy.allCases
    guard let remedy, let index = all.firstIndex(of: remedy) else { return [all[0]] }
    return [nil, all[(index + 1) % all.count]]
  }
}

extension MutationSource {
  /// A mutant of the declaration of an error.
  func errorMutant(
    _ operation: String, _ error: ErrorDeclaration, _ detail: String, _ document: PolicyDocument,
    _ words: String
  ) -> Mutant {
    Mutant(
      operation: operation, row: nil, subject: "errors/" + error.name.value.text, detail: detail,
      position: error.name.position, part: .errors, overriding: nil, reading: nil,
      variants: [.init(document: document, summary: words + detail)])
  }
}
