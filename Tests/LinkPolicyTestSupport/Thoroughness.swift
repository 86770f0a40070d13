import Foundation

/// How much the slow tests try.
///
/// A part, unless `EXHAUSTIVE=1` is in the environment, as in `EXHAUSTIVE=1 make test` on demand.
package enum Thoroughness {
  /// Whether everything is tried.
  package static let isExhaustive = ProcessInfo.processInfo.environment["EXHAUSTIVE"] == "1"

  /// The one where everything is tried, the other else.
  package static func pick<Value>(_ all: Value, orElse some: Value) -> Value {
    isExhaustive ? all : some
  }
}
