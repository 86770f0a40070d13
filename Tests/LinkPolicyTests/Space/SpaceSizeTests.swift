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

  /// The first seeds that reach each combination, found by trying all seeds from 0.
  ///
  /// If the engine or the random worlds change, the test goes on with all seeds until every combination is reached.
  private static let seeds: [UInt64] = [
    2, 6, 17, 19, 26, 50, 52, 56, 72, 124, 128, 202, 312, 334, 349, 352, 420, 453, 459, 469, 488,
    490, 497, 584,
    633, 702, 826, 840, 999, 1021, 1023, 1046, 1056, 1062, 1071, 1094, 1121, 1142, 1313, 1325, 1402,
    1455, 1763,
    1845, 2342, 2781, 2882, 2918, 2931, 2970, 3077, 3106, 3191, 3208, 3928, 5199, 5222, 6525, 6647,
    7950, 8611,
    8669, 9233, 9837, 11169, 11396, 11586, 13880, 13959, 14073, 14174, 14800, 15039, 16492, 19327,
    19588, 20602,
    22319, 23006, 25805, 27625, 28450, 29987, 30696, 45713, 75065, 91095, 119543, 511707,
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
    for seed in Self.seeds + (0..<1_000_000) {
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
