extension FactVector {
  /// What an attempt comes to that states nothing and has no address, where every setting has its default:
  /// what is found is left unset.
  static func unstated(
    _ schema: FactSchema, _ domains: DomainTable, _ claims: [Vocabulary.Claim]
  ) -> FactVector {
    var unstated = UnstatedFacts()
    EngineFact.acceptAll(&unstated)
    var facts = unstated.facts
    facts[.domain] = domains.absent
    // A policy with more facts than a vector holds is refused, but only when all that is wrong with it was
    // found.
    for (index, claim) in claims.enumerated() where schema.claims.lowerBound + index < capacity {
      facts[schema.claims.lowerBound + index] = claim.absent
    }
    for setting in schema.settings where setting < capacity {
      facts[setting] = 0
    }
    return facts
  }
}

/// Gives the facts that are stated the value that they have where nothing states them.
private struct UnstatedFacts: StatedFactVisitor {
  typealias Failure = Never

  var facts = FactVector()

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    facts[fact.fact] = fact.unset.rawValue
  }

  /// Read where accounts are known.
  func visit<Fact: CheckedFact>(checked fact: Fact.Type) {}
}
