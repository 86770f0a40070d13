internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Leaves one effect of a row out.
struct DropEffect: MutationOperator {
  let name = "effect-dropped"
  let summary = "leaves one effect of a row out"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachDecision { table, index, row in
      row.compiled.answer.effects.enumerated().map { place, effect in
        let document = source.edited(table) { $0[index].effects?.remove(at: place) }
        return source.mutant(
          name, table, row.declared, Self.detail(effect, place),
          [.init(document: document, summary: "without `" + effect.text + "`")],
          overriding: table.hit(in: source.document) == .first)
      }
    }
  }

  /// An effect of a row as a part of an id: its number and word.
  static func detail(_ effect: Effect, _ place: Int) -> String {
    String(place + 1) + "-" + effect.word.text
  }
}
