import LinkPolicy
import LinkPolicyPresets
import LinkPolicyPresetsYAML
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyAnalysis
@testable import LinkPolicyProof

/// What a proof forgets makes no difference: random sequences, held against a store that forgets
/// nothing.
@Suite("What a proof forgets")
struct AbstractionTests {
  private static let policies = ["firebase", "hardened", "firebase-emulator"]

  @Test("random moves decide the same rows where nothing is forgotten", arguments: policies)
  func rows(name: String) throws {
    let policy = try Presets.compiled(named: name)
    let assumptions = try Assumptions(
      Presets.assumptions, name: "default.yaml", isStrict: false)
    var environment = ProofEnvironment()
    environment.forcesLinking = true
    environment.hasAdministrator = true
    var random = SplitMix(11)
    var compared = 0
    for actors in ProofActors.all(of: policy, under: assumptions, in: environment) {
      let maker = MoveMaker(actors: actors, environment: environment)
      let player = MovePlayer(policy, actors, keepsSteps: true)
      for _ in 0..<Thoroughness.pick(6, orElse: 2) {
        var state = ProofState()
        var contents: [ExploredStep] = []
        var forgetful: [(step: Int, result: MovePlayer.Result)] = []
        while forgetful.count < 25 {
          let moves = maker.moves(in: state)
          let move = moves[Int(truncatingIfNeeded: random.next() >> 1) % moves.count]
          guard let result = player.play(move, in: state), !result.steps.isEmpty else { continue }
          contents += result.steps.map { .attempt($0) }
          forgetful.append((contents.count - 1, result))
          state = result.state
        }
        let played = StepSequence(contents, under: policy).play(policy)
        try #require(played.count == contents.count)
        for (step, result) in forgetful {
          #expect(
            played[step].decision?.source == result.decision?.source
              && played[step].decision?.isAllowed == result.decision?.isAllowed)
          #expect(Self.text(played[step].accounts) == Self.text(result.state.store))
          compared += 1
        }
      }
    }
    #expect(compared >= 50)
  }

  @Test("what happens in a store that forgets nothing, a proof has foreseen", arguments: policies)
  func foreseen(name: String) throws {
    let policy = try Presets.compiled(named: name)
    let assumptions = try Assumptions(
      Presets.assumptions, name: "default.yaml", isStrict: false)
    var environment = ProofEnvironment()
    environment.hasAdministrator = true
    var changes = 0
    for (number, actors) in ProofActors.all(of: policy, under: assumptions, in: environment)
      .enumerated()
    {
      let player = MovePlayer(policy, actors)
      for seed in 1...Thoroughness.pick(40, orElse: 3) {
        var run = ConcreteRun(policy, actors, environment, seed: UInt64(number * 100 + seed))
        var abstract = ProofState()
        for step in 1...60 {
          guard let done = run.step() else { continue }
          let reached = run.text(of: run.state)
          guard reached != run.sorted(abstract.text(actors, showsFactors: false)) else { continue }
          let successor = run.maker.moves(in: abstract).lazy
            .filter { $0.verb == done.verb && $0.actor == done.actor }
            .compactMap { player.play($0, in: abstract)?.state }
            .first { run.sorted($0.text(actors, showsFactors: false)) == reached }
          let found = try #require(
            successor,
            """
            \(actors.domain), run \(seed), step \(step): \(done.actor) \(done.verb)
            from \(run.sorted(abstract.text(actors, showsFactors: false)))
            to   \(reached)
            """)
          abstract = found
          changes += 1
        }
      }
    }
    #expect(changes >= 40)
  }

  /// Everything of the accounts that decides what comes later.
  private static func text(_ store: Accounts) -> [String] {
    store.accounts.map { account in
      let methods = account.methods.map { "\($0.provider) \($0.closedKind) \($0.subject ?? "-")" }
      return "\(account.id) \(account.email ?? "-") \(account.isEmailVerified) \(methods.sorted())"
    }
  }
}
