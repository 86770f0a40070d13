internal import LinkPolicy

/// The values that some facts of an attempt can have; every other fact can have any.
///
/// Limits are copied, changed and hashed for every attempt of a closure, millions of times in a proof: those of the first facts,
/// which the engine itself knows, stand in the limits themselves, a word each, so that nothing is allocated or counted on the way.
struct FactLimits: Sendable {
  private struct FurtherLimit: Sendable, Hashable {
    var fact: Int
    var values: ValueSet
  }

  /// By fact the values that it can have, one a bit; all bits for a fact that has no limit here.
  private var words: InlineArray<28, UInt64>
  // The limits of further facts, and those whose values fit into no single word, in the order of the facts. A fact is here or
  // has a word, so that equal limits are equal.
  private var further: [FurtherLimit] = []

  private static var unlimited: UInt64 { .max }

  init() {
    words = InlineArray(repeating: Self.unlimited)
  }

  /// The limits as a graph of answers is asked for them.
  var values: [(fact: Int, values: ValueSet)] {
    var all: [(fact: Int, values: ValueSet)] = []
    for fact in words.indices where words[fact] != Self.unlimited {
      all.append((fact, ValueSet(word: words[fact])))
    }
    let hasWide = further.contains { $0.fact < words.count }
    all += further.map { (fact: $0.fact, values: $0.values) }
    return hasWide ? all.sorted { $0.fact < $1.fact } : all
  }

  /// Limits a fact further, to those of some values that it could have before.
  mutating func limit(_ fact: Int, to values: ValueSet) {
    guard let place = further.firstIndex(where: { $0.fact == fact }) else {
      insert(fact, values)
      return
    }
    let both = further[place].values.intersection(values)
    if both.isOneWord, fact < words.count {
      further.remove(at: place)
      insert(fact, both)
    } else {
      further[place].values = both
    }
  }

  /// Adds a limit to a fact of which no wide set is known.
  private mutating func insert(_ fact: Int, _ values: ValueSet) {
    if fact < words.count, words[fact] != Self.unlimited {
      words[fact] &= values.firstWord
    } else if fact < words.count, values.isOneWord, values.firstWord != Self.unlimited {
      words[fact] = values.firstWord
    } else {
      let place = further.firstIndex { $0.fact > fact } ?? further.count
      further.insert(FurtherLimit(fact: fact, values: values), at: place)
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
    if fact < words.count, words[fact] != Self.unlimited {
      return ValueSet(word: words[fact])
    }
    return further.first { $0.fact == fact }?.values
  }

  /// Whether some fact is left without a value.
  var isEmpty: Bool {
    words.indices.contains { words[$0] == 0 } || further.contains { $0.values.isEmpty }
  }
}

extension FactLimits: Hashable {
  static func == (first: FactLimits, second: FactLimits) -> Bool {
    first.words.indices.allSatisfy { first.words[$0] == second.words[$0] }
      && first.further == second.further
  }

  /// Mixes the words into one before they are hashed: each by itself would take as long as all else that is done with a limit.
  func hash(into hasher: inout Hasher) {
    var mixed: UInt64 = 0
    for fact in words.indices {
      // An odd factor, so that no bit is lost, and a shift that brings high bits down again.
      mixed = (mixed ^ words[fact]) &* 0x9E37_79B9_7F4A_7C15
      mixed ^= mixed >> 29
    }
    hasher.combine(mixed)
    hasher.combine(further)
  }
}
