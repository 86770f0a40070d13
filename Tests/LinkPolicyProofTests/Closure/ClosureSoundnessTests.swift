import Foundation
import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyExploration
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyProof

/// What really happens, a closure has foreseen: random stories in a store that forgets nothing.
///
/// Each test is a step of the argument in Docs/Safety.md.
@Suite("Closures and what really happens")
struct ClosureSoundnessTests {
  private static let policies = [
    "harbour", "asking-harbour", "marking-harbour", "hardened", "firebase", "firebase-emulator",
    "identifiers", "names-first", "hardened-names", "crowded-names", "kratos", "pocketbase",
    "zitadel", "discourse",
  ]

  /// Edits of the harbour that mark the first method of an account, and supersede it by another subject.
  private static let marking: [(old: String, new: String)] = [
    (
      "settings: {joining: [open, closed]}",
      """
      settings: {joining: [open, closed]}
      labels: {mark: {values: [plain, marked], on: method}}
      """
    ),
    (
      "{id: returning, credential: known,                           do: [sign-in]}",
      """
      {id: plain,  credential: known, label.mark: plain,  do: [sign-in]}
            - {id: marked, credential: known, label.mark: marked, do: [sign-in]}
      """
    ),
    ("do: [create, sign-in]}", "do: [create, set: {mark: marked}, sign-in]}"),
    (
      "trust: untrusted, refuse: already-registered}",
      """
      trust: untrusted, same-provider: none, refuse: already-registered}
            - {id: again,     credential: new, address: taken, trust: untrusted, same-provider: other-subject,
               do: [supersede-subject, sign-in]}
      """
    ),
  ]

  private struct Played {
    var closure: AccountClosure
    var outcome: StoryWorld.StoryOutcome
    var before: StoryWorld
    var place: String
  }

  /// Plays stories at domains of a policy, telling each step.
  private static func play(_ name: String, _ judge: (Played) throws -> Void) throws {
    let policy: CompiledPolicy
    switch name {
    case "harbour": policy = try Harbour.policy()
    case "asking-harbour": policy = try AskingHarbour.policy()
    case "marking-harbour": policy = try Harbour.policy(marking)
    case "kratos", "pocketbase", "zitadel", "discourse":
      policy = try CompiledPolicy(
        yamlFile: Project.file("Systems/\(name)/policy.yaml").path, names: Presets.finder)
    case "identifiers": policy = try Sketches.policy("identifiers")
    case "names-first":
      policy = try Sketches.edited(
        "identifiers",
        [
          ("sign-in: [credential, address, username]", "sign-in: [credential, username, address]")
        ] + Sketches.addressesOfOthersRefused)
    case "hardened-names", "crowded-names":
      policy = try CompiledPolicy(
        yamlFile: Project.file("Tests/Policies/names/\(name).yaml").path, names: Presets.finder)
    default: policy = try Presets.compiled(named: name)
    }
    let isSystem = ["kratos", "pocketbase", "zitadel", "discourse"].contains(name)
    let assumptions = try Assumptions(
      isSystem
        ? Array(Data(contentsOf: Project.file("Systems/\(name)/assumptions.yaml")))
        : Presets.assumptions,
      name: "assumptions.yaml", isStrict: false)
    var environment = assumptions.environment
    environment.forcesLinking = name == "asking-harbour"
    let tables = policy.storage.tables.indices.map { AnswerTable($0, of: policy) }
    let domains = OwnersDomains(policy: policy, assumptions: assumptions, environment: environment)
      .all
    let tested = RandomStory.tested(policy)
    var (steps, named) = (0, 0)
    for domain in Thoroughness.pick(domains, orElse: Array(domains.suffix(1))) {
      let model = try AdversaryModel(
        policy, domain: domain, under: assumptions, in: environment,
        excluding: environment.exclusions)
      var closure = AccountClosure(model, tables)
      closure.explore()
      for seed in 1...UInt64(Thoroughness.pick(400, orElse: 60)) {
        var story = RandomStory(model, assumptions, tested: tested, seed: seed)
        for step in 1...60 {
          let before = story.world
          guard let outcome = story.step() else { continue }
          steps += 1
          if !outcome.attempt.attempt.identifiers.isEmpty, !outcome.decision.changes.writes.isEmpty
          {
            named += 1
          }
          try judge(
            Played(
              closure: closure, outcome: outcome, before: before,
              place: "\(domain), story \(seed), step \(step)"))
        }
      }
    }
    #expect(steps > 300)
    #expect(named > 20 || policy.vocabulary.identifiers.identifiers.isEmpty)
  }

