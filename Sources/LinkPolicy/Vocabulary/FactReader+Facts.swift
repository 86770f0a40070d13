extension FactReader {
  /// Reads the facts that the attempt states, refusing those that its shape does not carry.
  mutating func readStated() throws(InputError) {
    var stated = StatedReader(attempt, in: situation, shape: shape)
    stated.facts = reading.facts
    try EngineFact.acceptAll(&stated)
    reading.facts = stated.facts
    try checkLink()
    try checkSubject()
  }

  /// Reads the facts that accounts, session and code have a part in.
  mutating func readFound() throws(InputError) {
    try EngineFact.acceptAll(&self)
  }

  /// Refuses a requested link that leaves some of its facts open, or that nobody requests.
  private func checkLink() throws(InputError) {
    guard let link = attempt.link else { return }
    guard action.requestsLink else {
      throw InputError(.unexpected, LinkDomainFact.refusal(shape))
    }
    var check = LinkCheck(stated: link.stated)
    try EngineFact.acceptAll(&check)
  }

  /// A vector with the value that each fact has where nothing sets it; settings have their
  /// defaults, and labels are those of nobody.
  func completing(_ facts: FactVector) -> FactVector {
    var completion = UnsetFacts(facts: facts)
    EngineFact.acceptAll(&completion)
    for setting in vocabulary.schema.settings where !facts.isSet(setting) {
      completion.facts[setting] = 0
    }
    for (index, label) in vocabulary.labels.enumerated() {
      completion.facts[vocabulary.schema.labels.lowerBound + index] = label.values.count
    }
    return completion.facts
  }

  /// Checks that the subject is there exactly where the kind has one.
  private func checkSubject() throws(InputError) {
    guard let kind, let asserted else { return }
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

/// Reads what is stated; a checked fact is only refused here, and read when accounts are known.
private struct StatedReader: StatedFactVisitor {
  private let assertion, attempt, link, situation: StatedValues
  private let shape: AttemptShape
  var facts = FactVector()

  init(_ attempt: Attempt, in situation: Situation, shape: AttemptShape) {
    assertion = attempt.assertedValues
    self.attempt = attempt.stated
    link = attempt.link?.stated ?? StatedValues()
    self.situation = situation.stated
    self.shape = shape
  }

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) throws(InputError) {
    facts[fact.fact] = try value(of: fact).rawValue
  }

  mutating func visit<Fact: CheckedFact>(checked fact: Fact.Type) throws(InputError) {
    _ = try value(of: fact)
  }

  private func value<Fact: StatedFact>(of fact: Fact.Type) throws(InputError) -> Fact.Value {
    let value =
      switch fact.carrier {
      case .assertion: assertion[fact]
      case .attempt: attempt[fact]
      case .link: link[fact]
      case .situation: situation[fact]
      }
    guard fact.isCarried(by: shape) || value == fact.unset else {
      throw InputError(.unexpected, fact.refusal(shape))
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

/// Reads what was found.
extension FactReader: FoundFactVisitor {
  package mutating func visit<Fact: FoundFact>(found fact: Fact.Type) throws(InputError) {
    // Going through all methods of an account is left out where no condition asks for it.
    let isRead = !fact.looksAtFurtherMethods || vocabulary.isUsed(fact.fact)
    let value = isRead ? try fact.read(self) : fact.unset
    reading.facts[fact.fact] = value.rawValue
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
