internal import LinkPolicy

/// The states after the first steps of sequences, for a player of many vectors that begin alike.
///
/// A third of the steps of a generated suite follow a beginning that an earlier vector has too. A player goes on from the state that it
/// reached there. Each state belongs to one initial state of the store and one list of steps with their expectations, all
/// recognized by the numbers that the reader of the vectors gave to their texts.
///
/// A memory belongs to one policy and one reader.
struct PlayedPrefixes {
  /// The state of a player after some steps.
  struct PlayedPrefix {
    var state: PlayerState
    /// The decision of the last of the steps; nil for a step without one.
    var decision: Decision?
    /// Whether every step met its expectation.
    var isAsExpected: Bool
  }

  private struct Start: Hashable {
    var settings: Int
    var given: Int
  }

  private struct Continuation: Hashable {
    /// The index of the prefix before the step; the start of a sequence is a negative number.
    var prefix: Int
    var step: Int
  }

  /// The number of states that are kept, and of initial states that are known; a full memory is emptied.
  ///
  /// The reader numbers only short texts, so every state is small.
  private static var capacity: Int { 2048 }
  /// The number of steps of the longest beginning that is kept; hardly any longer one is played again.
  static var longest: Int { 3 }

  private var starts: [Start: Int] = [:]
  private var indices: [Continuation: Int] = [:]
  private var prefixes: [PlayedPrefix] = []

  /// Returns the place before the first step of a sequence; nil if its initial state has no number.
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

  /// Returns the place after a step that was played from a place before; nil if it was not.
  func place(after step: Int, from place: Int) -> Int? {
    indices[Continuation(prefix: place, step: step)]
  }

  /// Returns the state at a place after a step.
  subscript(place: Int) -> PlayedPrefix { prefixes[place] }

  /// Keeps the state after a step that was played from a place, and returns its place; nil if the memory was full and is empty now.
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
