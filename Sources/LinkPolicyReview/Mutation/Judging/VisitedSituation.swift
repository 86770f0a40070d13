internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicySystem
internal import LinkPolicyTesting

/// A situation that a vector comes through: a table, and the facts that its policy tests.
struct VisitedSituation: Sendable {
  var table: Int
  var facts: FactVector
  /// The facts as bytes, to be told apart by.
  var key: [UInt16]

  /// What a decision was made on.
  init(_ decision: Decision, used: [Int]) {
    table = decision.table
    facts = decision.facts
    key = [UInt16(truncatingIfNeeded: decision.table)]
    for fact in used {
      key.append(UInt16(truncatingIfNeeded: decision.facts[fact]))
    }
  }
}

/// What playing a vector under the policy that was not edited came to.
struct SuiteVisit: Sendable {
  var situations: [VisitedSituation]
  var hasPassed: Bool
  /// The domains and providers that the vector names.
  var names: [Name]
}

/// Plays vectors for the index, on one thread.
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
