import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

/// Whatever happens to concrete accounts lies inside the space that tables are checked over.
@Suite struct SpaceSoundnessTests {
  @Test func plainSituationsLieInTheSpace() throws {
    try check("plain", try policy(Everything.plain))
  }

  @Test func situationsWithPlainAddressesLieInTheSpace() throws {
    for (name, text) in Everything.variants.prefix(Thoroughness.pick(3, orElse: 1)) {
      try check(name, try policy(Everything.rich(text)))
    }
  }

  @Test func situationsWithPoolsLieInTheSpace() throws {
    for (name, text) in Everything.variants.dropFirst(3)
      .prefix(Thoroughness.pick(9, orElse: 1))
    {
      try check(name, try policy(Everything.rich(text)))
    }
  }

  @Test func situationsOfDeclaredPurposesLieInTheSpace() throws {
    try check("purposes", try policy(Everything.purposes))
  }

  @Test func situationsWithDisabledMethodsLieInTheSpace() throws {
    for (name, text) in Everything.variants.prefix(1) {
      let counting = Everything.rich(text)
      let enabled = counting.replacing(
        "methods: {count:", with: "methods: {count-disabled: no, count:")
      #expect(enabled != counting, "the text counts methods")
      try check(name, try policy(enabled))
    }
  }

  @Test func anOnlyMethodWithARelayAddressLiesInTheSpace() throws {
    let policy = try policy(
      """
      linkpolicy: 1
      name: relays
      domains: {relay: {names: [relay.example], relay: true}}
      providers: {google: {kind: federated}}
      decisions:
        sign-in.federated:
          hit: first
          rows:
            - {id: broken, credential: broken, refuse: taken, because: a}
            - {id: known, credential: known, do: [sign-in], because: a}
            - {id: relayed, relay: account, methods: {not: more}, refuse: taken, overrides: earlier, because: a}
            - {id: free, address: free, do: [create, sign-in], overrides: earlier, because: a}
            - {id: other, refuse: taken, overrides: earlier, because: a}
      errors: {taken: {}}
      """)
    var account = Account(id: "u1", email: "a@b.example", isEmailVerified: true)
    var method = Method("google", .federated, subject: "g1")
    method.address = "q@relay.example"
    account.methods = [method]
    let attempt = Attempt(
      .signIn,
      with: Assertion(
        verified: "google", subject: "g2", addresses: [AddressRecord("a@b.example")]))
    let lookup = try policy.lookup(for: attempt, by: .nobody, under: [:])
    let decision = try policy.decide(
      try lookup.answered(
        credential: .nobody, addresses: [[account]], session: .notAsked, target: .notAsked,
        code: .notAsked, method: .enabled))
    #expect(decision.row?.id == "relayed")
    var space = SituationSpace(
      policy.vocabulary, hasSupersededMethods: policy.image.hasSupersededMethods)
    let boxes = space.boxes(
      action: decision.facts[.action], kind: MethodKind(rawValue: UInt8(decision.facts[.kind])))
    #expect(boxes.contains { $0.contains(decision.facts) }, "\(Self.text(of: decision))")
  }

  @Test func theLabelOfASupersededMethodLiesInTheSpace() throws {
    let policy = try policy(
      """
      linkpolicy: 1
      name: labels
      providers: {google: {kind: federated}}
      labels: {mark: {values: [fresh, seen], on: method}}
      decisions:
        sign-in:
          hit: first
          rows:
            - {id: broken, credential: broken, refuse: taken, because: a}
            - {id: seen, credential: known, label.mark: seen, do: [sign-in], because: a}
            - {id: fresh, overrides: earlier, credential: known, do: [set: {mark: seen}, sign-in], because: a}
            - {id: other, overrides: earlier, address: taken, do: [supersede-subject, sign-in], because: a}
            - {id: free, overrides: earlier, do: [create, sign-in], because: a}
      errors: {taken: {}}
      """)
    var space = SituationSpace(
      policy.vocabulary, hasSupersededMethods: policy.image.hasSupersededMethods)
    var superseded = Method("google", .federated, subject: "g1")
    superseded.isSuperseded = true
    superseded.labels = [("mark", "seen")]
    for listed in [[], [Method("google", .federated, subject: "g2")]] {
      var account = Account(id: "u1")
      account.methods = [superseded] + listed
      let attempt = Attempt(.signIn, with: Assertion(verified: "google", subject: "g1"))
      let decision = try policy.decide(attempt, in: Situation(credentialHolder: .account(account)))
      #expect(decision.row?.id == "seen")
      let boxes = space.boxes(action: decision.facts[.action], kind: .federated)
      #expect(boxes.contains { $0.contains(decision.facts) }, "\(Self.text(of: decision))")
      // A known credential has a method, so its label has a value.
      var absent = decision.facts
      absent[policy.vocabulary.schema.labels.lowerBound] = 2
      #expect(!boxes.contains { $0.contains(absent) })
    }
  }

  private func check(_ name: String, _ policy: Policy) throws {
    let vocabulary = policy.vocabulary
    var space = SituationSpace(
      vocabulary, hasSupersededMethods: policy.image.hasSupersededMethods)
    var boxes: [Int: [FactBox]] = [:]
    var decided = 0
    var kinds: Set<[Int]> = []
    var outside: [String: Int] = [:]
    var contradictions: [String: Int] = [:]
    for seed in 0..<40 as Range<UInt64> {
      var world = RandomWorld(policy, seed: seed)
      world.populate()
      for step in 0..<30 {
        let index = Int.random(in: 0..<vocabulary.actions.count, using: &world.generator)
        let (attempt, caller) = world.attempt(vocabulary.actions[index])
        let decision: Decision
        do {
          decision = try world.decide(attempt, caller)
        } catch {
          if error.reason == .contradiction {
            contradictions["\(attempt.action.name): \(error.message) seed \(seed)", default: 0] += 1
          }
          continue
        }
        decided += 1
        let facts = decision.facts
        let key = index * 8 + facts[.kind]
        if boxes[key] == nil {
          boxes[key] = space.boxes(
            action: index, kind: MethodKind(rawValue: UInt8(facts[.kind])))
        }
        kinds.insert([index, facts[.kind]])
        if decision.source == .cannotOccur
          || !(boxes[key] ?? []).contains(where: { $0.contains(facts) })
        {
          outside[Self.text(of: decision) + " seed \(seed).\(step)", default: 0] += 1
        }
        _ = try? world.store.apply(decision)
      }
    }
    let problems = (outside.keys.sorted() + contradictions.keys.sorted()).prefix(6)
    #expect(problems.isEmpty, "\(name): \(outside.count) outside")
    #expect(decided > 700, "\(name): \(decided) of 1200 were decided")
    #expect(kinds.count > 40, "\(name): \(kinds.count) kinds of attempts")
  }

  private static func text(of decision: Decision) -> String {
    let schema = decision.image.vocabulary.schema
    let facts: [EngineFact] = [
      .action, .kind, .provider, .domain, .code, .session, .tenant, .account, .accountState,
      .credential, .address, .sameProvider, .methods, .relay, .otherMethods,
    ]
    let words = facts.map { fact in
      "\(fact.name): \(schema.facts[fact.rawValue].values[decision.facts[fact]])"
    }
    return words.joined(separator: ", ")
  }
}
