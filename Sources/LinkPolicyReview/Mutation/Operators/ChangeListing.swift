internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Lists one kind of method more or one less, or all in another order, where the policy says what it lists.
struct ChangeListing: MutationOperator {
  let name = "listing-changed"
  let summary =
    "lists one kind of method more or one less where methods are told, or in another order"

  func mutants(of source: MutationSource) -> [Mutant] {
    let document = source.document
    guard !document.listedKinds.isEmpty || document.listingOrder != .added else { return [] }
    let listed = source.policy.vocabulary.listing.kinds.kinds
    var mutants: [Mutant] = []
    for kind in MethodKind.allCases {
      let isListed = listed.contains(kind)
      let kinds = isListed ? listed.filter { $0 != kind } : listed + [kind]
      // An empty list would stand for all.
      guard !kinds.isEmpty else { continue }
      var edited = document
      edited.listedKinds = kinds.map { Located($0.name) }
      mutants.append(
        mutant(
          source, kind.name.text, edited,
          (isListed ? "does not list " : "lists ") + kind.name.text))
    }
    for order in ListingOrder.allCases where order != document.listingOrder {
      var edited = document
      edited.listingOrder = order
      mutants.append(
        mutant(source, order.name.text, edited, "lists by order of " + order.name.text))
    }
    return mutants
  }

  private func mutant(
    _ source: MutationSource, _ detail: String, _ edited: PolicyDocument, _ summary: String
  ) -> Mutant {
    Mutant(
      operation: name, row: nil, subject: "methods", detail: detail,
      position: source.document.listedKinds.first?.position ?? source.document.name.position,
      part: .everything, overriding: nil, reading: .listing,
      variants: [.init(document: edited, summary: summary)])
  }
}
