extension AttemptReader {
  /// Reads the facts that the attempt states, refusing those that its shape does not carry.
  mutating func readStated() throws(InputError) {
    try attempt.acceptStated(&self)
    try checkLink()
    try checkSubject()
  }

  /// Refuses a requested link that leaves some of its facts open, or that nobody requests.
  private func checkLink() throws(InputError) {
    guard let link = attempt.link else { return }
    guard action.requestsLink else {
      throw InputError(
        .unexpected, LinkDomainFact.refusal(of: vocabulary.actions[result.named.action].name))
    }
    var check = LinkCheck(stated: link.stated)
    try EngineFact.acceptAll(&check)
  }

  /// Checks that the subject is there exactly where the kind has one.
  private func checkSubject() throws(InputError) {
    guard let kind, let asserted = attempt.asserted else { return }
    try IdentifierLength.check(asserted.subject, "the subject of `" + asserted.provider + "`")
    switch kind {
    case .federated, .phone, .custom:
      let isGiven = asserted.subject.map { !$0.utf8.isEmpty } ?? false
      try require(
        isGiven || (action.namesMethod && asserted.subject == nil), .missing,
        "a `" + kind.name.text + "` assertion needs a subject")
    case .password, .emailLink, .anonymous:
      try require(
        asserted.subject == nil, .unexpected,
        "a `" + kind.name.text + "` method has no subject of its own")
    }
  }
}

/// Reads what is stated with the attempt; a checked fact is only refused here, and read when accounts are
/// known. What is stated beside it is read with what was found.
extension AttemptReader: StatedFactVisitor {
  package mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) throws(InputError) {
    if let value = try value(of: fact) {
      result.reading.facts[fact.fact] = value.rawValue
    }
  }

  package func visit<Fact: CheckedFact>(checked fact: Fact.Type) throws(InputError) {
    _ = try value(of: fact)
  }

  private func value<Fact: StatedFact>(of fact: Fact.Type) throws(InputError) -> Fact.Value? {
    switch fact.carrier {
    case .assertion: try accepted(attempt.assertedValue(of: fact), of: fact)
    case .attempt: try accepted(attempt.stated[fact], of: fact)
    case .link: try accepted(attempt.link?.stated[fact] ?? fact.unset, of: fact)
    case .situation: nil
    }
  }

  private func accepted<Fact: StatedFact>(
    _ value: Fact.Value, of fact: Fact.Type
  ) throws(InputError) -> Fact.Value {
    try vocabulary.accepted(value, of: fact, shape, result.named.action)
  }
}

extension Vocabulary {
  /// The value of a fact as it was stated, unless attempts of the shape do not carry it.
  ///
  /// Stating the unset value is the same as leaving the fact out.
  func accepted<Fact: StatedFact>(
    _ value: Fact.Value, of fact: Fact.Type, _ shape: AttemptShape, _ action: Int
  ) throws(InputError) -> Fact.Value {
    guard value != fact.unset else { return fact.unstated(for: shape.kind) }
    guard fact.isCarried(by: shape) else {
      throw InputError(.unexpected, fact.refusal(of: actions[action].name))
    }
    return value
  }
}

/// Refuses a requested link of which something is not stated.
private struct LinkCheck: StatedFactVisitor {
  let stated: StatedValues

  func visit<Fact: StatedFact>(stated fact: Fact.Type) throws(InputError) {
    guard fact.carrier == .link else { return }
    if stated[fact] == fact.unset {
      throw InputError(.missing, "the requested link does not say `" + fact.key.text + "`")
    }
  }
}
