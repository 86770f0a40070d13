internal import LinkPolicy

/// The facts that the engine reads from the store's rows.
///
/// Of each fact's declaration, the list keeps only the parts that ``SituationSpace`` needs.
///
/// Each process collects the facts only once, because collecting them takes longer than compiling most edits.
struct FoundFacts: Sendable {
  struct Element: Sendable {
    var fact: EngineFact
    /// Whether the fact depends on the account's methods of providers other than the attempt's provider.
    var looksAtFurtherMethods: Bool
    /// For each value that the engine can read for a representative account, the values of all accounts that this
    /// account represents.
    var values: [ValueSet]
  }

  /// All facts that the engine reads from the store's rows.
  static let all = FoundFacts()

  let elements: [Element]
  /// The facts that depend on the account's methods of providers other than the attempt's provider.
  let further: [EngineFact]

  private init() {
    var collected = CollectedFacts()
    EngineFact.acceptAll(&collected)
    elements = collected.elements
    further = elements.filter { $0.looksAtFurtherMethods }.map { $0.fact }
  }
}

/// A visitor that collects the found facts.
private struct CollectedFacts: FoundFactVisitor {
  var elements: [FoundFacts.Element] = []

  mutating func visit<Fact: FoundFact>(found fact: Fact.Type) {
    elements.append(
      FoundFacts.Element(
        fact: fact.fact, looksAtFurtherMethods: fact.looksAtFurtherMethods,
        values: Fact.Value.allCases.map { read in
          ValueSet(fact.values(whereRead: read).map { $0.rawValue })
        }))
  }
}
