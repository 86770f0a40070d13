internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Asks two neighbouring guards in the other order.
struct SwapGuards: MutationOperator {
  let name = "guards-swapped"
  let summary = "asks two neighbouring guards in the other order"

  func mutants(of source: MutationSource) -> [Mutant] {
    let guards = source.rows(of: .guards)
    return guards.indices.dropLast().map { index in
      let other = guards[index + 1].declared.id.value.text
      let document = source.edited(.guards) { $0.swapAt(index, index + 1) }
      return source.mutant(
        name, .guards, guards[index].declared, other,
        [.init(document: document, summary: "asked after `" + other + "`")],
        part: .guards([index, index + 1]))
    }
  }
}
