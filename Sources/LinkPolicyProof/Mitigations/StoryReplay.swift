internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration
internal import LinkPolicyTesting

/// A replay of a counterexample's steps under an edited policy.
///
/// The same actors make the steps in every order, and may repeat one step.
///
/// The replay tries every order, because an edit that only forbids one order of the steps does not help. The replay
/// omits steps that are no longer possible, such as a step in a session that was not opened.
struct StoryReplay {
  /// The invariant that the steps break under the original policy.
  let invariant: Invariant
  private let steps: [StorySearch.StoryStep]
  private let model: AdversaryModel
  private let start: StoryWorld

  /// Creates the replay of a counterexample.
  init(_ example: Counterexample) {
    invariant = example.invariant
    steps = example.story.steps
    model = example.model
    start = StoryWorld(home: example.story.world.home)
  }

  /// Replays the steps under a policy, with at most one step repeated.
  ///
  /// - Returns: the invariants that some of the steps break, and whether the replay stopped before it tried every
  ///   order.
  func broken(under policy: CompiledPolicy) -> (invariants: Set<Invariant>, isCut: Bool) {
    let owners = model.ownersEmail
    let declared = policy.document.invariants.indices.map {
      Invariant.declared(Invariant.Declared($0, of: policy))
    }
    let check = StoryCheck(model, and: Set(declared))
    var broken: Set<Invariant> = []
    let search = OrderSearch<StoryWorld>(depth: steps.count + 1)
    let triesEveryOrder = search.explore(from: start, key: { Array($0.text.utf8) }) { world in
      steps.flatMap { step -> [StoryWorld] in
        switch step.content {
        case nil:
          guard let actor = step.enrollment?.actor else { return [] }
          return world.accounts(ofSessionsOf: actor).map { account in
            var further = world
            further.enroll(actor, at: account)
            broken.formUnion(check.brokenState(further))
            return further
          }
        case .wait(let wait):
          var later = world
          later.wait(wait)
          return [later]
        case .attempt(let attempt):
          guard let abstract = step.abstract else { return [] }
          return variants(attempt, abstract, in: world).compactMap { attempt in
            world.attempt(attempt, as: abstract, under: policy, owners: owners).map { outcome in
              broken.formUnion(check.broken(outcome, before: world))
              return outcome.world
            }
          }
        }
      }
    }
    return (broken, !triesEveryOrder)
  }

  /// Returns the attempt once for each combination of a session, a code and a target account that the attempt can use.
  private func variants(
    _ attempt: ExploredAttempt, _ abstract: AbstractAttempt, in world: StoryWorld
  ) -> [ExploredAttempt] {
    let store = world.store
    let own = store.sessions.indices.filter { world.sessionActors[$0] == abstract.sessionActor }
    let caller = attempt.caller
    let sessions: [String?] = caller.session == nil ? [nil] : own.map { store.sessions[$0].id }
    let codes: [String?] = caller.code == nil ? [nil] : store.codes.map { $0.id }
    let targets: [String?] = caller.target == nil ? [nil] : store.accounts.map { $0.id }
    return sessions.flatMap { session in
      codes.flatMap { code in
        targets.map { target in
          var variant = attempt
          variant.caller.session = session
          variant.caller.code = code
          variant.caller.target = target
          return variant
        }
      }
    }
  }
}
