import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

/// The space is not much larger than what happens.
///
/// Random situations reach every combination of account facts that the boxes of
/// `sign-in.federated` hold, for one pool and unique addresses: none is left out. Code, session
/// and settings are joined as products and not looked at here; `other-methods` is not tight where providers share an issuer.
@Suite struct SpaceSizeTests {
  private static let facts: [EngineFact] = [
    .account, .credential, .address, .sameProvider, .methods,
  ]

  @Test func combinationsOfSignInAreReached() throws {
    let policy = try policy(Everything.plain)
    let vocabulary = policy.vocabulary
    let action = try #require(vocabulary.actionTable.number(of: "sign-in" as Name))
    var space = SituationSpace(
      vocabulary, hasSupersededMethods: policy.image.hasSupersededMethods)
    var possible: Set<[Int]> = []
    for box in space.boxes(action: action, kind: .federated) {
      possible.insert(Self.facts.map { box[$0].values[0] })
    }
    var reached: Set<[Int]> = []
    for seed in 0..<1_000_000 as Range<UInt64> {
      var world = RandomWorld(policy, seed: seed)
      world.populate()
      for _ in 0..<8 {
        let (attempt, caller) = world.attempt(vocabulary.actions[action])
        guard attempt.assertion?.kind == .federated,
          let decision = try? world.decide(attempt, caller)
        else { continue }
        reached.insert(Self.facts.map { decision.facts[$0] })
      }
      if reached.count == possible.count { break }
    }
    let missing = possible.subtracting(reached).map { values in
      zip(Self.facts, values).map { fact, value in
        "\(fact.name)=\(vocabulary.schema.facts[fact.rawValue].values[value])"
      }.joined(separator: " ")
    }
    #expect(reached.isSubset(of: possible))
    #expect(missing.isEmpty, "\(missing.count) of \(possible.count): \(missing.sorted())")
  }
}
