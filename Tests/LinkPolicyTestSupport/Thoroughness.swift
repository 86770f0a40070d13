import Foundation

/// How much the slow tests try: a part, unless the environment asks for more.
///
/// `make test` examines one case in four of the long tests, `SHARE=1 make test` each case, and `EXHAUSTIVE=1` also
/// follows longer sequences and more random values.
package enum Thoroughness {
  /// Whether everything is tried.
  package static let isExhaustive = ProcessInfo.processInfo.environment["EXHAUSTIVE"] == "1"

  /// The one where everything is tried, the other else.
  package static func pick<Value>(_ all: Value, orElse some: Value) -> Value {
    isExhaustive ? all : some
  }

  /// Returns the cases of a long test that are examined: one case in `SHARE`, and at least one.
  ///
  /// `SHARE_SEED` chooses the cases. In CI the seed is the commit, so every case has its turn over many commits.
  package static func share<Case>(of cases: [Case]) -> [Case] {
    let environment = ProcessInfo.processInfo.environment
    return share(
      of: cases, oneIn: environment["SHARE"].flatMap { Int($0) } ?? 1,
      chosenBy: environment["SHARE_SEED"] ?? "")
  }

  /// Returns one case in `count` and at least one, chosen by a seed.
  package static func share<Case>(of cases: [Case], oneIn count: Int, chosenBy seed: String)
    -> [Case]
  {
    // A long list alternates by its places; a list with fewer cases than `count` contributes one case.
    let distance = max(1, min(count, cases.count))
    let start = seed.utf8.reduce(0) { ($0 * 31 + Int($1)) % 1_000_003 } % distance
    return stride(from: start, to: cases.count, by: distance).map { cases[$0] }
  }
}
