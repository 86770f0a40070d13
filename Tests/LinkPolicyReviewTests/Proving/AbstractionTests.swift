import LinkPolicy
import LinkPolicyPresets
import Testing

@testable import LinkPolicyReview

/// What a proof forgets makes no difference: random sequences, held against a store that forgets
/// nothing.
@Suite("What a proof forgets")
struct AbstractionTests {
  private static let policies = ["firebase", "hardened", "firebase-emulator"]

  @Test("random moves decide the same rows where nothing is forgotten", arguments: policies)
  func rows(name: String) throws {
    let policy = try Presets.policy(named: name)
    let assumptions = try Assumptions(
      Presets.assumptions, name: "default.yaml", isStrict: false)
    var environment = ProofEnvironment()
    environment.forcesLinking = true
    environment.hasAdministrator = true
    var random = SplitMix(11)
    var compared = 0
    for cast in ProofCast.all(of: policy, under: assumptions, in: environment) {
      let maker = MoveMaker(cast: cast, environment: environment)
      let player = MovePlayer(policy, cast)
      for _ in 0..<6 {
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
    #expect(compared >= 150)
  }

  /// Everything of the accounts that decides what comes later.
  private static func text(_ store: Accounts) -> [String] {
    store.accounts.map { account in
      let methods = account.methods.map { "\($0.provider) \($0.kind) \($0.subject ?? "-")" }
      return "\(account.id) \(account.email ?? "-") \(account.isEmailVerified) \(methods.sorted())"
    }
  }
}
