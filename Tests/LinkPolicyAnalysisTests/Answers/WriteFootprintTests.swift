import LinkPolicyAuthoring
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyExploration
@testable import LinkPolicyReview

/// What effects say that they write, held against what carrying them out writes.
@Suite("What effects write")
struct WriteFootprintTests {
  /// One effect of every word.
  private static let effects: [Effect] = EffectWord.allCases.flatMap { word -> [Effect] in
    switch word.form {
    case .plain(let effect): [effect]
    case .kinds: [.drop([.password]), .drop([.federated, .phone])]
    case .purpose: [.sendCode(.verify), .sendCode(.change), .sendCode(.signIn)]
    case .label:
      [.setLabel(name: "tier", value: "staff"), .setLabel(name: "strength", value: "staff")]
    case .identifier(let isStored):
      [isStored ? .setIdentifier("username") : .clearIdentifier("username")]
    }
  }

  /// Decisions of many situations, and two about an account with an identifier.
  private static func decisions() throws -> [ExploredDecisions.Sample] {
    let policy = try Sketches.policy("identifiers").policy
    var store = Accounts()
    var signUp = Attempt(.signUp, with: Assertion(verified: "password", kind: .password))
    signUp.identifiers = [AccountIdentifier("username", "ada")]
    let first = try store.decide(signUp, by: Accounts.AttemptContext(), under: policy)
    let empty = store
    let session = try store.execute(first.changes, under: policy).session
    var rename = Attempt(Action("rename"))
    rename.identifiers = [AccountIdentifier("username", "bob")]
    let second = try store.decide(
      rename, by: Accounts.AttemptContext(session: session), under: policy)
    return [(second, store), (first, empty)] + (try ExploredDecisions.all.get())
  }

  /// The parts in which two stores differ, and what was heard between them.
  private static func changed(
    _ before: Accounts, _ after: Accounts, _ applied: Accounts.Applied
  ) -> WriteFootprint.Parts {
    var parts = WriteFootprint.Parts()
    func note(_ part: WriteFootprint.Parts, _ view: (Accounts) -> String) {
      if view(before) != view(after) {
        parts.insert(part)
      }
    }
    func each(_ part: WriteFootprint.Parts, _ view: @escaping (Account) -> String) {
      note(part) { store in store.accounts.map { view($0) }.joined(separator: ";") }
    }
    each(.account) { $0.id }
    each(.email) { $0.email ?? "-" }
    each(.verified) { "\($0.isEmailVerified)" }
    each(.password) { "\($0.methods.filter { $0.kind == .password })" }
    each(.otherMethods) { "\($0.methods.filter { $0.kind != .password })" }
    each(.labels) { "\($0.labels)" }
    each(.identifiers) { "\($0.identifiers)" }
    each(.profile) { "\($0.profile)" }
    each(.state) { "\($0.state)" }
    each(.factors) { "\($0.factors)" }
    each(.epoch) { "\($0.epoch)" }
    note(.sessions) { "\($0.sessions)" }
    note(.codes) { "\($0.codes)" }
    for event in applied.events {
      if case .methodRemoved = event {
        parts.insert(.removed)
      } else {
        parts.insert(.notices)
      }
    }
    return parts
  }

  @Test("each comes to its own kind of write and no other, and each comes to one somewhere")
  func kinds() throws {
    let decisions = try Self.decisions()
    var met: Set<WriteTemplate> = []
    for effect in Self.effects {
      for template in effect.templates {
        for (decision, _) in decisions {
          // What is to come before, so that there is an account that can be written about.
          let first: [WriteTemplate] =
            decision.pointedAccount == nil && template.kind != .insertAccount
            ? [.insertAccount(withAddress: true)] : []
          let own = decision.changes(of: first + [template])
          let before = decision.changes(of: first)
          let more = own.writes.count - before.writes.count
          let notices = own.notices.count - before.notices.count
          met.formUnion(more + notices > 0 ? [template] : [])
          #expect(more >= 0)
          for write in own.writes where write.kind != .useCode && write.kind != template.kind {
            #expect(write.kind == .insertAccount && !first.isEmpty, "\(template.text)")
          }
          if template.kind == nil {
            #expect(more == 0)
          }
          for case .removeMethod(_, let removed) in own.writes {
            guard case .removeMethods(let removal) = template else { continue }
            #expect(removed.reason == removal.reason)
          }
        }
      }
    }
    let all = Set(Self.effects.flatMap { $0.templates })
    for template in all.subtracting(met) {
      // What only undoes another, such as switching on.
      let isMet = all.contains { other in
        decisions.contains { decision, _ in
          let after = decision.changes(of: [other, template]).writes.count
          return after > decision.changes(of: [other]).writes.count
        }
      }
      #expect(isMet, "`\(template.text)` is never written")
    }
  }

