internal import LinkPolicy

/// How accounts can stand to an attempt: the values of the facts that are read from what was found.
struct Relation: Hashable {
  var providers: ValueSet
  var domains: ValueSet
  /// For each engine fact the value that was read.
  private var values: [UInt8]
  /// Whether the account's own method is there, which labels of methods need.
  var hasOwnMethod: Bool { self[.sameProvider] != FactValue.SameProvider.none.rawValue }
  /// Whether an account is pointed to.
  var hasAccount: Bool { self[.account] != FactValue.AccountVerification.none.rawValue }
  /// Whether there is an address.
  var hasAddress: Bool { self[.address] != FactValue.Address.absent.rawValue }

  /// The relation that a reading of representative accounts shows.
  init(providers: ValueSet, domains: ValueSet, of facts: FactVector) {
    self.providers = providers
    self.domains = domains
    values = [UInt8](repeating: 0, count: EngineFact.allCases.count)
    var found = FoundValues(facts: facts, values: values)
    EngineFact.acceptAll(&found)
    values = found.values
  }

  subscript(fact: EngineFact) -> Int { Int(values[fact.rawValue]) }

  /// Takes over the facts that depend on further methods of the account from another relation, in
  /// which it has some.
  mutating func takeFurtherMethods(of other: Relation) {
    var further = FurtherMethods(source: other.values, values: values)
    EngineFact.acceptAll(&further)
    values = further.values
  }

  /// Whether some fact that a policy tests depends on further methods of the account.
  static func looksAtFurtherMethods(_ vocabulary: Vocabulary) -> Bool {
    var tested = TestedFurther(vocabulary: vocabulary)
    EngineFact.acceptAll(&tested)
    return tested.isTested
  }
}

/// Copies what was read of found facts; stated ones do not depend on accounts.
private struct FoundValues: FoundFactVisitor {
  let facts: FactVector
  var values: [UInt8]

  mutating func visit<Fact: FoundFact>(found fact: Fact.Type) {
    values[fact.fact.rawValue] = UInt8(truncatingIfNeeded: facts[fact.fact])
  }
}

/// Copies what depends on further methods.
private struct FurtherMethods: FoundFactVisitor {
  let source: [UInt8]
  var values: [UInt8]

  mutating func visit<Fact: FoundFact>(found fact: Fact.Type) {
    if fact.looksAtFurtherMethods {
      values[fact.fact.rawValue] = source[fact.fact.rawValue]
    }
  }
}

/// Asks whether what depends on further methods is tested.
private struct TestedFurther: FoundFactVisitor {
  let vocabulary: Vocabulary
  var isTested = false

  init(vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
  }

  mutating func visit<Fact: FoundFact>(found fact: Fact.Type) {
    isTested = isTested || (fact.looksAtFurtherMethods && vocabulary.isUsed(fact.fact))
  }
}
