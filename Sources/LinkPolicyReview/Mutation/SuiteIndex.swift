internal import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicySystem
package import LinkPolicyTesting

/// An index of the situations of a policy that vectors reach.
///
/// One pass under the original policy builds the index. Memory use is proportional to the number of vectors,
/// because the index keeps them for replay.
package struct SuiteIndex: Sendable {
  /// A situation, and the numbers of the vectors that reach it, without duplicates and in order.
  struct IndexedSituation: Sendable {
    var facts: FactVector
    var vectors: [Int32]
  }

  /// The vectors that pass, in the order of addition.
  package private(set) var vectors: [VectorCase] = []
  /// The vectors that fail under the policy, and therefore cannot kill mutants.
  package private(set) var failing: [VectorCase] = []
  /// The situations by table.
  private(set) var situations: [[IndexedSituation]]
  /// The vectors by the domains and providers that they name.
  private(set) var named: [Name: [Int32]] = [:]
  private var places: [[UInt16]: Int] = [:]
  private let policy: CompiledPolicy

  package init(_ policy: CompiledPolicy) {
    self.policy = policy
    situations = Array(repeating: [], count: policy.document.decisions.count)
  }

  /// The number of situations, for tests and reports.
  package var situationCount: Int { situations.reduce(0) { $0 + $1.count } }

  /// Plays vectors, and adds them to the index.
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

/// A situation that a vector reaches: a table, and the facts that its policy tests.
struct VisitedSituation: Sendable {
  var table: Int
  var facts: FactVector
  /// The table and the tested facts as a key.
  var key: [UInt16]

  /// Creates the situation of a decision.
  init(_ decision: Decision, used: [Int]) {
    table = decision.table
    facts = decision.facts
    key = [UInt16(truncatingIfNeeded: decision.table)]
    for fact in used {
      key.append(UInt16(truncatingIfNeeded: decision.facts[fact]))
    }
  }
}

/// The result of playing a vector under the original policy.
struct SuiteVisit: Sendable {
  var situations: [VisitedSituation]
  var hasPassed: Bool
  /// The domains and providers that the vector names.
  var names: [Name]
}

/// A worker that plays vectors for the index on one thread.
struct VisitWorker: Worker {
  let player: Player
  let used: [Int]

  init(_ policy: CompiledPolicy) {
    player = Player(policy.policy)
    used = policy.testedFacts
  }

  mutating func work(on piece: [VectorCase]) -> [SuiteVisit] {
    piece.map { vector in
      let played = player.play(vector)
      let situations = played.steps.compactMap { step in
        step.decision.map { VisitedSituation($0, used: used) }
      }
      return SuiteVisit(
        situations: situations, hasPassed: played.mismatches.isEmpty, names: Self.names(in: vector))
    }
  }

  mutating func finish() {}

  private static func names(in vector: VectorCase) -> [Name] {
    var names: Set<Name> = []
    func add(_ email: String?) {
      guard let email, let at = email.utf8.lastIndex(of: UInt8(ascii: "@")) else { return }
      let domain = Array(email.utf8[email.utf8.index(after: at)...])
      names.insert(Name(bytes: domain).lowercased)
    }
    for account in (vector.sequence?.given.accounts ?? []) {
      add(account.email)
      for method in account.methods {
        names.insert(Name(method.provider))
        add(method.address)
      }
    }
    for case .attempt(let step) in vector.steps.map({ $0.content }) {
      add(step.attempt.address)
      guard let assertion = step.attempt.assertion else { continue }
      names.insert(Name(assertion.provider))
      for record in assertion.addresses {
        add(record.email)
      }
    }
    return Array(names)
  }
}