  @Test(
    "every attempt is among those that the closure follows",
    arguments: Thoroughness.share(of: policies))
  func attempts(name: String) throws {
    var asked: [String: [Set<FactLimits>]] = [:]
    try Self.play(name) { one in
      let model = one.closure.model
      if asked[model.domain] == nil {
        asked[model.domain] = one.closure.tables.map { $0.asked.all }
      }
      let facts = one.outcome.decision.facts
      let table = try #require(model.policy.tableIndex(of: facts))
      let used = model.policy.vocabulary.usedFacts
      let isForeseen = asked[model.domain]?[table].contains { limits in
        limits.values.allSatisfy { !used.contains($0.fact) || $0.values.contains(facts[$0.fact]) }
      }
      try #require(
        isForeseen == true,
        "\(one.place): \(model.policy.storage.tables[table].key) \(describe(facts, model.policy))")
    }
  }

  @Test("every account is one that the closure has", arguments: Thoroughness.share(of: policies))
  func accounts(name: String) throws {
    try Self.play(name) { one in
      for account in one.outcome.world.store.accounts {
        let real = RealAccount(account, in: one.outcome.world, one.closure.model)
        let missing = real.missing(in: one.closure)
        try #require(
          missing == nil,
          "\(one.place): \(missing ?? "") after \(String(describing: one.outcome.decision.source))")
      }
    }
  }

  @Test(
    "every invariant that breaks is one that the closure does not prove",
    arguments: Thoroughness.share(of: policies))
  func invariants(name: String) throws {
    var breakable: [String: Set<Invariant>] = [:]
    var broken: Set<Invariant> = []
    try Self.play(name) { one in
      let model = one.closure.model
      if breakable[model.domain] == nil {
        breakable[model.domain] =
          AccessProof(model, one.closure.tables, wanted: Set(AccessProof.decided)).broken
      }
      let found = StoryCheck(model).broken(one.outcome, before: one.before)
      broken.formUnion(found)
      for invariant in found {
        try #require(
          breakable[model.domain]?.contains(invariant) == true,
          "\(one.place): \(invariant.id) after \(String(describing: one.outcome.decision.source))")
      }
    }
    switch name {
    case "hardened", "hardened-names": #expect(broken.isEmpty)
    case "crowded-names": #expect(broken.isSuperset(of: [.aMethod, .safeLanding]))
    default: break
    }
  }

  @Test(
    "an attempt gives nothing to accounts that it is not about",
    arguments: Thoroughness.share(of: policies))
  func others(name: String) throws {
    try Self.play(name) { one in
      for account in one.before.store.accounts
      where one.outcome.applied.account.hasSameBytes(as: account.id) != true {
        guard let kept = one.outcome.world.store.account(account.id) else { continue }
        let old = RealAccount(account, in: one.before, one.closure.model)
        let new = RealAccount(kept, in: one.outcome.world, one.closure.model)
        let given = Set(new.holdings).subtracting(old.holdings)
        #expect(given.isEmpty, "\(one.place): \(given.map { $0.text })")
      }
    }
  }

  private func describe(_ facts: FactVector, _ policy: CompiledPolicy) -> String {
    let schema = policy.vocabulary.schema
    return schema.facts.indices.filter { policy.vocabulary.usedFacts.contains($0) }.map {
      schema.facts[$0].name.text + "=" + schema.facts[$0].values[facts[$0]].text
    }.joined(separator: " ")
  }
}
