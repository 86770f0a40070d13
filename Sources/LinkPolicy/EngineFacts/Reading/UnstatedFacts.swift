extension FactVector {
  /// The facts of attempts that state nothing and have no address, where every setting has its default.
  ///
  /// They are ordered by the raw value of the kind of sign-in; the last are those of attempts without one. Facts that
  /// are found stay unset.
  static func unstated(
    _ schema: FactSchema, _ domains: DomainTable, _ claims: [Vocabulary.Claim]
  ) -> [FactVector] {
    (MethodKind.allCases.map { $0 } + [nil]).map { kind in
      unstated(for: kind, schema, domains, claims)
    }
  }

  private static func unstated(
    for kind: MethodKind?, _ schema: FactSchema, _ domains: DomainTable,
    _ claims: [Vocabulary.Claim]
  ) -> FactVector {
    var unstated = UnstatedFacts(kind: kind)
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

  let kind: MethodKind?
  var facts = FactVector()

  init(kind: MethodKind?) {
    self.kind = kind
  }

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    facts[fact.fact] = fact.unstated(for: kind).rawValue
  }

  /// Read where accounts are known.
  func visit<Fact: CheckedFact>(checked fact: Fact.Type) {}
}
