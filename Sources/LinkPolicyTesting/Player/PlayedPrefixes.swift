internal import LinkPolicy

/// A cache of the states after the first steps of sequences, so that a player plays the common beginning of several
/// vectors only once.
///
/// In a generated suite, a third of the steps repeat the beginning of an earlier vector. The player continues from the
/// state after this beginning instead of playing the steps again. Each state belongs to one initial state of the store
/// and one list of steps with their expectations. The reader of the vectors gives a number to each text of an initial
/// state or step, so the player compares only numbers.
///
/// Use a separate `PlayedPrefixes` value for each policy and each reader of vectors.
struct PlayedPrefixes {
  /// The result of playing the first steps of a sequence.
  struct PlayedPrefix {
    var state: PlayerState
    /// The decision of the last step; nil if that step has no decision.
    var decision: Decision?
    /// Whether every step met its expectation.
    var isAsExpected: Bool
  }

  private struct Start: Hashable {
    var settings: Int
    var given: Int
  }

  private struct Continuation: Hashable {
    /// The index of the prefix before the step; a negative number represents an initial state.
    var prefix: Int
    var step: Int
  }

  /// The maximum number of kept states, and of known initial states.
  ///
  /// Once one of these numbers is reached, all kept states and initial states are discarded.
  ///
  /// A kept state is small, because the reader gives numbers only to short texts, and only states with numbers are
  /// kept.
  private static var capacity: Int { 2048 }
  /// The maximum number of steps before a kept state; two sequences hardly ever share a longer beginning.
  static var longest: Int { 3 }

  private var starts: [Start: Int] = [:]
  private var indices: [Continuation: Int] = [:]
  private var prefixes: [PlayedPrefix] = []

  /// Returns a negative number that represents the initial state of a sequence; nil if the settings or given rows have
  /// no number.
  mutating func start(_ numbers: SequenceNumbers) -> Int? {
    guard let settings = numbers.settings, let given = numbers.given else { return nil }
    let start = Start(settings: settings, given: given)
    if let known = starts[start] {
      return known
    }
    if starts.count >= Self.capacity {
      self = PlayedPrefixes()
    }
    let new = -1 - starts.count
    starts[start] = new
    return new
  }

  /// Returns the index of the kept state after a step from the state at `place`; nil if this state is not kept.
  func place(after step: Int, from place: Int) -> Int? {
    indices[Continuation(prefix: place, step: step)]
  }

  /// Returns the kept state at an index that `place(after:from:)` or `keep(_:after:from:)` returned.
  subscript(place: Int) -> PlayedPrefix { prefixes[place] }

  /// Keeps the state after a step from the state at `place`, and returns the index of the new state.
  ///
  /// If the maximum number of states is already kept, the method discards all states and returns nil.
  mutating func keep(_ prefix: PlayedPrefix, after step: Int, from place: Int) -> Int? {
    guard prefixes.count < Self.capacity else {
      self = PlayedPrefixes()
      return nil
    }
    prefixes.append(prefix)
    indices[Continuation(prefix: place, step: step)] = prefixes.count - 1
    return prefixes.count - 1
  }
}
