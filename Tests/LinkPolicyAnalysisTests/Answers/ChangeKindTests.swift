import Testing

@testable import LinkPolicy
@testable import LinkPolicyAnalysis

/// What a changed answer does to people, told from the writes of both answers.
@Suite("Kinds of changes")
struct ChangeKindTests {
  private static func answer(
    _ writes: [WriteTemplate], error: Name? = nil, names: [Name] = [], isProof: Bool = false
  ) -> AnswerMeaning {
    let refusal = error.map { Reply.Refusal(error: $0, names: names) }
    var meaning = AnswerMeaning(Reply(refusal))
    meaning.writes = writes
    meaning.isProof = isProof
    return meaning
  }

  private static func kinds(
    _ old: [WriteTemplate], _ new: [WriteTemplate], isThere: Bool = true
  ) -> [ChangeKind] {
    ChangeKind.kinds(from: answer(old), to: answer(new), isThere: isThere)
  }

  private static let creation: [WriteTemplate] = [
    .insertAccount(withAddress: true), .putMethod(.attempts), .openSession,
  ]

  @Test("the row that answers makes no difference, anything else of an answer does")
  func nothing() {
    var old = Self.answer([.openSession])
    var new = old
    old.source = .row(1)
    new.source = .guarding(2)
    #expect(ChangeKind.kinds(from: old, to: new, isThere: true).isEmpty)
    new.reply.ask = .verification
    #expect(ChangeKind.kinds(from: old, to: new, isThere: true) == [.renames])
  }

  @Test("an account splits where there was one, and only if none was made before")
  func splits() {
    #expect(Self.kinds([], Self.creation) == [.splits])
    #expect(Self.kinds([.openSession], Self.creation) == [.splits])
    #expect(Self.kinds([], Self.creation, isThere: false) == [.changes])
    #expect(Self.kinds(Self.creation, Self.creation + [.tellOwner]) == [.changes])
    #expect(Self.kinds(Self.creation, []) == [.changes])
  }

  @Test("a session, a token, a method and a password enter, and nothing else does")
  func enters() {
    let entering: [WriteTemplate] = [
      .openSession, .renewSession, .putMethod(.attempts), .putMethod(.attemptsInPlaceOfOthers),
      .putMethod(.password),
    ]
    for template in entering {
      #expect(Self.kinds([], [template]) == [.reachesMore], "\(template.text)")
      #expect(Self.kinds([template], []) == [.reachesLess], "\(template.text)")
    }
    let others: [WriteTemplate] = [
      .setEmail(.asserted), .setProfile(blanksOnly: true), .setState(.active),
      .setLabel(name: "a", value: "b"), .supersedeOthers, .putCode(.reset), .tellOwner,
    ]
    for template in others {
      #expect(Self.kinds([], [template]) == [.changes], "\(template.text)")
    }
    // Who makes an account enters his own.
    #expect(Self.kinds([.openSession], Self.creation, isThere: false) == [.reachesLess])
  }

  @Test("each thing taken from an account is a loss of its own")
  func losses() {
    let taking: [WriteTemplate] = [
      .removeMethods(.named), .removeMethods(.unproven), .removeMethods(.ofKinds([.phone])),
      .removeMethods(.heldElsewhere), .setEmail(.none), .dropFactors, .endSessions, .endSession,
      .cancelCodes, .deleteAccount,
    ]
    for template in taking {
      #expect(Self.kinds([], [template]) == [.dropsMore], "\(template.text)")
      #expect(Self.kinds([template], []) == [.dropsLess], "\(template.text)")
    }
    for (number, one) in taking.enumerated() {
      // Unproven methods of a kind are among the methods of that kind.
      for other in taking[(number + 1)...]
      where one != .removeMethods(.unproven) || other != .removeMethods(.ofKinds([.phone])) {
        #expect(
          Self.kinds([one], [other]) == [.dropsLess, .dropsMore], "\(one.text), \(other.text)")
      }
    }
  }

  @Test("methods of kinds hold the unproven ones of these kinds")
  func kindsOfMethods() {
    let all = WriteTemplate.removeMethods(.ofKinds(MethodKind.allCases))
    #expect(Self.kinds([.removeMethods(.unproven)], [all]) == [.dropsMore])
    #expect(Self.kinds([all], [.removeMethods(.unproven)]) == [.dropsLess])
    let two = WriteTemplate.removeMethods(.ofKinds([.password, .phone]))
    #expect(Self.kinds([two], [.removeMethods(.ofKinds([.phone]))]) == [.dropsLess])
    #expect(Self.kinds([two], [all]) == [.dropsMore])
  }

  @Test("a subject that was kept as superseded is lost where it is removed")
  func formerSubject() {
    let supersedes: [WriteTemplate] = [.putMethod(.attemptsInPlaceOfOthers), .supersedeOthers]
    let replaces: [WriteTemplate] = [
      .putMethod(.attemptsInPlaceOfOthers), .removeMethods(.others),
    ]
    #expect(Self.kinds(supersedes, replaces) == [.dropsMore])
    #expect(Self.kinds(replaces, supersedes) == [.dropsLess])
    // Beside an answer that keeps both subjects there is nothing that it takes.
    #expect(Self.kinds([.putMethod(.attempts)], replaces) == [.changes])
  }

  @Test("the same deed under other words is a new name; proof and refusal are deeds")
  func renames() {
    func kind(_ old: AnswerMeaning, _ new: AnswerMeaning) -> [ChangeKind] {
      ChangeKind.kinds(from: old, to: new, isThere: true)
    }
    let refused = Self.answer([], error: "no", names: ["web", "NO"])
    #expect(kind(refused, Self.answer([], error: "never", names: ["web", "NO"])) == [.renames])
    #expect(kind(refused, Self.answer([], error: "no", names: ["web", "Nope"])) == [.renames])
    #expect(kind(refused, Self.answer([])) == [.changes])
    let linked = Self.answer([.putMethod(.attempts)])
    #expect(kind(linked, Self.answer([.putMethod(.attempts)], isProof: true)) == [.changes])
    var told = linked
    told.reply.tell = [.account]
    #expect(kind(linked, told) == [.renames])
    var shown = linked
    shown.reply.shown = Reply.Refusal(error: "no", names: [])
    #expect(kind(linked, shown) == [.renames])
  }
}