  @Test("each changes no more than its footprint says")
  func parts() throws {
    let stride = Thoroughness.pick(5, orElse: 17)
    let decisions = try Self.decisions()
    let templates = Set(Self.effects.flatMap { $0.templates }).sorted { $0.text < $1.text }
    for template in Thoroughness.share(of: templates) {
      let footprint = WriteFootprint(of: template)
      for (place, (decision, store)) in decisions.enumerated()
      where place % stride == 0 {
        var after = store
        let nothing = decision.changes(of: [])
        var base = store
        guard (try? base.carryOut([], insteadOfThoseOf: decision)) != nil,
          let applied = try? after.carryOut([template], insteadOfThoseOf: decision)
        else { continue }
        #expect(nothing.writes.count <= 1)
        let changed = Self.changed(base, after, applied)
        #expect(
          changed.isSubset(of: footprint.writes),
          "\(template.text) changes \(changed.rawValue), not \(footprint.writes.rawValue)")
      }
    }
  }

  @Test("pairs that commute, and pairs that do not")
  func pairs() {
    func commute(_ one: WriteTemplate, _ other: WriteTemplate) -> Bool {
      WriteFootprint(of: one).commutes(with: WriteFootprint(of: other))
    }
    // A session gets the epoch of its account.
    #expect(!commute(.openSession, .endSessions) && !commute(.renewSession, .endSessions))
    // What listeners hear and which methods went comes in order.
    #expect(!commute(.openSession, .tellOwner) && !commute(.putCode(.verify), .endSession))
    #expect(!commute(.removeMethods(.named), .removeMethods(.unproven)))
    // Whether a method proved the address depends on the address, and so do codes.
    #expect(!commute(.setEmail(.asserted), .removeMethods(.unproven)))
    #expect(!commute(.setEmail(.none), .cancelCodes))
    #expect(commute(.setEmail(.verified), .removeMethods(.unproven)))
    #expect(commute(.setEmail(.asserted), .removeMethods(.named)))
    // The attempt's method comes with the asserted address, a password that is set with the account's.
    #expect(commute(.setEmail(.asserted), .putMethod(.attempts)))
    #expect(!commute(.setEmail(.asserted), .putMethod(.password)))
    // What is removed from before a password leaves it where it stands, unless it is removed itself.
    #expect(commute(.removeMethods(.ofKinds([.federated, .phone])), .putMethod(.password)))
    #expect(!commute(.removeMethods(.ofKinds([.federated, .password])), .putMethod(.password)))
    #expect(!commute(.removeMethods(.ofKinds([.federated])), .putMethod(.attempts)))
    #expect(!commute(.putMethod(.attempts), .putMethod(.password)))
    #expect(!commute(.removeMethods(.named), .putMethod(.password)))
    // A label of methods stands on them.
    #expect(!commute(.setLabel(name: "a", value: "b"), .putMethod(.attempts)))
    #expect(commute(.setState(.disabled), .dropFactors))
    for template in Set(Self.effects.flatMap { $0.templates }) {
      #expect(!commute(.insertAccount(withAddress: true), template))
      #expect(!commute(template, .deleteAccount))
    }
  }

  @Test("every write but the use of a code is some effect's, and no two templates have one text")
  func closed() {
    let templates = Set(Self.effects.flatMap { $0.templates })
    let kinds = Set(templates.compactMap { $0.kind })
    #expect(Set(WriteKind.allCases).subtracting(kinds) == [.useCode])
    #expect(Set(templates.map { $0.text }).count == templates.count)
    #expect(Set(WriteKind.allCases.map { $0.name }).count == WriteKind.allCases.count)
    #expect(Self.effects.allSatisfy { !$0.templates.isEmpty })
  }
}
