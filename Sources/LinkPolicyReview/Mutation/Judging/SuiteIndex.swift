internal import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicySystem
package import LinkPolicyTesting

/// Which vectors come through which situations of a policy.
///
/// Made in one pass under the policy that was not edited. Memory grows with the vectors, which are
/// kept to be played again.
package struct SuiteIndex: Sendable {
  /// A situation, and the vectors that come through it, each once, in order.
  struct IndexedSituation: Sendable {
    var facts: FactVector
    var vectors: [Int32]
  }

  /// The vectors, in the order in which they came.
  package private(set) var vectors: [VectorCase] = []
  /// The vectors that do not pass, and so can notice nothing.
  package private(set) var failing: [VectorCase] = []
  /// The situations by table.
  private(set) var situations: [[IndexedSituation]]
  /// The vectors that name a domain or a provider.
  private(set) var named: [Name: [Int32]] = [:]
  private var places: [[UInt16]: Int] = [:]
  private let policy: CompiledPolicy

  package init(_ policy: CompiledPolicy) {
    self.policy = policy
    situations = Array(repeating: [], count: policy.document.decisions.count)
  }

  /// The vectors that each situation's table knows, for tests and reports.
  package var situationCount: Int { situations.reduce(0) { $0 + $1.count } }

  /// Plays vectors and takes them in.
  package mutating func add(_ cases: [VectorCase], threads: Int) {
    var pieces = stride(from: 0, to: cases.count, by: 256).makeIterator()
    var taken = 0
    let policy = policy
    OrderedWork.run(
      threads: threads, worker: { _ in VisitWorker(policy) },
      next: {
        pieces.next().map { Array(cases[$0..<min($0 + 256, cases.count)]) }
      },
      take: { visits in
        for visit in visits {
          add(cases[taken], visit)
          taken += 1
        }
        return true
      })
  }

  private mutating func add(_ vector: VectorCase, _ visit: SuiteVisit) {
    guard visit.hasPassed else {
      failing.append(vector)
      return
    }
    let number = Int32(vectors.count)
    vectors.append(vector)
    for situation in visit.situations {
      let place: Int
      if let known = places[situation.key] {
        place = known
      } else {
        place = situations[situation.table].count
        places[situation.key] = place
        situations[situation.table].append(IndexedSituation(facts: situation.facts, vectors: []))
      }
      if situations[situation.table][place].vectors.last != number {
        situations[situation.table][place].vectors.append(number)
      }
    }
    for name in visit.names {
      named[name, default: []].append(number)
    }
  }
}
