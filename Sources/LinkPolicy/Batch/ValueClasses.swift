/// Classes of the values of one fact: values of one class are never told apart.
struct ValueClasses {
  /// The class of each value.
  private(set) var classes: [Int]
  /// The number of classes.
  private(set) var count = 1

  /// Tells nothing apart.
  init(valueCount: Int) {
    classes = Array(repeating: 0, count: valueCount)
  }

  /// Tells values apart by what comes of them.
  mutating func split(by outcome: (Int) -> UInt32) {
    var known: [UInt64: Int] = [:]
    for value in classes.indices {
      let key = UInt64(classes[value]) << 32 | UInt64(outcome(value))
      let number = known[key] ?? known.count
      known[key] = number
      classes[value] = number
    }
    count = max(known.count, 1)
  }

  /// The first value of each class.
  var examples: [Int] {
    var examples: [Int] = []
    for value in classes.indices where classes[value] == examples.count {
      examples.append(value)
    }
    return examples
  }
}
