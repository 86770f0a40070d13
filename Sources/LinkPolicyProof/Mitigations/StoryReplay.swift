internal import LinkPolicy
internal import LinkPolicyAnalysis
internal import LinkPolicyAuthoring
internal import LinkPolicyVectors

/// Makes the attempts of a story again under an edited policy, in any order.
struct StoryReplay {
  private let steps: [StorySearch.Step]
  private let check: StoryCheck
  private let owners: String
  private let start: StoryWorld

  init(_ story: StorySearch.Story, _ model: AdversaryModel) {
    steps = story.steps
    check = StoryCheck(model)
    owners = StoryAttempts(model).owners
    start = StoryWorld(home: story.world.home)
  }

  /// The invariants that some of the steps break under a policy, one of them made twice at most.
  func broken(under policy: CompiledPolicy) -> Set<Invariant> {
    var broken: Set<Invariant> = []
    var search = OrderSearch<StoryWorld>(depth: steps.count + 1)
    search.explore(from: start, key: { Array($0.text.utf8) }) { world in
      steps.flatMap { step -> [StoryWorld] in
        switch step.content {
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
    return broken
  }

  /// An attempt in each session of whoever makes it, with each code and on each account, where it
  /// names such a thing.
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
