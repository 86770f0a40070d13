internal import LinkPolicy
import LinkPolicyAuthoring

/// The values that an attempt can have for some facts, for example only `recent` for `session`.
///
/// A fact without a limit can have any value.
///
/// A closure copies, changes and hashes limits for every attempt, millions of times in a proof. The limits of engine
/// facts are therefore stored inline in a few words. Inline storage avoids allocation and reference counting.
struct FactLimits: Sendable {
  private struct FurtherLimit: Sendable, Hashable {
    var fact: Int
    var values: ValueSet
  }

  /// The place of an engine fact in the words.
  private struct FactBits {
    var word = 0
    var shift: UInt64 = 0
    /// The bits of the fact before the shift: one bit for each value, and one more bit.
    ///
    /// All bits are set if the fact has no limit. A limit never sets the additional bit, so a limit to all values
    /// differs from no limit. A fact whose values a policy declares has all bits of its word.
    var all = UInt64.max

    /// Returns whether the bits can hold a limit.
    func canHold(_ values: ValueSet) -> Bool {
      values.isOneWord && values.firstWord & ~all == 0 && values.firstWord != all
    }
  }

  /// The places of all engine facts; each fact whose values a policy declares has a word alone.
  private static let bits: [FactBits] = {
    var places: [FactBits] = []
    var next = FactBits()
    var end = 0
    for fact in FactDescription.all {
      let count = UInt64(fact.values.count + 1)
      if fact.isNamed {
        places.append(FactBits(word: end))
        end += 1
        continue
      }
      if next.all == .max || next.shift + count > 64 {
        next = FactBits(word: end)
        end += 1
      }
      next.all = (1 << count) - 1
      places.append(next)
      next.shift += count
    }
    precondition(end <= wordCount, "the words hold the values of all engine facts")
    return places
  }()

  private static var wordCount: Int { 6 }

  private var words: InlineArray<6, UInt64>
  // The limits of all other facts, and of engine facts whose values do not fit into their bits, in the order of the
  // facts. A fact has its limit either in this list or in a word, never in both places, so that equal limits compare
  // equal.
  private var further: [FurtherLimit] = []

  init() {
    words = InlineArray(repeating: .max)
  }

  /// The bits of an engine fact; nil if they hold no limit.
  private func held(_ bits: FactBits) -> UInt64? {
    let held = (words[bits.word] >> bits.shift) & bits.all
    return held == bits.all ? nil : held
  }

  /// The limits in the form that an ``AnswerGraph`` accepts.
  var values: [(fact: Int, values: ValueSet)] {
    var all: [(fact: Int, values: ValueSet)] = []
    for (fact, bits) in Self.bits.enumerated() {
      if let held = held(bits) {
        all.append((fact, ValueSet(word: held)))
      }
    }
    let hasWide = further.contains { $0.fact < Self.bits.count }
    all += further.map { (fact: $0.fact, values: $0.values) }
    return hasWide ? all.sorted { $0.fact < $1.fact } : all
  }

  /// Limits a fact to the intersection of its current values and the given values.
  mutating func limit(_ fact: Int, to values: ValueSet) {
    guard !further.isEmpty, let place = further.firstIndex(where: { $0.fact == fact }) else {
      insert(fact, values)
      return
    }
    let both = further[place].values.intersection(values)
    if fact < Self.bits.count, Self.bits[fact].canHold(both) {
      further.remove(at: place)
      insert(fact, both)
    } else {
      further[place].values = both
    }
  }

  /// Adds a limit for a fact that has no limit in `further` yet.
  private mutating func insert(_ fact: Int, _ values: ValueSet) {
    if fact < Self.bits.count {
      let bits = Self.bits[fact]
      if held(bits) != nil || bits.canHold(values) {
        // The other facts of the word keep their bits.
        words[bits.word] &= (values.firstWord << bits.shift) | ~(bits.all << bits.shift)
        return
      }
    }
    let place = further.firstIndex { $0.fact > fact } ?? further.count
    further.insert(FurtherLimit(fact: fact, values: values), at: place)
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
    if fact < Self.bits.count, let held = held(Self.bits[fact]) {
      return ValueSet(word: held)
    }
    return further.first { $0.fact == fact }?.values
  }

  /// Whether some fact has no possible value; if so, no attempt is within the limits.
  var isEmpty: Bool {
    Self.bits.contains { held($0) == 0 } || further.contains { $0.values.isEmpty }
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
    for word in words.indices {
      // Multiplication by an odd factor loses no bit, and the shift moves high bits down.
      mixed = (mixed ^ words[word]) &* 0x9E37_79B9_7F4A_7C15
      mixed ^= mixed >> 29
    }
    hasher.combine(mixed)
    if !further.isEmpty {
      hasher.combine(further)
    }
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
