internal import LinkPolicy
import LinkPolicyAuthoring
internal import LinkPolicyReview

/// Finds two attempts by somebody who has not proved an address whose answers show that the address is known (I11).
///
/// The attempts are those that ``EnumerationTables`` asks about, made by the attacker with the owner's address, and again with an
/// address that nobody has.
struct EnumerationWitness {
  /// Two attempts that differ in the address, and what is shown for each.
  struct Telling: Sendable {
    /// The attempt that names the known address.
    var known: ExploredAttempt
    /// The same with an address that nobody has.
    var unknown: ExploredAttempt
    /// What is shown for the known address.
    var shownForKnown: String
    /// What is shown for the other.
    var shownForUnknown: String

    /// The attempts in order, each with what is shown.
    var both: [(attempt: ExploredAttempt, shown: String)] {
      [(known, shownForKnown), (unknown, shownForUnknown)]
    }
  }

  /// An attempt that may show it, and what must hold of the facts of one.
  private struct Question {
    var abstract: AbstractAttempt
    var facts: [StoryFact]
    var conditions: [ResolvedCondition]
    /// Whether the action is the policy's own, so that an attempt by which somebody gets in tells nothing else.
    var isOwn: Bool
  }

  private let policy: CompiledPolicy
  private let attempts: StoryAttempts
  private let combinations: [Settings]
  /// For each combination of settings the attempts.
  private var questions: [[Question]] = []
  /// An address that nobody has.
  private let unknown: String

  /// Makes the attempts.
  ///
  /// - Parameters:
  ///   - closure: the accounts that can come about, and what the attacker attempts.
  ///   - combinations: the combinations of settings under which attempts are made.
  init(_ closure: AccountClosure, under combinations: [Settings]) {
    policy = closure.model.policy
    attempts = StoryAttempts(closure.model)
    self.combinations = combinations
    unknown = "nobody@" + closure.model.domain
    questions = combinations.map { Self.questions(closure, under: $0) }
  }

  private static func questions(_ closure: AccountClosure, under settings: Settings) -> [Question] {
    let policy = closure.model.policy
    let given = policy.conditions(on: settings)
    var questions: [Question] = []
    for index in closure.tables.indices {
      var table = closure.tables[index]
      guard EnumerationTables.isAsked(table.action) else { continue }
      let isOwn = !StandardAction.allCases.contains { $0.name == table.action.name }
      for kind in table.kinds {
        for conditions in EnumerationTables.attempts(table.action, kind) {
          for start in AttemptStarts(closure.model).all(of: table, kind)
          where start.attempt.actor == .attacker && start.attempt.sessionActor == .attacker
            && start.attempt.address == .owners
          {
            var limits = start.limits
            for condition in conditions + given {
              limits.limit(condition.fact, to: condition.values)
            }
            for answer in table.answers(where: limits) {
              guard let example = table.example(of: answer, where: limits) else { continue }
              let question = Question(
                abstract: start.attempt,
                facts: example.map { StoryFact(fact: $0.fact, value: $0.value) },
                conditions: conditions, isOwn: isOwn)
              questions.append(question)
            }
          }
        }
      }
    }
    return questions
  }

  /// Two attempts that show the owner's address to be known in a world; nil for none.
  ///
  /// - Parameters:
  ///   - world: the world.
  ///   - combination: the index of the combination of settings.
  /// - Returns: the attempts, the one with the known address first.
  func telling(in world: StoryWorld, under combination: Int) -> Telling? {
    let isKnown = world.store.accounts.contains { account in
      account.email.hasSameBytes(as: attempts.owners)
        && account.tenant.hasSameBytes(as: world.home)
    }
    guard isKnown else { return nil }
    for question in questions[combination] {
      for made in attempts.attempts(question.abstract, question.facts, in: world) {
        var known = made
        known.caller.settings = combinations[combination]
        if let telling = telling(known, question, in: world) {
          return telling
        }
      }
    }
    return nil
  }

  private func telling(
    _ known: ExploredAttempt, _ question: Question, in world: StoryWorld
  ) -> Telling? {
    let other = naming(unknown, in: known)
    guard
      let one = world.attempt(
        known, as: question.abstract, under: policy, owners: attempts.owners)?.decision,
      let two = world.attempt(
        other, as: question.abstract, under: policy, owners: attempts.owners)?.decision,
      question.conditions.allSatisfy({ $0.holds(one.facts) && $0.holds(two.facts) }),
      two.facts[.address] == FactValue.Address.free.rawValue,
      one.facts[.address] != FactValue.Address.free.rawValue,
      // Whoever has an account made by it, or is signed in, learns it anyway.
      !(question.isOwn && Self.getsIn(two))
    else { return nil }
    let shown = (Self.shown(one), Self.shown(two))
    guard !shown.0.hasSameBytes(as: shown.1) else { return nil }
    return Telling(
      known: known, unknown: other, shownForKnown: shown.0, shownForUnknown: shown.1)
  }

  /// An attempt with another address in the place of the owner's.
  private func naming(_ address: String, in known: ExploredAttempt) -> ExploredAttempt {
    var other = known
    if other.attempt.address != nil {
      other.attempt.address = address
    }
    if let addresses = other.attempt.assertion?.addresses {
      other.attempt.assertion?.addresses = addresses.map {
        AddressRecord(address, claims: $0.claims)
      }
    }
    // Nobody has a password of an account that is not there.
    if other.attempt.assertion?.kind == .password, other.attempt.assertion?.secret == .right {
      other.attempt.assertion?.secret = .wrong
    }
    return other
  }

  private static func getsIn(_ decision: Decision) -> Bool {
    decision.changes.writes.contains { write in
      switch write {
      case .openSession, .insertAccount: true
      case .deleteAccount, .setEmail, .setProfile, .setState, .setLabel, .putMethod, .removeMethod,
        .supersedeMethod, .dropFactors, .renewSession, .endSession, .endSessions, .putCode,
        .useCode, .cancelCodes:
        false
      }
    }
  }

  // MARK: What is shown

  /// What the outside sees of an answer.
  private static func shown(_ decision: Decision) -> String {
    var text = "allowed"
    if case .refused(let refusal) = decision.shown {
      text = refusal.code
    }
    let asked = decision.ask.map { ", asks for " + $0.name.text } ?? ""
    return text + asked + told(decision)
  }

  /// What an answer tells of the account, by its value.
  private static func told(_ decision: Decision) -> String {
    let disclosed = decision.disclosed
    return decision.tell.map { disclosure in
      switch disclosure {
      case .account: ", tells account " + (disclosed.account ?? "none")
      case .methods: ", tells methods " + list(disclosed.methods)
      case .addressMethods: ", tells methods " + list(disclosed.addressMethods)
      case .providers: ", tells providers " + list(disclosed.providers)
      case .registered: ", tells registered " + (disclosed.isRegistered == true ? "yes" : "no")
      // The attempt's own, which differs as the attempts do.
      case .credential: ", tells the credential"
      }
    }.joined()
  }

  private static func list(_ words: [String]?) -> String {
    let words = words ?? []
    return words.isEmpty ? "none" : words.joined(separator: " ")
  }
}
