import LinkPolicyTestSupport

@testable import LinkPolicy

extension SeededGenerator {
  /// A subset of the numbers below a count, never empty.
  mutating func subset(of count: Int) -> ValueSet {
    var values = ValueSet()
    for value in 0..<count where Bool.random(using: &self) {
      values.insert(value)
    }
    if values.isEmpty {
      values.insert(Int.random(in: 0..<count, using: &self))
    }
    return values
  }
}
