internal import LinkPolicy
internal import LinkPolicyAnalysis
internal import LinkPolicyAuthoring

/// What a mover can state otherwise with an attempt, as far as the policy tells it apart.
///
/// An attempt is made stating what opens most doors; every other combination that a row or the proof
/// can tell from that is played too. What only the service brings about, such as a method that is
/// switched off, is left as it is, and so are passwords, which moves of their own bring right.
struct StatedChoices: Sendable {
  private struct Combinations: Sendable {
    var modifiers: [Modifier] = []
    var all: [Modification] = []
  }

  private let policy: CompiledPolicy
  /// By table and kind of sign-in, of which the last is none.
  private var combinations: [[Combinations]] = []

  init(_ policy: CompiledPolicy) {
    self.policy = policy
    let proof = policy.withDerived(policy.storage.proof)
    for (index, table) in policy.storage.tables.enumerated() {
      let axes = ConditionAxes(policy, policy.withDerived(policy.tests(ofTable: index)) + proof)
      let action = policy.vocabulary.actions[table.action]
      combinations.append(
        (MethodKind.allCases.map { $0 } + [nil]).map { kind in
          let modifiers = Self.modifiers(of: policy, action, kind, axes)
          guard !modifiers.isEmpty else { return Combinations() }
          return Combinations(modifiers: modifiers, all: Modification.all(of: modifiers))
        })
    }
  }

  private static func modifiers(
    of policy: CompiledPolicy, _ action: ActionDefinition, _ kind: MethodKind?,
    _ axes: ConditionAxes
  ) -> [Modifier] {
    Modifier.all(of: policy, action, kind, axes).compactMap { modifier in
      switch modifier.subject {
      case .setting: return nil
      case .link: return modifier
      case .stated(let fact, _):
        let bringers = fact.described.bringers
        let values = modifier.values.filter { value in
          switch bringers[value] {
          case .anybody, .provider: true
          case .service, .time, .mailbox, .secretHolder, .sessionHolder: false
          }
        }
        return Modifier(subject: modifier.subject, fact: modifier.fact, values: values)
      }
    }
    .filter { $0.values.count > 1 }
  }

  /// Whether two decisions about one attempt would be alike whatever was stated.
  func areAlike(_ a: Decision, _ b: Decision) -> Bool {
    guard a.table == b.table, a.source == b.source else { return false }
    guard !a.facts.isSame(as: b.facts) else { return true }
    let combinations = combinations[a.table][a.facts[.kind]]
    return combinations.all.allSatisfy { modification in
      var (one, other) = (a.facts, b.facts)
      modification.set(combinations.modifiers, in: &one)
      modification.set(combinations.modifiers, in: &other)
      return policy.source(of: &one) == policy.source(of: &other)
    }
  }

  /// What else can be stated so that something else decides than a decision says, or proves
  /// something else; each once.
  ///
  /// A refusal without effects changes nothing and is left out, unless the policy has invariants of
  /// its own, which are about decisions.
  func others(than decision: Decision) -> [[StatedChoice]] {
    let combinations = combinations[decision.table][decision.facts[.kind]]
    guard !combinations.all.isEmpty else { return [] }
    var known = [(decision.source, decision.isProven)]
    var found: [[StatedChoice]] = []
    for modification in combinations.all {
      var facts = decision.facts
      modification.set(combinations.modifiers, in: &facts)
      guard let source = policy.source(of: &facts) else { continue }
      let isProven = policy.holdsProof(facts)
      guard !known.contains(where: { $0 == source && $1 == isProven }) else { continue }
      known.append((source, isProven))
      let answer = policy.answer(of: source, inTable: decision.table)
      guard answer.isAllowed || !answer.effects.isEmpty || !policy.storage.invariants.isEmpty
      else { continue }
      found.append(Self.choices(facts, combinations.modifiers))
    }
    return found
  }

  private static func choices(_ facts: FactVector, _ modifiers: [Modifier]) -> [StatedChoice] {
    modifiers.flatMap { modifier in
      switch modifier.subject {
      case .setting: [StatedChoice]()
      case .stated(let fact, let carrier):
        [StatedChoice(fact: fact, carrier: carrier, value: facts[fact])]
      case .link:
        FactDescription.all.filter { $0.stated?.carrier == .link }.map { description in
          StatedChoice(
            fact: description.fact, carrier: .link, value: facts[description.fact])
        }
      }
    }
  }
}

/// The value of a fact that a mover states.
struct StatedChoice: Sendable, Equatable {
  var fact: EngineFact
  var carrier: StatedCarrier
  var value: Int

  /// States it with an attempt.
  func set(in step: inout ExploredAttempt) {
    switch carrier {
    case .assertion: step.attempt.assertion?.stated[fact] = value
    case .attempt: step.attempt.stated[fact] = value
    case .situation: step.caller.stated[fact] = value
    case .link:
      // A link that states nothing of itself is none.
      if value == fact.described.unset {
        step.attempt.link = nil
      } else {
        var link = step.attempt.link ?? Attempt.LinkRequest(stated: StatedValues())
        link.stated[fact] = value
        step.attempt.link = link
      }
    }
  }

  /// The words for it, as a policy writes them.
  var text: String {
    let description = fact.described
    return description.name.text + "=" + description.values[value].text
  }
}

/// What is stated with the attempts of a move, where that is not what opens most doors.
struct StatedVariant: Sendable, Equatable {
  /// For each attempt; those behind the last are made as they are.
  private var attempts: [[StatedChoice]] = []

  init() {}

  func choices(ofAttempt number: Int) -> [StatedChoice] {
    number < attempts.count ? attempts[number] : []
  }

  mutating func choose(_ choices: [StatedChoice], forAttempt number: Int) {
    while attempts.count <= number {
      attempts.append([])
    }
    attempts[number] = choices
  }

  /// The words for all of it; empty for attempts that are made as they are.
  var words: [String] { attempts.flatMap { $0 }.map { $0.text } }
}
