import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyExploration
import LinkPolicyTestSupport
import LinkPolicyTesting

@testable import LinkPolicyProof

/// A story at random: what owner and attacker can do by the exclusions, in a store that forgets
/// nothing, whether or not any closure foresees it.
struct RandomStory {
  let model: AdversaryModel
  let assumptions: Assumptions
  private(set) var world = StoryWorld()
  private var random: SeededGenerator
  private let attempts: StoryAttempts
  /// By table the facts that its answers depend on.
  private let tested: [[Int]]

  init(
    _ model: AdversaryModel, _ assumptions: Assumptions, tested: [[Int]], seed: UInt64
  ) {
    self.tested = tested
    self.model = model
    self.assumptions = assumptions
    random = SeededGenerator(seed: seed)
    attempts = StoryAttempts(model)
  }

  /// By table of a policy the facts that its answers depend on.
  static func tested(_ policy: CompiledPolicy) -> [[Int]] {
    policy.storage.tables.indices.map { index in
      policy.cells(ofTable: index).algebra.axes.map { $0.fact }
    }
  }

  private var policy: CompiledPolicy { model.policy }

  /// Does something; nil where time passes, or where there is nothing to do it with.
  mutating func step() -> StoryWorld.StoryOutcome? {
    if random.oneIn(12) {
      world.wait(random.oneIn(2) ? .old : .expired)
      return nil
    }
    let index = random.below(policy.storage.tables.count)
    let table = policy.storage.tables[index]
    let action = policy.vocabulary.actions[table.action]
    guard !policy.isAdministrators(action) else { return nil }
    let kinds: [MethodKind?] = table.kinds.isEmpty ? [nil] : table.kinds.map { $0 }
    let actor: Actor = random.oneIn(2) ? .owner : .attacker
    var attempt = AbstractAttempt(
      table: index, actor: actor, kind: random.pick(kinds), sessionActor: actor)
    if model.environment.forcesLinking, actor == .attacker, random.oneIn(2) {
      attempt.sessionActor = .owner
    }
    var facts = stated(index)
    guard name(&attempt, table, action, &facts),
      !model.leavesOut(actor, action: action.name, provider: attempt.provider)
    else { return nil }
    attempt.session = random.oneIn(3) ? .elsewhere : .here(isLive: true)
    attempt.code = random.oneIn(6) ? .unknown : .mailed(to: .owners)
    guard let step = pick(attempts.attempts(attempt, facts, in: world)),
      !isExcludedClick(step, attempt),
      let outcome = world.attempt(step, as: attempt, under: policy, owners: attempts.owners)
    else { return nil }
    world = outcome.world
    return outcome
  }

  /// Whether the owner follows a mail of the attacker although the owner follows no such mail.
  private func isExcludedClick(_ step: ExploredAttempt, _ attempt: AbstractAttempt) -> Bool {
    guard !model.environment.clicks, attempt.actor == .owner, let code = step.caller.code else {
      return false
    }
    return world.askers[code] == .attacker
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : random.pick(elements)
  }

  /// Values for what the answers of a table depend on, the usual ones most of the time.
  private mutating func stated(_ table: Int) -> [StoryFact] {
    tested[table].compactMap { fact in
      let usual = EngineFact(rawValue: fact).map {
        $0.described.ordinary.first ?? $0.described.unset
      }
      let count = policy.vocabulary.schema.count(fact)
      // Most attempts of people with names state one.
      let isName = policy.vocabulary.schema.identifiers.contains(fact)
      let value = random.oneIn(isName ? 1 : 4) ? random.below(count) : usual ?? 0
      return value.map { StoryFact(fact: fact, value: $0) }
    }
  }

  /// Names a method and an address as the actor can; false where he cannot.
  private mutating func name(
    _ attempt: inout AbstractAttempt, _ table: CompiledTable, _ action: ActionDefinition,
    _ facts: inout [StoryFact]
  ) -> Bool {
    let actor = attempt.actor
    let own: [AbstractAddress] = actor == .owner ? [.owners] : [.owners, .attackers]
    switch action.addressPresence(attempt.kind) {
    case .none, .byKind: break
    case .optional: attempt.address = random.pick(own + [.none])
    case .required: attempt.address = action.pointsTo == .code ? .none : random.pick(own)
    }
    let searched = policy.vocabulary.identifiers.searched(byAction: table.action)
    if attempt.kind == .password, !searched.isEmpty, random.oneIn(2) {
      attempt.address = .none
      attempt.finder = random.pick(searched)
    }
    // Using a code that was mailed to the owner's address proves it, if he asked for it.
    attempt.provesAddress =
      action.carriesCode(attempt.kind) && attempt.sessionActor == attempt.actor
    guard let kind = attempt.kind else { return true }
    let places = model.providers.indices.filter { model.providers[$0].kinds.contains(kind) }
    guard let place = pick(places) else { return false }
    let provider = model.providers[place]
    attempt.provider = place
    if kind == .federated, !provider.givesEmail {
      attempt.address = .none
    }
    switch kind {
    case .password, .emailLink, .anonymous: break
    case .federated where actor == .attacker && provider.speaksForOthers && random.oneIn(2):
      attempt.subject = .owner
    case .federated, .phone, .custom, .passkey: attempt.subject = actor
    }
    guard kind == .federated, attempt.address == .owners else { return true }
    // Asked of the table itself, one combination of claims at a time.
    let obtainer = assumptions.obtainer(
      from: provider.id, at: model.domain, with: attempts.claims(facts), under: model.policy,
      in: model.environment)
    let isBound =
      facts[.connection] == Assertion.Connection.bound.rawValue
      || facts[.connection] == nil
    guard actor == .owner || (obtainer == .anyone && !isBound) else { return false }
    attempt.provesAddress = obtainer != .anyone && attempt.subject == actor
    return true
  }
}
