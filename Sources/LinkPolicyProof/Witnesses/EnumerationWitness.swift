internal import LinkPolicy
import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// A search for two attempts whose answers reveal that an account has an address which the caller has not proved (I11).
///
/// The search makes the attempts that ``EnumerationTables`` covers. The attacker makes each attempt with the owner's
/// address, and again with an address that nobody has.
struct EnumerationWitness {
  /// Two attempts that differ only in the address, each with the answer that the caller sees.
  struct EnumerationPair: Sendable {
    /// The attempt with the known address.
    var known: ExploredAttempt
    /// The same attempt with an address that nobody has.
    var unknown: ExploredAttempt
    /// The answer shown for the known address.
    var shownForKnown: String
    /// The answer shown for the address that nobody has.
    var shownForUnknown: String

    /// The attempts in order, each with the shown answer.
    var both: [(attempt: ExploredAttempt, shown: String)] {
      [(known, shownForKnown), (unknown, shownForUnknown)]
    }
  }

  /// An attempt that may reveal the address, and the conditions of the attempt.
  private struct EnumerationQuestion {
    var abstract: AbstractAttempt
    var facts: [StoryFact]
    var conditions: [ResolvedCondition]
    /// Whether the policy declares the action.
    ///
    /// A successful attempt of a declared action reveals nothing more than the success itself.
    var isOwn: Bool
  }

  private let policy: CompiledPolicy
  private let attempts: StoryAttempts
  private let combinations: [Settings]
  /// The attempts for each combination of settings.
  private var questions: [[EnumerationQuestion]] = []
  /// An address that nobody has.
  private let unknown: String

  /// Creates the attempts of the search.
  ///
  /// - Parameters:
  ///   - closure: the reachable accounts and the attempts of the attacker.
  ///   - combinations: the combinations of settings for the attempts.
  init(_ closure: AccountClosure, under combinations: [Settings]) {
    policy = closure.model.policy
    attempts = StoryAttempts(closure.model)
    self.combinations = combinations
    unknown = "nobody@" + closure.model.domain
    questions = combinations.map { Self.questions(closure, under: $0) }
  }

  private static func questions(
    _ closure: AccountClosure, under settings: Settings
  ) -> [EnumerationQuestion] {
    let policy = closure.model.policy
    let given = policy.conditions(on: settings)
    var questions: [EnumerationQuestion] = []
    for index in closure.tables.indices {
      var table = closure.tables[index]
      guard EnumerationTables.isAsked(table.action, of: closure.model.policy) else { continue }
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
              let question = EnumerationQuestion(
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

  /// Returns two attempts whose answers show that a store has an account with the owner's address; nil if there are
  /// none.
  ///
  /// - Parameters:
  ///   - world: the store in which the attempts are made.
  ///   - combination: the index of the combination of settings.
  /// - Returns: the attempts, beginning with the attempt that names the known address.
  func telling(in world: StoryWorld, under combination: Int) -> EnumerationPair? {
    let isKnown = world.store.accounts.contains { account in
      account.holds(attempts.owners, by: policy.vocabulary.addresses.heldBy)
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
    _ known: ExploredAttempt, _ question: EnumerationQuestion, in world: StoryWorld
  ) -> EnumerationPair? {
    let other = naming(unknown, in: known)
    guard
      let one = world.attempt(
        known, as: question.abstract, under: policy, owners: attempts.owners)?.decision,
      let two = world.attempt(
        other, as: question.abstract, under: policy, owners: attempts.owners)?.decision,
      question.conditions.allSatisfy({ $0.holds(one.facts) && $0.holds(two.facts) }),
      two.facts[.address] == FactValue.Address.free.rawValue,
      one.facts[.address] != FactValue.Address.free.rawValue,
      // A person who is signed in, or for whom an account is created, learns in any case whether the address is known.
      !(question.isOwn && Self.getsIn(two))
    else { return nil }
    let shown = (Self.shown(one), Self.shown(two))
    guard !shown.0.hasSameBytes(as: shown.1) else { return nil }
    return EnumerationPair(
      known: known, unknown: other, shownForKnown: shown.0, shownForUnknown: shown.1)
  }

  /// Returns an attempt with another address instead of the owner's address.
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
    // A password for an account that does not exist is always wrong.
    if other.attempt.assertion?.kind == .password, other.attempt.assertion?.secret == .right {
      other.attempt.assertion?.secret = .wrong
    }
    return other
  }

  private static func getsIn(_ decision: Decision) -> Bool {
    decision.changes.writes.contains { write in
      switch write {
      case .openSession, .insertAccount: true
      case .deleteAccount, .setEmail, .setProfile, .setState, .setLabel, .setIdentifier, .putMethod,
        .removeMethod,
        .supersedeMethod, .dropFactors, .setFactors, .renewSession, .endSession, .endSessions,
        .putCode,
        .useCode, .cancelCodes:
        false
      }
    }
  }

  // MARK: Shown answers

  /// Returns the part of an answer that the caller sees in words, such as `allowed, signed in`.
  private static func shown(_ decision: Decision) -> String {
    var text = "allowed"
    if case .refused(let refusal) = decision.shown {
      text = refusal.code
    }
    let asked = decision.ask.map { ", asks for " + $0.name.text } ?? ""
    return text + asked + session(decision) + told(decision)
  }

  /// Returns the effect of an answer on the caller's session in words, such as `, signed in`; empty without an effect.
  private static func session(_ decision: Decision) -> String {
    let templates = decision.changes.writes.compactMap { write -> WriteTemplate? in
      switch write {
      case .openSession: .openSession
      case .renewSession: .renewSession
      case .endSession: .endSession
      case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel,
        .setIdentifier, .putMethod,
        .removeMethod, .supersedeMethod, .dropFactors, .setFactors, .endSessions, .putCode,
        .useCode,
        .cancelCodes:
        nil
      }
    }
    let change = VisibleAnswer.SessionChange(templates)
    return (change.opens ? ", signed in" : "") + (change.renews ? ", renews the session" : "")
      + (change.ends ? ", ends the session" : "")
  }

  /// Returns the values that an answer discloses about the account.
  private static func told(_ decision: Decision) -> String {
    let disclosed = decision.disclosed
    return decision.tell.map { disclosure in
      switch disclosure {
      case .account: ", discloses account " + (disclosed.account ?? "none")
      case .methods: ", discloses methods " + list(disclosed.methods)
      case .addressMethods: ", discloses methods " + list(disclosed.addressMethods)
      case .providers: ", discloses providers " + list(disclosed.providers)
      case .registered: ", discloses registered " + (disclosed.isRegistered == true ? "yes" : "no")
      // The credential belongs to the attempt, so the credential differs between the two attempts.
      case .credential: ", discloses the credential"
      }
    }.joined()
  }

  private static func list(_ words: [String]?) -> String {
    let words = words ?? []
    return words.isEmpty ? "none" : words.joined(separator: " ")
  }
}
