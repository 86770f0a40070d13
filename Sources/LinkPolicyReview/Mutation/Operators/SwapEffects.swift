internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Swaps two neighbouring effects of a row.
struct SwapEffects: MutationOperator {
  let name = "effects-swapped"
  let summary = "swaps two neighbouring effects of a row"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachDecision { table, index, row in
      let effects = row.compiled.answer.effects
      return effects.indices.dropLast().map { place in
        let document = source.edited(table) { $0[index].effects?.swapAt(place, place + 1) }
        return source.mutant(
          name, table, row.declared, DropEffect.detail(effects[place], place),
          [
            .init(
              document: document,
              summary: "does `" + effects[place + 1].text + "` before `" + effects[place].text + "`"
            )
          ], overriding: table.hit(in: source.document) == .first)
      }
    }
  }
}
