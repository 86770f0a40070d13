internal import LinkPolicy

extension Proof {
  /// Whether every invariant that was asked for is proved.
  package var isProved: Bool {
    verdicts.allSatisfy { if case .proved = $0.verdict { true } else { false } }
  }

  /// The counterexamples, one for each broken invariant.
  package var counterexamples: [Counterexample] {
    verdicts.compactMap { if case .broken(let example) = $0.verdict { example } else { nil } }
  }

  func verdict(of invariant: Invariant) -> Verdict {
    guard !isDecidedByTables(invariant) else { return .proved }
    let shortest = invariant == .enumeration ? mostProtected : shortest(of: invariant)
    if let story = foundStory(of: invariant),
      story.steps.count < shortest?.violation.moves.count ?? .max
    {
      return .broken(story)
    }
    if let (run, violation) = shortest {
      return .broken(
        Counterexample(
          invariant, violation, run.search.actors, policy, environment,
          under: Settings(options.settings)))
    }
    if AccessProof.decided.contains(invariant) {
      return accessVerdict(of: invariant)
    }
    switch invariant {
    // The tables may do it, and no exploration has seen that they do.
    case .enumeration, .tenants: return .undecided
    case .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
      .total,
      .safeLanding, .reachable, .repeatable, .ownVerification, .allowedLinks, .declared:
      break
    }
    // Its row could act further on than the exploration went.
    if case .declared = invariant {
      return .undecided
    }
    guard options.explores, assumptions.domains(tooLongUnder: policy).isEmpty else {
      return .undecided
    }
    // A table that was not played can do what no exploration has seen.
    if unplayed.table != nil || !unplayedRows.isEmpty || !notPlayed.isEmpty {
      return .undecided
    }
    if invariant == .repeatable, !runs.contains(where: { $0.search.hasRepeated }) {
      return .vacuous("no sign-in is let through that can be made again")
    }
    let isWhole = !runs.contains { $0.isStopped } && !(options.stopsAtFirst && hasViolation)
    return isWhole ? .proved : .undecided
  }

  /// Whether the tables alone say that an invariant holds, whatever accounts there are.
  func isDecidedByTables(_ invariant: Invariant) -> Bool {
    switch invariant {
    // A policy compiles only where every cell of every table has one answer.
    case .total: true
    // What no cell of a table does, no sequence can bring about.
    case .declared(let declared):
      switch forbidden[declared.place] {
      case .nowhere, .nothingMeant: true
      case .row, .unknown: false
      }
    case .tenants: tenants.isEmpty
    case .enumeration: enumeration?.protecting != nil
    case .reachable: arrives
    case .repeatable: unrepeatable?.isEmpty ?? false
    case .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
      .safeLanding, .ownVerification, .allowedLinks:
      false
    }
  }

  private typealias Found = (run: Run, violation: ProofSearch.Violation)

  /// The shortest way in which an exploration has seen an invariant broken.
  private func shortest(of invariant: Invariant) -> Found? {
    shortest { $0.violations[invariant] }
  }

  private func shortest(_ violation: (ProofSearch) -> ProofSearch.Violation?) -> Found? {
    var shortest: Found?
    for run in runs {
      guard let violation = violation(run.search) else { continue }
      if shortest.map({ violation.moves.count < $0.violation.moves.count }) ?? true {
        shortest = (run, violation)
      }
    }
    return shortest
  }

  /// How an address is told under the combination of settings where that takes longest, of equals the one under which
  /// fewest rows show it; nil where there is one under which none is.
  private var mostProtected: Found? {
    guard let enumeration, !enumeration.combinations.isCut else { return nil }
    let tellings = enumeration.combinations.changes.indices.map { place in
      shortest { $0.tellings[place] }
    }
    let found = tellings.compactMap { $0 }
    guard found.count == tellings.count else { return nil }
    let longest = found.reduce(0) { max($0, $1.violation.moves.count) }
    let isLongest = { (one: Found) in one.violation.moves.count == longest }
    let best = enumeration.mostProtecting.map { found[$0] }
    return best.flatMap { isLongest($0) ? $0 : nil } ?? found.first(where: isLongest)
  }

  /// Whether every sequence of fewer moves than a counterexample has was explored, within the bounds.
  package var hasExploredShorter: Bool {
    !runs.isEmpty && !options.stopsAtFirst && runs.allSatisfy { !$0.isStopped }
  }

  /// What the closures say of an invariant that the bounded exploration has not seen broken.
  private func accessVerdict(of invariant: Invariant) -> Verdict {
    let isUnbroken = access.allSatisfy { !$0.broken.contains(invariant) }
    guard isUnbroken, notPlayed.isEmpty else { return .undecided }
    guard let premise = Premise.of(invariant),
      !access.contains(where: { $0.premises.contains(premise) })
    else { return .proved }
    return .vacuous(premise.absence)
  }

  /// The real sequence found among the moves of closures; nil for none.
  private func foundStory(of invariant: Invariant) -> Counterexample? {
    (stories.found[invariant] ?? tableStories.found[invariant])
      .map { Counterexample(invariant, $0.story, $0.model) }
  }

  /// What attempts and addresses the closures do not play, each as a sentence; empty for none.
  var notPlayed: [String] {
    var words = spentTables.map { "table " + $0.text + " is too intricate to be followed" }
    for proof in followed where proof.closure.isStopped {
      words.append(
        "at \(proof.closure.model.domain) accounts were followed for \(proof.closure.moves) attempts, and not to the end"
      )
    }
    for domain in assumptions.domains(tooLongUnder: policy) {
      words.append("addresses at " + domain + " are too long to be played")
    }
    if policy.vocabulary.addresses.match == .anyProven {
      words.append("assertions of several addresses are not played")
    }
    return words
  }

  private var hasViolation: Bool { runs.contains { !$0.search.violations.isEmpty } }
}
