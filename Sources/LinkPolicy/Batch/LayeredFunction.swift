/// A function of columns of small numbers, worked out in a few look-ups for each row.
///
/// Each step takes what the rows have come to so far, and the values of some columns, to the next of it. All
/// rows take a step before any takes the next one, so that the tables stay at hand.
struct LayeredFunction: Sendable {
  /// A column that a step reads, and how far each of its values moves the place that is looked at.
  struct Input: Sendable {
    var column: Int
    var worths: [UInt32]
  }

  /// One look-up.
  struct Step: Sendable {
    var inputs: [Input]
    /// The number of combinations of the inputs: what one state is worth.
    var combinationCount: Int
    /// For each state and combination the next state; of the last step the value of the function.
    var next: [UInt32]
  }

  /// The steps; without one the function has the value ``start``.
  var steps: [Step]
  /// The state in which every row begins.
  var start: UInt32

  /// The largest value that it can have.
  var largestValue: Int { Int(steps.last?.next.max() ?? start) }

  /// The values of the function.
  ///
  /// - Parameters:
  ///   - columns: the columns, all of one length, with no number that an input does not know.
  ///   - count: that length.
  /// - Returns: a value for each row.
  func values(_ columns: [[UInt16]], count: Int) -> [UInt32] {
    var states = [UInt32](repeating: start, count: count)
    for step in steps {
      if step.combinationCount > 1 {
        Self.multiply(&states, by: UInt32(step.combinationCount))
      }
      for input in step.inputs {
        Self.add(input.worths, of: columns[input.column], to: &states)
      }
      Self.look(up: &states, in: step.next)
    }
    return states
  }

  private static func multiply(_ states: inout [UInt32], by factor: UInt32) {
    for index in states.indices {
      states[index] &*= factor
    }
  }

  private static func add(_ worths: [UInt32], of values: [UInt16], to places: inout [UInt32]) {
    for index in values.indices {
      places[index] &+= worths[Int(values[index])]
    }
  }

  private static func look(up states: inout [UInt32], in next: [UInt32]) {
    for index in states.indices {
      states[index] = next[Int(states[index])]
    }
  }
}
