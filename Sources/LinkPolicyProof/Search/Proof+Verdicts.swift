internal import LinkPolicy
internal import LinkPolicyAuthoring

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
    if let example = counterexample(to: invariant) {
      return .broken(example)
    }
    switch invariant {
    case .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
      .safeLanding, .ownVerification, .allowedLinks:
      return accessVerdict(of: invariant)
    case .repeatable: return repetitionVerdict
    // The tables may break it, and no sequence was found that does.
    case .declared, .enumeration, .tenants, .reachable, .total: return .undecided
    }
  }

  /// The real sequence that was found to break an invariant; nil for none.
  private func counterexample(to invariant: Invariant) -> Counterexample? {
    let found = stories.found[invariant] ?? witnesses.found[invariant]
    return found.map {
      Counterexample(
        invariant, $0.story, $0.model,
        telling: invariant == .enumeration ? witnesses.telling : nil)
    }
  }

  /// What the closures say of sign-ins that the tables do not show to be repeatable.
  private var repetitionVerdict: Verdict {
    guard unrepeatableReached.isEmpty, notPlayed.isEmpty else { return .undecided }
    return followed.contains { $0.closure.repeatsSignIn }
      ? .proved : .vacuous("no sign-in is let through that can be made again")
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

  /// What the closures say of an invariant that no sequence is known to break.
  private func accessVerdict(of invariant: Invariant) -> Verdict {
    let isUnbroken = access.allSatisfy { !$0.broken.contains(invariant) }
    guard isUnbroken, notPlayed.isEmpty else { return .undecided }
    guard let premise = Premise.of(invariant),
      !access.contains(where: { $0.premises.contains(premise) })
    else { return .proved }
    return .vacuous(premise.absence)
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
}
