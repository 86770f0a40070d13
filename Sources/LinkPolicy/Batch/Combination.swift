/// Counts through all combinations of digits, the first of which changes fastest.
struct Combination {
  private(set) var digits: [Int]
  private let counts: [Int]

  init(_ counts: [Int]) {
    self.counts = counts
    digits = Array(repeating: 0, count: counts.count)
  }

  /// Goes on to the next combination; false behind the last one.
  mutating func advance() -> Bool {
    for place in digits.indices {
      digits[place] += 1
      if digits[place] < counts[place] {
        return true
      }
      digits[place] = 0
    }
    return false
  }

  /// The number of combinations of digits; nil where there are more than a limit.
  static func count(of counts: [Int], atMost limit: Int) -> Int? {
    var product = 1
    for count in counts {
      let (next, isTooLarge) = product.multipliedReportingOverflow(by: count)
      guard !isTooLarge, next <= limit else { return nil }
      product = next
    }
    return product
  }
}
