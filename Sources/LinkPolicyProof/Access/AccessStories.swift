/// Real sequences that break invariants, found among what the closures of all domains show.
struct AccessStories: Sendable {
  // The cheapest first, and few worlds of each way: most sequences are short.
  private static let efforts: [AccessProof.Effort] = [
    .everyOrder(worlds: 40), .inOrder, .everyOrder(worlds: 400), .everyOrder(worlds: 4_000),
    .everyOrder(worlds: 20_000),
  ]
  private static let worldAllowance = 100_000

  /// For each invariant that was seen broken a sequence, and the domain at which it was found.
  private(set) var found: [Invariant: (model: AdversaryModel, story: StorySearch.Story)] = [:]

  /// Searches at one domain after the other, for what was not found at those before.
  init(_ proofs: [AccessProof]) {
    let broken = proofs.reduce(into: Set<Invariant>()) { $0.formUnion($1.broken) }
    var allowance = Self.worldAllowance
    for effort in Self.efforts {
      for proof in proofs {
        let open = broken.subtracting(found.keys)
        for (invariant, story) in proof.stories(breaking: open, effort, &allowance) {
          found[invariant] = (proof.closure.model, story)
        }
      }
    }
  }
}
