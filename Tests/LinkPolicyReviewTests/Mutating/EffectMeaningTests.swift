import LinkPolicyPresets
import LinkPolicyPresetsYAML
import LinkPolicyVectors
import Testing

@testable import LinkPolicy
@testable import LinkPolicyReview

/// The rules of what effects come to, held against carrying them out.
@Suite("What effects come to")
struct EffectMeaningTests {
  private static let effects: [Effect] = [
    .signIn, .link, .replaceSubject, .supersedeSubject, .seizeCredential, .refreshMethod, .unlink,
    .dropUnproven, .drop([.password]), .drop([.federated, .phone]), .dropFactors, .setPassword,
    .verifyEmail, .unverifyEmail, .setEmail, .adoptEmail, .clearEmail, .fillProfile,
    .overwriteProfile, .revokeSessions, .cancelPending, .rememberUndo, .sendCode(.verify),
    .sendCode(.change), .issueToken, .endSession, .disable, .enable,
    .setLabel(name: "tier", value: "staff"), .notifyOwner,
  ]

  /// What can be seen of a store after some effects; nil where they cannot be carried out.
  private static func result(_ effects: [Effect], _ decision: Decision, _ store: Accounts)
    -> String?
  {
    var store = store
    guard let applied = try? store.carryOut(effects, insteadOfThoseOf: decision) else {
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
      text += "\(account.epoch) \(account.undoAddress ?? "-");"
    }
    return text
  }

  /// Decisions in stores that sequences lead to; made once, for that takes longest.
  private static let decisions = Result { try made() }

  private static func made() throws -> [(decision: Decision, store: Accounts)] {
    let policy = try Presets.compiled(named: "firebase")
    var limits = Explorer.Limits()
    limits.stores = Thoroughness.pick(40, orElse: 12)
    var explorer = Explorer(policy, limits: limits)
    explorer.explore()
    var found: [(Decision, Accounts)] = []
    for store in explorer.stores.prefix(60) {
      for step in explorer.steps(in: store.accounts) {
        guard case .attempt(let attempt) = step,
          let situation = try? store.accounts.situation(
            for: attempt.attempt, by: attempt.caller, under: policy.policy),
          let decision = try? policy.decide(attempt.attempt, in: situation)
        else { continue }
        found.append((decision, store.accounts))
      }
    }
    return found
  }

  @Test("effects that commute by their footprints come to the same in either order")
  func commutation() throws {
    let decisions = try Self.decisions.get()
    #expect(decisions.count > 300)
    var pairs = 0
    for (number, one) in Self.effects.enumerated() {
      for other in Self.effects[number...] {
        for (place, (decision, store)) in decisions.enumerated() where place % 211 == pairs % 211 {
          let isHeld = EffectMeaning.Cell(decision.facts).isHeldByAddress
          guard
            EffectFootprint(of: one, isHeldByAddress: isHeld).commutes(
              with: EffectFootprint(of: other, isHeldByAddress: isHeld))
          else { continue }
          let there = Self.result([one, other], decision, store)
          let back = Self.result([other, one], decision, store)
          #expect(there == back, "\(one.text), \(other.text)")
        }
        pairs += 1
      }
    }
  }

  private static func pick(_ count: Int, _ generator: inout SplitMix) -> Int {
    Int(generator.next() % UInt64(count))
  }

  @Test("lists with one normal form come to the same")
  func normalForms() throws {
    var generator = SplitMix(11)
    var shorter = 0
    var unequal = 0
    let policy = try Presets.compiled(named: "firebase")
    for (place, (decision, store)) in try Self.decisions.get().enumerated() where place % 7 == 0 {
      let cell = EffectMeaning.Cell(decision.facts)
      let rules = EffectRules(
        vocabulary: policy.vocabulary,
        action: policy.vocabulary.actions[decision.facts[.action]],
        position: SourcePosition(line: 1, column: 1))
      for _ in 0..<8 {
        var list: [Effect] = []
        if decision.pointedAccount == nil {
          guard decision.facts[.credential] == FactValue.Credential.new.rawValue else { break }
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
        shorter += normal.count < list.count ? 1 : 0
        let plain = Self.result(list, decision, store)
        guard plain != nil else { continue }
        let isEqual = plain == Self.result(normal, decision, store)
        unequal += isEqual ? 0 : 1
        #expect(isEqual, "\(list.map { $0.text }) is not \(normal.map { $0.text })")
        guard unequal < 5 else { return }
      }
    }
    #expect(shorter > 100)
  }
}
