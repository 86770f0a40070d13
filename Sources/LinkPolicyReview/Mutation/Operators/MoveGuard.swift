internal import LinkPolicyAuthoring

/// Asks a guard before all others, or after them.
struct MoveGuard: MutationOperator {
  let name = "guard-moved"
  let summary = "asks a guard before or after all others"

  func mutants(of source: MutationSource) -> [Mutant] {
    let guards = source.rows(of: .guards)
    return Moves.toEnds(among: guards.count).map { from, to in
      let document = source.edited(.guards) { $0.insert($0.remove(at: from), at: to) }
      let place = to == 0 ? "first" : "last"
      return source.mutant(
        name, .guards, guards[from].declared, place,
        [.init(document: document, summary: "asked " + place)],
        part: .guards(Array(min(from, to)...max(from, to))))
    }
  }
}
