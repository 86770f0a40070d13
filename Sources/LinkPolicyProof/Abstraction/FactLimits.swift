internal import LinkPolicy
import LinkPolicyAuthoring

/// The values that an attempt can have for some facts, for example only `recent` for `session`.
///
/// A fact without a limit can have any value.
///
/// A closure copies, changes and hashes limits for every attempt, millions of times in a proof. The limits of engine
/// facts are therefore stored inline, with one word for each fact. Inline storage avoids allocation and reference
/// counting.
struct FactLimits: Sendable {
  private struct FurtherLimit: Sendable, Hashable {
    var fact: Int
    var values: ValueSet
  }

  /// One word for each fact, with one bit for each possible value; all bits are set if the fact has no limit.
  private var words: InlineArray<28, UInt64>
  // The limits of all other facts, and of engine facts whose values do not fit into a word, in the order of the facts.
  // A fact has its limit either in this list or in a word, never in both places, so that equal limits compare equal.
  private var further: [FurtherLimit] = []

  private static var unlimited: UInt64 { .max }

  init() {
    words = InlineArray(repeating: Self.unlimited)
  }

  /// The limits in the form that an ``AnswerGraph`` accepts.
  var values: [(fact: Int, values: ValueSet)] {
    var all: [(fact: Int, values: ValueSet)] = []
    for fact in words.indices where words[fact] != Self.unlimited {
      all.append((fact, ValueSet(word: words[fact])))
    }
    let hasWide = further.contains { $0.fact < words.count }
    all += further.map { (fact: $0.fact, values: $0.values) }
    return hasWide ? all.sorted { $0.fact < $1.fact } : all
  }

  /// Limits a fact to the intersection of its current values and the given values.
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

  /// Adds a limit for a fact that has no limit in `further` yet.
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

  /// Limits an engine fact to one of its values.
  mutating func limit<Value: RawRepresentable>(_ fact: EngineFact, to value: Value)
  where Value.RawValue == Int {
    limit(fact.rawValue, to: value.rawValue)
  }

  /// Limits an engine fact to the given values.
  mutating func limit<Value: RawRepresentable>(
    _ fact: EngineFact, to first: Value, _ others: Value...
  ) where Value.RawValue == Int {
    // An engine fact has at most 64 values.
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

  /// The possible values of a fact; nil if the fact can have any value.
  subscript(fact: Int) -> ValueSet? {
    if fact < words.count, words[fact] != Self.unlimited {
      return ValueSet(word: words[fact])
    }
    return further.first { $0.fact == fact }?.values
  }

  /// Whether some fact has no possible value; if so, no attempt is within the limits.
  var isEmpty: Bool {
    words.indices.contains { words[$0] == 0 } || further.contains { $0.values.isEmpty }
  }
}

extension FactLimits: Hashable {
  static func == (first: FactLimits, second: FactLimits) -> Bool {
    first.words.indices.allSatisfy { first.words[$0] == second.words[$0] }
      && first.further == second.further
  }

  /// Mixes all words into one word before hashing.
  ///
  /// Hashing each word separately would cost as much as all other work on a limit.
  func hash(into hasher: inout Hasher) {
    var mixed: UInt64 = 0
    for fact in words.indices {
      // Multiplication by an odd factor loses no bit, and the shift moves high bits down.
      mixed = (mixed ^ words[fact]) &* 0x9E37_79B9_7F4A_7C15
      mixed ^= mixed >> 29
    }
    hasher.combine(mixed)
    hasher.combine(further)
  }
}

/// The fact limits of attempts, grouped by the target of the attempt.
struct AttemptBoxes: Sendable {
  /// The limits, one set for each target: the followed account, another account, and no account.
  private var boxes = AbstractAttempt.AttemptTarget.allCases.map { _ in Set<FactLimits>() }

  /// The limits of the attempts with the given target.
  subscript(pointed: AbstractAttempt.AttemptTarget) -> Set<FactLimits> {
    boxes[Int(pointed.rawValue)]
  }

  /// The limits of all attempts, regardless of the target.
  var all: Set<FactLimits> { boxes.reduce(into: []) { $0.formUnion($1) } }

  mutating func insert(_ limits: FactLimits, _ pointed: AbstractAttempt.AttemptTarget) {
    boxes[Int(pointed.rawValue)].insert(limits)
  }
}

/// A set of targets of attempts, such as the followed account.
struct PointedSet: Sendable, Hashable {
  private var bits: UInt8 = 0

  func contains(_ pointed: AbstractAttempt.AttemptTarget) -> Bool {
    bits & (1 << pointed.rawValue) != 0
  }

  mutating func insert(_ pointed: AbstractAttempt.AttemptTarget) { bits |= 1 << pointed.rawValue }
}

extension FactLimits {
  /// Returns the limits, with each input limited to the values that the given rows permit.
  func limited(by rows: [AddedExclusion], under policy: CompiledPolicy) -> FactLimits {
    var limits = self
    for row in rows {
      guard let input = row.limitedInput(of: policy) else { continue }
      limits.limit(input.fact, to: input.values)
    }
    return limits
  }
}
