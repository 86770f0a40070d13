internal import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicyExploration
internal import LinkPolicySystem
package import LinkPolicyTesting

/// An index from the situations of a policy to the vectors that reach a situation.
///
/// The index plays each vector once, under the original policy. The index keeps all vectors, so its memory grows in
/// proportion to the number of vectors.
package struct SuiteIndex: Sendable {
  /// A situation, with the sorted numbers of the vectors that reach the situation.
  struct IndexedSituation: Sendable {
    var facts: FactVector
    var vectors: [Int32]
  }

  /// The vectors that pass, in the order of addition.
  package private(set) var vectors: [VectorCase] = []
  /// The vectors that fail under the policy, and therefore cannot kill mutants.
  package private(set) var failing: [VectorCase] = []
  /// The situations, grouped by table.
  private(set) var situations: [[IndexedSituation]]
  /// For each domain, in lower case, the numbers of the vectors with an address at the domain.
  private(set) var vectorsOfDomain: [Name: [Int32]] = [:]
  /// For each provider id, the numbers of the vectors that name the provider.
  private(set) var vectorsOfProvider: [Name: [Int32]] = [:]
  private var places: [[UInt16]: Int] = [:]
  private let policy: CompiledPolicy

  package init(_ policy: CompiledPolicy) {
    self.policy = policy
    situations = Array(repeating: [], count: policy.document.decisions.count)
  }

  /// The number of situations, for tests and reports.
  package var situationCount: Int { situations.reduce(0) { $0 + $1.count } }

  /// Plays vectors on several threads, and adds them to the index in the given order.
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
    for domain in visit.domains {
      vectorsOfDomain[domain, default: []].append(number)
    }
    for provider in visit.providers {
      vectorsOfProvider[provider, default: []].append(number)
    }
  }
}

/// A situation that a vector reaches: a table, and the values of the facts that the policy tests.
struct VisitedSituation: Sendable {
  var table: Int
  var facts: FactVector
  /// The table and the values of the tested facts, as a key.
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
  /// The domains of the vector's addresses, in lower case, such as `gmail.com`.
  var domains: Set<Name> = []
  /// The ids of the providers that the vector names, such as `google.com`.
  var providers: Set<Name> = []

  /// Creates the result of playing a vector, with the domains and providers that the vector names.
  init(_ vector: VectorCase, situations: [VisitedSituation], hasPassed: Bool) {
    self.situations = situations
    self.hasPassed = hasPassed
    let given = vector.sequence?.given ?? VectorGiven()
    for account in given.accounts {
      add(account.email)
      for method in account.methods {
        providers.insert(Name(method.provider))
        add(method.address)
      }
    }
    // A code can give its address to the attempt and to the account.
    for code in given.codes {
      add(code.address)
      add(code.boundTo)
    }
    for case .attempt(let step) in vector.steps.map({ $0.content }) {
      add(step.attempt.address)
      guard let assertion = step.attempt.assertion else { continue }
      providers.insert(Name(assertion.provider))
      for record in assertion.addresses {
        add(record.email)
      }
    }
  }

  private mutating func add(_ email: String?) {
    guard let email, let at = email.utf8.lastIndex(of: UInt8(ascii: "@")) else { return }
    domains.insert(Name(bytes: Array(email.utf8[email.utf8.index(after: at)...])).lowercased)
  }
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
        vector, situations: situations, hasPassed: played.mismatches.isEmpty)
    }
  }

  mutating func finish() {}
}
