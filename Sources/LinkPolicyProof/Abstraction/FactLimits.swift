internal import LinkPolicy

/// The values that some facts of an attempt can have; every other fact can have any.
struct FactLimits: Sendable, Hashable {
  private struct Limit: Sendable, Hashable {
    var fact: Int
    var values: ValueSet
  }

  // Few at a time, in the order of the facts.
  private var limits: [Limit] = []

  /// The limits as a graph of answers is asked for them.
  var values: [(fact: Int, values: ValueSet)] { limits.map { ($0.fact, $0.values) } }

  /// Limits a fact further, to those of some values that it could have before.
  mutating func limit(_ fact: Int, to values: ValueSet) {
    var place = 0
    while place < limits.count, limits[place].fact < fact {
      place += 1
    }
    if place < limits.count, limits[place].fact == fact {
      limits[place].values = limits[place].values.intersection(values)
    } else {
      limits.insert(Limit(fact: fact, values: values), at: place)
    }
  }

  mutating func limit(_ fact: Int, to value: Int) {
    var values = ValueSet()
    values.insert(value)
    limit(fact, to: values)
  }

  /// Limits an engine fact to one of its words.
  mutating func limit<Value: RawRepresentable>(_ fact: EngineFact, to value: Value)
  where Value.RawValue == Int {
    limit(fact.rawValue, to: value.rawValue)
  }

  /// Limits an engine fact to some of its words.
  mutating func limit<Value: RawRepresentable>(
    _ fact: EngineFact, to first: Value, _ others: Value...
  ) where Value.RawValue == Int {
    var values = ValueSet()
    values.insert(first.rawValue)
    for other in others {
      values.insert(other.rawValue)
    }
    limit(fact.rawValue, to: values)
  }

  func limited<Value: RawRepresentable>(_ fact: EngineFact, to values: Value...) -> FactLimits
  where Value.RawValue == Int {
    var limits = self
    limits.limit(fact.rawValue, to: ValueSet(values.map { $0.rawValue }))
    return limits
  }

  /// What a fact can have here; nil for anything.
  subscript(fact: Int) -> ValueSet? { limits.first { $0.fact == fact }?.values }

  /// Whether some fact is left without a value.
  var isEmpty: Bool { limits.contains { $0.values.isEmpty } }
}
