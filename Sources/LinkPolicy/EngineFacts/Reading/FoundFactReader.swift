/// Reads the facts that accounts, session and code have a part in, and what is stated beside the attempt.
struct FoundFactReader {
  let reader: FactReader
  var facts: FactVector

  /// Reads all of them, and the labels.
  mutating func read() throws(InputError) {
    for fact in reader.vocabulary.readFacts {
      try fact.accept(&self)
    }
    readLabels()
  }

  /// Reads the labels of the account pointed to and of its own method.
  private mutating func readLabels() {
    let vocabulary = reader.vocabulary
    let first = vocabulary.schema.labels.lowerBound
    for index in vocabulary.labels.indices {
      facts[first + index] =
        reader.value(ofLabel: index) ?? vocabulary.labels[index].values.count
    }
  }
}

extension FoundFactReader: FoundFactVisitor {
  mutating func visit<Fact: FoundFact>(found fact: Fact.Type) throws(InputError) {
    facts[fact.fact] = try fact.read(reader).rawValue
  }

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) throws(InputError) {
    let value = try reader.vocabulary.accepted(
      reader.situation.stated[fact], of: fact, reader.shape, reader.actionNumber)
    facts[fact.fact] = value.rawValue
  }
}

/// Lists the facts that are read when accounts are known, and gives those that are not read the value that
/// they have where nothing sets them.
struct ReadFacts: FoundFactVisitor {
  typealias Failure = Never

  /// The facts that some condition tests.
  let used: ValueSet
  private(set) var read: [EngineFact] = []
  /// The facts of attempts that state nothing, by kind of sign-in.
  var facts: [FactVector]

  init(_ used: ValueSet, _ facts: [FactVector]) {
    self.used = used
    self.facts = facts
    EngineFact.acceptAll(&self)
  }

  mutating func visit<Fact: FoundFact>(found fact: Fact.Type) {
    // Going through all methods of an account is left out where no condition asks for it.
    if !fact.looksAtFurtherMethods || used.contains(fact.fact.rawValue) {
      read.append(fact.fact)
    } else {
      for kind in facts.indices {
        facts[kind][fact.fact] = fact.unset.rawValue
      }
    }
  }

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    switch fact.carrier {
    case .assertion, .attempt, .link: break
    case .situation: read.append(fact.fact)
    }
  }
}
