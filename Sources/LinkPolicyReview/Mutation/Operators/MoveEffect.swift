internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Moves an effect of a row past more than one other.
struct MoveEffect: MutationOperator {
  let name = "effect-moved"
  let summary = "does an effect of a row earlier or later, past more than one other"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachDecision { table, index, row in
      let effects = row.compiled.answer.effects
      return Moves.far(among: effects.count).map { from, to in
        let document = source.edited(table) { rows in
          guard let moved = rows[index].effects?.remove(at: from) else { return }
          rows[index].effects?.insert(moved, at: to)
        }
        let place = "place " + String(to + 1)
        return source.mutant(
          name, table, row.declared,
          DropEffect.detail(effects[from], from) + "/" + String(to + 1),
          [
            .init(
              document: document,
              summary: "does `" + effects[from].text + "` in " + place)
          ], overriding: table.hit(in: source.document) == .first)
      }
    }
  }
}
