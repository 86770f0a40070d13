internal import LinkPolicy

/// The values that some facts of an attempt can have; every other fact can have any.
struct FactLimits: Sendable, Hashable {
  /// Values that fit into one word: limits are copied and hashed for every attempt, and of such ones
  /// nothing is counted on the way.
  private struct NarrowLimit: Sendable, Hashable {
    var fact: Int
    var values: UInt64
  }

  private struct WideLimit: Sendable, Hashable {
    var fact: Int
    var values: ValueSet
  }

  // Few at a time, each in the order of the facts; a fact is in one of the two, and in `wide` only with values that fit
  // into no single word, so that equal limits are equal.
  private var narrow: [NarrowLimit] = []
  private var wide: [WideLimit] = []

  /// The limits as a graph of answers is asked for them.
  var values: [(fact: Int, values: ValueSet)] {
    let all =
      narrow.map { (fact: $0.fact, values: ValueSet(word: $0.values)) }
      + wide.map { (fact: $0.fact, values: $0.values) }
    return wide.isEmpty ? all : all.sorted { $0.fact < $1.fact }
  }

  /// Limits a fact further, to those of some values that it could have before.
  mutating func limit(_ fact: Int, to values: ValueSet) {
    if let place = wide.firstIndex(where: { $0.fact == fact }) {
      let before = wide.remove(at: place).values
      insert(fact, before.intersection(values))
    } else if let place = narrow.firstIndex(where: { $0.fact == fact }) {
      narrow[place].values &= values.firstWord
    } else {
      insert(fact, values)
    }
  }

  /// Adds the limit of a fact that has none.
  private mutating func insert(_ fact: Int, _ values: ValueSet) {
    if values.isOneWord {
      let place = narrow.firstIndex { $0.fact > fact } ?? narrow.count
      narrow.insert(NarrowLimit(fact: fact, values: values.firstWord), at: place)
    } else {
      let place = wide.firstIndex { $0.fact > fact } ?? wide.count
      wide.insert(WideLimit(fact: fact, values: values), at: place)
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
    // An engine fact has few words.
    var word: UInt64 = 1 << UInt64(first.rawValue)
    for other in others {
      word |= 1 << UInt64(other.rawValue)
    }
    limit(fact.rawValue, to: ValueSet(word: word))
  }

  func limited<Value: RawRepresentable>(_ fact: EngineFact, to values: Value...) -> FactLimits
  where Value.RawValue == Int {
    var limits = self
    limits.limit(fact.rawValue, to: ValueSet(values.map { $0.rawValue }))
    return limits
  }

  /// What a fact can have here; nil for anything.
  subscript(fact: Int) -> ValueSet? {
    narrow.first { $0.fact == fact }.map { ValueSet(word: $0.values) }
      ?? wide.first { $0.fact == fact }?.values
  }

  /// Whether some fact is left without a value.
  var isEmpty: Bool { narrow.contains { $0.values == 0 } }
}
