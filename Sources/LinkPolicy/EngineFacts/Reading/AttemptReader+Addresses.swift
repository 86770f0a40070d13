extension AttemptReader {
  /// Reads the addresses that the attempt carries, and the domain and claims of the one that is used where
  /// there is no choice.
  mutating func readAddresses(
    _ given: GivenAddresses, _ isProven: (FactVector) -> Bool
  ) throws(InputError) {
    result.asked = try asked(among: given, isProven)
    if let first = result.asked.first, result.asked.others.isEmpty {
      result.reading.record = first.record
      vocabulary.read(first.domain, given.claims(first.record), into: &result.reading.facts)
    }
  }

  /// The addresses that the attempt carries; nil where they are those of a code that is not known yet.
  func addressesGiven(_ code: BroughtAddress) throws(InputError) -> GivenAddresses? {
    try require(
      attempt.tenant.map { !$0.utf8.isEmpty } ?? true, .contradiction,
      "the attempt's tenant is empty; leave it out where there is none")
    try IdentifierLength.check(attempt.tenant, "the attempt's tenant")
    let given = GivenAddresses(attempt.assertedAddresses, attempt.address)
    if action.pointsTo == .code, kind == nil {
      switch code {
      case .open: return nil
      case .known(let address): return try given.agreeing(with: address, vocabulary)
      }
    }
    switch action.addressPresence(kind) {
    case .none:
      try require(
        given.isEmpty, .unexpected,
        "`" + attempt.action.name + "` carries no address for this kind of sign-in")
    case .required:
      try require(!given.isEmpty, .missing, "`" + attempt.action.name + "` needs an address")
      try require(
        given.count == 1, .unexpected,
        "`" + attempt.action.name + "` carries one address for this kind of sign-in")
    case .optional, .byKind:
      break
    }
    if kind == .federated, !given.isEmpty {
      try require(
        vocabulary.providers.givesEmail(provider), .unexpected,
        "provider `" + vocabulary.providers.providers[provider].id.text
          + "` is declared to give no e-mail address")
    }
    return given
  }

  /// The records that are looked up: the primary one, or every proven one where the policy says
  /// so and some are; none where the primary one does not count and no other is proven.
  ///
  /// The form of every record is checked, also of those that are not looked up.
  private func asked(
    among given: GivenAddresses, _ isProven: (FactVector) -> Bool
  ) throws(InputError) -> AskedAddresses {
    var primary: Int?
    var proven: [(record: Int, at: Int)] = []
    let looksAtAll = vocabulary.addresses.match == .anyProven && given.count > 1
    for index in 0..<given.count {
      let at = try placeOfAt(index, of: given)
      try check(given.claims(index))
      guard let at else { continue }
      if index == 0 {
        primary = at
      }
      if looksAtAll {
        var facts = result.reading.facts
        // Until accounts are looked at, an address is one that nobody holds.
        facts[.address] = FactValue.Address.free.rawValue
        vocabulary.read(domain(index, of: given, at), given.claims(index), into: &facts)
        if isProven(completing(facts)) {
          proven.append((index, at))
        }
      }
    }
    var asked = AskedAddresses()
    if proven.isEmpty, let primary {
      asked.append(try usable(0, of: given, primary))
    }
    for (record, at) in proven {
      asked.append(try usable(record, of: given, at))
    }
    return asked
  }

  /// The place of the `@` of a record's address, which is checked; nil for one that counts as absent.
  private func placeOfAt(_ index: Int, of given: GivenAddresses) throws(InputError) -> Int? {
    let email = given.email(index)
    do {
      return try EmailAddress.validate(email.utf8Span.span)
    } catch {
      // Only what is not an address in ASCII can be an internationalised one.
      guard vocabulary.ignores(email, assertedBy: kind, for: action) else {
        throw .malformedAddress(email, error)
      }
      return nil
    }
  }

  private func domain(_ index: Int, of given: GivenAddresses, _ at: Int) -> Int {
    vocabulary.domains.value(of: given.email(index).utf8Span.span, from: at + 1)
  }

  private func usable(
    _ index: Int, of given: GivenAddresses, _ at: Int
  ) throws(InputError) -> UsableAddress {
    let folding = vocabulary.folding(keepsCase: vocabulary.providers.keepsCase(provider))
    return UsableAddress(
      record: index,
      canonical: try vocabulary.canonical(wellFormed: given.email(index), at: at, folding),
      domain: domain(index, of: given, at))
  }

  private func check(_ claims: [AddressRecord.Claim]) throws(InputError) {
    for number in claims.indices {
      let name = claims[number].name
      for other in 0..<number where claims[other].name.hasSameBytes(as: name) {
        throw InputError(.contradiction, "claim `" + name + "` is given twice")
      }
      // Those before it are declared and different, so this is never a long list.
      if !vocabulary.claims.contains(where: { name.hasSameBytes(as: $0.name) }) {
        throw InputError(
          .undeclared,
          "the policy declares no claim `" + name + "`"
            + Name.suggestion(for: name, among: vocabulary.claims.map { $0.name }))
      }
    }
  }

  /// A vector with the value that each fact has where nothing sets it; labels are those of nobody.
  private func completing(_ facts: FactVector) -> FactVector {
    var completion = UnsetFacts(facts: facts)
    EngineFact.acceptAll(&completion)
    for (index, label) in vocabulary.labels.enumerated() {
      completion.facts[vocabulary.schema.labels.lowerBound + index] = label.values.count
    }
    return completion.facts
  }
}

/// Completes a vector with the values that facts have where nothing sets them.
private struct UnsetFacts: WordFactVisitor {
  typealias Failure = Never

  var facts: FactVector

  mutating func visit<Fact: WordFact>(word fact: Fact.Type) {
    if !facts.isSet(fact.fact.rawValue) {
      facts[fact.fact] = fact.unset.rawValue
    }
  }
}
