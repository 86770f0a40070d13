import LinkPolicyTestSupport
import LinkPolicyTesting
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyExploration
@testable import LinkPolicyReview

/// The rules of what effects come to, held against carrying them out.
@Suite("What effects come to")
struct EffectMeaningTests {
  private static let effects: [Effect] = [
    .signIn, .link, .addSubject, .replaceSubject, .supersedeSubject, .seizeCredential,
    .refreshMethod, .unlink,
    .dropUnproven, .drop([.password]), .drop([.federated, .phone]), .dropFactors, .setPassword,
    .verifyEmail, .unverifyEmail, .setEmail, .adoptEmail, .clearEmail, .fillProfile,
    .overwriteProfile, .revokeSessions, .cancelPending, .rememberUndo, .sendCode(.verify),
    .sendCode(.change), .issueToken, .endSession, .disable, .enable,
    .setLabel(name: "tier", value: "staff"), .setLabel(name: "strength", value: "staff"),
    .notifyOwner,
  ]

  /// What can be seen of a store after some effects; nil where they cannot be carried out.
  private static func result(
    _ templates: [WriteTemplate], _ decision: Decision, _ store: Accounts
  ) -> String? {
    var store = store
    guard let applied = try? store.carryOut(templates, insteadOfThoseOf: decision) else {
      return nil
    }
    var heard = ""
    var removed = ""
    for event in applied.events {
      if case .methodRemoved = event { removed += "\(event) " } else { heard += "\(event) " }
    }
    var text = heard + "|" + removed + "|\(store.sessions)|\(store.codes)|"
    for account in store.accounts {
      text += "\(account.id) \(account.email ?? "-") \(account.isEmailVerified) \(account.state) "
      text += "\(account.methods) \(account.profile) \(account.factors) \(account.labels) "
      text += "\(account.epoch);"
    }
    return text
  }

  @Test("writes that commute by their footprints come to the same in either order")
  func commutation() throws {
    let decisions = try ExploredDecisions.all.get()
    #expect(decisions.count > 300)
    let templates = Self.effects.flatMap { $0.templates }
    var commuting = 0
    for (number, one) in Thoroughness.share(of: Array(templates.enumerated())) {
      for (offset, other) in templates[number...].enumerated() {
        let start = (number * 31 + offset) % 211
        for (decision, store) in stride(from: start, to: decisions.count, by: 211).map({
          decisions[$0]
        }) {
          guard WriteFootprint(of: one).commutes(with: WriteFootprint(of: other)) else { continue }
          commuting += 1
          let there = Self.result([one, other], decision, store)
          let back = Self.result([other, one], decision, store)
          #expect(there == back, "\(one.text), \(other.text)")
        }
      }
    }
    #expect(commuting > 100)
  }

  private static func pick(_ count: Int, _ generator: inout SplitMix) -> Int {
    Int(generator.next() % UInt64(count))
  }

  @Test("lists with one normal form come to the same")
  func normalForms() throws {
    try normalForms(ExploredDecisions.all.get(), under: ExploredDecisions.labelled(), every: 7)
  }

  @Test(
    "they do where methods hold addresses, nothing asks how many methods there are, and passwords give names",
    arguments: ["firebase-emulator", "Tests/Policies/overlooked/bases/quay-methods.yaml"])
  func normalFormsElsewhere(_ name: String) throws {
    let policy = try ExploredDecisions.policy(name)
    try normalForms(ExploredDecisions.made(policy), under: policy, every: 7)
  }

  private func normalForms(
    _ samples: [ExploredDecisions.Sample], under policy: CompiledPolicy, every stride: Int
  ) throws {
    var generator = SplitMix(11)
    var shorter = 0
    var unequal = 0
    let declared = EffectDeclarations(policy)
    for (place, (decision, store)) in samples.enumerated() where place % stride == 0 {
      let cell = EffectMeaning.EffectCell(decision.facts, declared)
      let rules = EffectRules(
        vocabulary: policy.vocabulary,
        action: policy.vocabulary.actions[decision.facts[.action]],
        position: SourcePosition(line: 1, column: 1))
      for _ in 0..<8 {
        var list: [Effect] = []
        if decision.pointedAccount == nil {
          guard decision.facts[.credential] == FactValue.CredentialValue.new.rawValue else { break }
          list.append(Self.pick(2, &generator) == 0 ? .create : .createWithoutAddress)
        }
        for _ in 0..<(1 + Self.pick(4, &generator)) {
          list.append(Self.effects[Self.pick(Self.effects.count, &generator)])
        }
        // Proof is told apart beside the effects.
        guard !EffectMeaning.recordsProof(list, in: cell) || !decision.isProven else { continue }
        // No policy may say a list that its action can never carry out.
        guard !rules.obstacles(to: list).contains(where: { $0.conditions.isEmpty }) else {
          continue
        }
        let normal = EffectMeaning.normal(list, in: cell)
        shorter += normal.count < list.flatMap { $0.templates }.count ? 1 : 0
        let plain = Self.result(list.flatMap { $0.templates }, decision, store)
        guard plain != nil else { continue }
        let isEqual = plain == Self.result(normal, decision, store)
        unequal += isEqual ? 0 : 1
        #expect(isEqual, "\(list.map { $0.text }) is not \(normal.map { $0.text })")
        guard unequal < 5 else { return }
      }
    }
    #expect(shorter > 20)
  }
}
