/// Boxes of facts of attempts, by what the attempts point to.
struct AttemptBoxes: Sendable {
  /// Those of attempts that point to the account which is followed, to another, and to none.
  private var boxes = AbstractAttempt.Pointed.allCases.map { _ in Set<FactLimits>() }

  /// Those of the attempts that point to one of these.
  subscript(pointed: AbstractAttempt.Pointed) -> Set<FactLimits> { boxes[Int(pointed.rawValue)] }

  /// All of them.
  var all: Set<FactLimits> { boxes.reduce(into: []) { $0.formUnion($1) } }

  mutating func insert(_ limits: FactLimits, _ pointed: AbstractAttempt.Pointed) {
    boxes[Int(pointed.rawValue)].insert(limits)
  }
}

/// A set of what attempts point to.
struct PointedSet: Sendable, Hashable {
  private var bits: UInt8 = 0

  func contains(_ pointed: AbstractAttempt.Pointed) -> Bool { bits & (1 << pointed.rawValue) != 0 }

  mutating func insert(_ pointed: AbstractAttempt.Pointed) { bits |= 1 << pointed.rawValue }
}
