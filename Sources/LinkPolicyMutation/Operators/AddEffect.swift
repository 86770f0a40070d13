internal import LinkPolicy
internal import LinkPolicyAnalysis

/// Does one thing more than a row does: an effect of each word that other rows of the policy have.
struct AddEffect: MutationOperator {
  let name = "effect-added"
  let summary = "adds an effect that other rows have to a row without it or a near one"

  func mutants(of source: MutationSource) -> [Mutant] {
    let known = Self.known(source)
    return source.eachDecision { table, index, row in
      let own = row.compiled.answer.effects
      // Beside one of near meaning it does nothing: that one is replaced by it instead.
      let taken = (own + own.flatMap { ReplaceEffect.near($0, in: source) }).map { $0.word }
      return known.filter { !taken.contains($0.word) }.map { effect in
        let declared = EffectDeclaration(
          Located(effect.word), effect.arguments.map { Located($0) })
        // Not every order of effects loads: the last place that does counts.
        let variants = (0...own.count).reversed().map { place in
          let document = source.edited(table) {
            $0[index].effects = $0[index].effects ?? []
            $0[index].effects?.insert(declared, at: place)
          }
          return Mutant.Variant(document: document, summary: "also does `" + effect.text + "`")
        }
        return source.mutant(
          name, table, row.declared, effect.word.text, variants,
          overriding: table.hit(in: source.document) == .first)
      }
    }
  }

  /// The first effect of each word, in the order in which the policy comes to them.
  private static func known(_ source: MutationSource) -> [Effect] {
    var known: [Effect] = []
    for row in source.storage.tables.flatMap({ $0.rows }) {
      for effect in row.answer.effects where !known.contains(where: { $0.word == effect.word }) {
        known.append(effect)
      }
    }
    return known
  }
}
