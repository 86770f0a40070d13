/// Which of two policies.
package enum Side: String, Sendable, CaseIterable {
  /// The one before.
  case old
  /// The one after.
  case new

  /// The other one.
  package var other: Side { self == .old ? .new : .old }
}

/// Something of each of two policies.
package struct Sides<Value> {
  package var old: Value
  package var new: Value

  package init(old: Value, new: Value) {
    self.old = old
    self.new = new
  }

  /// Makes both in the same way.
  package init(_ make: (Side) -> Value) {
    self.init(old: make(.old), new: make(.new))
  }

  package subscript(side: Side) -> Value {
    get { side == .old ? old : new }
    set {
      if side == .old {
        old = newValue
      } else {
        new = newValue
      }
    }
  }
}

extension Sides: Sendable where Value: Sendable {}
extension Sides: Equatable where Value: Equatable {}
extension Sides: Hashable where Value: Hashable {}
