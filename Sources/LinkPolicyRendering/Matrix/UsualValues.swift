internal import LinkPolicy

/// The values at which facts stand that a matrix has no room for.
///
/// Each fact has values in the order of preference: the first one that can occur is taken.
struct UsualValues {
  /// The facts, each with its preferred values.
  let facts: [(fact: Int, values: [Int])]

  init(_ schema: FactSchema) {
    var facts = FactDescription.all.filter { !$0.ordinary.isEmpty }.map { description in
      (fact: description.fact.rawValue, values: description.ordinary)
    }
    // The first value of a setting is its default, that of a label what is new has.
    facts += schema.settings.map { (fact: $0, values: [0]) }
    facts += schema.labels.map { (fact: $0, values: [0]) }
    self.facts = facts
  }
}
