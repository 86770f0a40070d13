import Testing

@testable import LinkPolicy
@testable import LinkPolicyExploration

/// What a changed answer does to people, told from the writes of both answers.
@Suite("Kinds of changes")
struct ChangeKindTests {
  private static func answer(
    _ writes: [WriteTemplate], error: Name? = nil, names: [Name] = [], isProof: Bool = false
  ) -> AnswerMeaning {
    let refusal = error.map { Reply.NamedRefusal(error: $0, names: names) }
    var meaning = AnswerMeaning(Reply(refusal))
    meaning.writes = writes
    meaning.isProof = isProof
    return meaning
  }

  private static func kinds(
    _ old: [WriteTemplate], _ new: [WriteTemplate], isThere: Bool = true, holds: Bool = false,
    by caller: ChangeSituation.CallerClass = .anybody, stakes: HolderStakes = HolderStakes()
  ) -> [ChangeKind] {
    ChangeKind.kinds(
      from: answer(old), to: answer(new),
      in: ChangeSituation(
        isThere: isThere, holdsCredential: holds, caller: caller, stakes: stakes))
  }

  private static let creation: [WriteTemplate] = [
    .insertAccount(withAddress: true), .putMethod(.attempts), .openSession,
  ]

  private static func kinds(
    _ old: AnswerMeaning, _ new: AnswerMeaning,
    telling: ChangeSituation.InformationChange = ChangeSituation.InformationChange()
  ) -> [ChangeKind] {
    ChangeKind.kinds(
      from: old, to: new,
      in: ChangeSituation(isThere: true, holdsCredential: false, telling: telling))
  }

  @Test("the row that answers makes no difference, anything else of an answer does")
  func nothing() {
    var old = Self.answer([.openSession])
    var new = old
    old.source = .row(1)
    new.source = .guarding(2)
    #expect(Self.kinds(old, new).isEmpty)
    new.reply.ask = .verification
    #expect(Self.kinds(old, new) == [.asks])
  }

  @Test("an account splits where there was one, and only if none was made before")
  func splits() {
    #expect(Self.kinds([], Self.creation) == [.splits])
    #expect(Self.kinds([.openSession], Self.creation) == [.splits, .reachesLess])
    #expect(Self.kinds([], Self.creation, isThere: false) == [.createsMore])
    #expect(Self.kinds(Self.creation, Self.creation + [.tellOwner]) == [.notifiesMore])
    #expect(Self.kinds(Self.creation, [], isThere: false) == [.createsLess])
    var without = Self.creation
    without[0] = .insertAccount(withAddress: false)
    #expect(Self.kinds(Self.creation, without, isThere: false) == [.movesAddress])
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
    // Who has the credential already is no further in by it.
    #expect(Self.kinds([], [.putMethod(.attempts)], holds: true) == [.refreshes])
    // Who leaves with a method can come back, and needs no session for it; who only had one is out.
    let link = WriteTemplate.putMethod(.attempts)
    #expect(Self.kinds([link], [link, .openSession]).isEmpty == false)
    #expect(!Self.kinds([link], [link, .openSession]).contains(.reachesMore))
    #expect(Self.kinds([.openSession], [link, .openSession]) == [.reachesMore])
    #expect(Self.kinds([.openSession], [.renewSession]) == [.reissues])
  }

  @Test("each deed beside entering and taking has a kind of its own")
  func deeds() {
    let deeds: [(WriteTemplate, more: [ChangeKind], less: [ChangeKind])] = [
      (.setEmail(.asserted), [.movesAddress], [.movesAddress]),
      (.setEmail(.verified), [.provesMore], [.provesLess]),
      (.setEmail(.unverified), [.locksOut, .provesLess], [.provesMore]),
      (.setProfile(blanksOnly: true), [.fills], [.fills]),
      (.setProfile(blanksOnly: false), [.dropsMore, .fills], [.dropsLess, .fills]),
      (.setState(.active), [.reachesMore], [.locksOut]),
      (.setState(.disabled), [.locksOut], [.reachesMore]),
      (.setLabel(name: "a", value: "b"), [.relabels], [.relabels]),
      (.putCode(.reset), [.mailsMore], [.locksOut, .mailsLess]),
      (.putCode(.change), [.mailsMore], [.mailsLess]),
      (.tellOwner, [.notifiesMore], [.notifiesLess]),
      (.supersedeOthers, [.dropsMore], [.dropsLess]),
    ]
    for (template, more, less) in deeds {
      #expect(Self.kinds([], [template]) == more, "\(template.text)")
      #expect(Self.kinds([template], []) == less, "\(template.text)")
    }
    // The same in an order that comes to something else is no kind that one could judge by.
    let one: [WriteTemplate] = [.removeMethods(.unproven), .putMethod(.attempts)]
    #expect(Self.kinds(one, one.reversed()) == [.unclassified])
  }

  @Test("second factors that go are a guard less, whoever takes them")
  func factors() {
    let callers: [ChangeSituation.CallerClass] = [
      .anybody, .bearer, .addressee, .signedIn, .administrator,
    ]
    for caller in callers {
      for holds in [true, false] {
        let kinds = Self.kinds(
          [.openSession], [.dropFactors, .openSession], isThere: false, holds: holds, by: caller)
        #expect(kinds.contains(.guardsLess) && kinds.contains(.dropsMore), "\(caller) \(holds)")
        #expect(!Self.kinds([.dropFactors], [], by: caller).contains(.guardsLess))
      }
    }
  }

  @Test("an identifier that is cleared is no second factor, and hides no removed one")
  func identifierAndFactor() {
    let cleared = WriteTemplate.clearIdentifier("username")
    let removed = WriteTemplate.setFactors(.fewer)
    #expect(!Self.kinds([.openSession], [cleared, .openSession]).contains(.guardsLess))
    for before in [[.openSession], [cleared, .openSession]] as [[WriteTemplate]] {
      let kinds = Self.kinds(before, [cleared, removed, .openSession])
      #expect(kinds.contains(.guardsLess) && kinds.contains(.dropsMore), "\(before)")
    }
    let kinds = Self.kinds([removed, .openSession], [removed, cleared, .openSession])
    #expect(kinds.contains(.dropsMore))
  }

  @Test("what goes at a stranger's word locks out, and not at the holder's")
  func byName() {
    let taking: [WriteTemplate] = [.endSessions, .cancelCodes, .setEmail(.unverified)]
    for template in taking {
      for caller in [ChangeSituation.CallerClass.anybody, .bearer] {
        #expect(Self.kinds([], [template], by: caller).contains(.locksOut), "\(template.text)")
        #expect(!Self.kinds([], [template], holds: true, by: caller).contains(.locksOut))
        #expect(!Self.kinds([], [template], isThere: false, by: caller).contains(.locksOut))
      }
      for caller in [ChangeSituation.CallerClass.addressee, .signedIn, .administrator] {
        #expect(!Self.kinds([], [template], by: caller).contains(.locksOut), "\(template.text)")
      }
    }
    // Whoever proves the address may.
    let proof = Self.answer([.endSessions], isProof: true)
    #expect(!Self.kinds(Self.answer([], isProof: true), proof).contains(.locksOut))
  }

  @Test("a mail by which people come in or come back, and any of a policy's own, is missed")
  func mails() {
    for purpose in [CodePurpose.signIn, .reset, .undo, .verify, CodePurpose("invitation")] {
      #expect(Self.kinds([.putCode(purpose)], []) == [.locksOut, .mailsLess], "\(purpose)")
    }
    #expect(Self.kinds([.putCode(.change)], []) == [.mailsLess])
  }

  @Test("an owner who can no longer take a change of the address back is locked out")
  func undo() {
    let setting: [WriteTemplate] = [.setEmail(.asserted), .setEmail(.verified)]
    let refusal = Self.answer([], error: "invalid")
    for (caller, isLost) in [
      (ChangeSituation.CallerClass.formerAddressee, true), (.addressee, false), (.signedIn, false),
    ] {
      let kinds = ChangeKind.kinds(
        from: Self.answer(setting), to: refusal,
        in: ChangeSituation(isThere: true, holdsCredential: false, caller: caller))
      #expect(kinds.contains(.locksOut) == isLost, "\(caller)")
      #expect(kinds.contains(.guardsMore), "\(caller)")
    }
    var stakes = HolderStakes()
    #expect(Self.kinds([], [.cancelCodes], by: .signedIn, stakes: stakes) == [.dropsMore])
    stakes.haveUndo = true
    #expect(
      Self.kinds([], [.cancelCodes], by: .signedIn, stakes: stakes) == [.locksOut, .dropsMore])
    #expect(
      Self.kinds([], [.cancelCodes], by: .addressee, stakes: stakes) == [.locksOut, .dropsMore])
    #expect(Self.kinds([], [.cancelCodes], by: .administrator, stakes: stakes) == [.dropsMore])
    let deletion = Self.kinds(
      [.deleteAccount], [.cancelCodes, .deleteAccount], by: .signedIn, stakes: stakes)
    #expect(!deletion.contains(.locksOut))
  }

  @Test("a session that ends locks out whoever may have nothing else")
  func onlySession() {
    var stakes = HolderStakes()
    let ending: [[WriteTemplate]] = [[.endSession], [.endSessions]]
    for end in ending {
      #expect(Self.kinds([], end, by: .signedIn, stakes: stakes) == [.dropsMore])
    }
    stakes.haveSessionsAlone = true
    for end in ending {
      #expect(Self.kinds([], end, by: .signedIn, stakes: stakes).contains(.locksOut))
      #expect(!Self.kinds(end, end, by: .signedIn, stakes: stakes).contains(.locksOut))
      #expect(
        Self.kinds([], end, by: .addressee, stakes: stakes).contains(.locksOut)
          == (end == [.endSession]))
      for way: WriteTemplate in [.putMethod(.password), .putMethod(.attempts), .renewSession] {
        #expect(!Self.kinds([way], [way] + end, by: .signedIn, stakes: stakes).contains(.locksOut))
      }
    }
  }

  @Test("an allowed answer that is newly shown as an error locks out, or needs a person")
  func hiding() {
    func kinds(_ writes: [WriteTemplate], _ duties: ActionDuties = .these([])) -> [ChangeKind] {
      var hidden = Self.answer(writes)
      hidden.reply.shown = Reply.NamedRefusal(error: "taken", names: [])
      return ChangeKind.kinds(
        from: Self.answer(writes), to: hidden,
        in: ChangeSituation(isThere: true, holdsCredential: true, duties: duties))
    }
    #expect(kinds([.openSession]).contains(.locksOut))
    #expect(kinds([.putMethod(.password)]).contains(.locksOut))
    #expect(kinds([.deleteAccount]).contains(.doesLess))
    #expect(kinds([.putCode(.reset)], .these([.mailCode(.reset)])) == [.renames])
    #expect(kinds([]) == [.renames])
  }

  @Test("a refusal that is newly shown as allowed needs a person, unless it hides a mail")
  func pretending() {
    var hidden = Self.answer([], error: "taken")
    hidden.reply.shown = nil
    let open = Self.answer([], error: "taken")
    func kinds(_ duties: ActionDuties) -> [ChangeKind] {
      ChangeKind.kinds(
        from: open, to: hidden,
        in: ChangeSituation(isThere: true, holdsCredential: false, duties: duties))
    }
    #expect(kinds(.these([.giveSession])).contains(.doesLess))
    #expect(kinds(.these([])).contains(.doesLess))
    #expect(kinds(.everything(mails: false)).contains(.doesLess))
    #expect(!kinds(.everything(mails: true)).contains(.doesLess))
    #expect(!kinds(.these([.mailCode(.reset)])).contains(.doesLess))
  }

  @Test("a method that nobody vouches for goes on counting where it is not renewed")
  func renewing() {
    let renewing: [WriteTemplate] = [.putMethod(.attempts), .openSession]
    #expect(
      Self.kinds(renewing, [.openSession], holds: true) == [.provesMore, .refreshes])
    let vouched = Self.answer(renewing, isProof: true)
    let after = Self.answer([.openSession], isProof: true)
    let kinds = ChangeKind.kinds(
      from: vouched, to: after,
      in: ChangeSituation(isThere: true, holdsCredential: true, caller: .bearer))
    #expect(kinds == [.refreshes])
  }

  @Test("who held the account is locked out, who only brought its address is not")
  func lockedOut() {
    #expect(Self.kinds([.openSession], [], holds: true) == [.locksOut, .reachesLess])
    #expect(Self.kinds([.openSession], [], holds: false) == [.reachesLess])
    #expect(
      Self.kinds([.openSession], [.insertAccount(withAddress: true), .openSession], holds: true)
        == [.splits, .locksOut, .reachesLess])
    #expect(Self.kinds([.openSession], [], by: .addressee) == [.locksOut, .reachesLess])
    let password = WriteTemplate.putMethod(.password)
    #expect(Self.kinds([password], [], by: .addressee) == [.locksOut, .reachesLess])
    #expect(Self.kinds([.renewSession], [], by: .signedIn) == [.locksOut, .reachesLess])
    // His session goes on.
    #expect(Self.kinds([password, .renewSession], [], by: .signedIn) == [.reachesLess])
    #expect(Self.kinds([.openSession], [], by: .administrator) == [.reachesLess])
  }

  @Test("a refusal that does nothing takes less from nobody")
  func refusals() {
    let refused = Self.answer([], error: "no")
    let taking = Self.answer([.removeMethods(.unproven), .setEmail(.asserted), .tellOwner])
    #expect(Self.kinds(taking, refused) == [.guardsMore])
    #expect(
      Self.kinds(refused, taking) == [
        .movesAddress, .guardsLess, .locksOut, .dropsMore, .notifiesMore,
      ])
    // Where it refused before too, what it did counts.
    let strict = Self.answer([.endSessions, .tellOwner], error: "no")
    #expect(Self.kinds(strict, refused) == [.dropsLess, .notifiesLess])
    // What a refusal does is done by whoever is refused.
    #expect(Self.kinds(refused, strict) == [.locksOut, .unclassified, .dropsMore, .notifiesMore])
    #expect(Self.kinds(.impossible, refused) == [.excludesLess, .renames])
    #expect(Self.kinds(Self.answer([]), .impossible) == [.guardsMore, .excludesMore])
  }

  @Test("each thing taken from an account is a loss of its own")
  func losses() {
    let taking: [WriteTemplate] = [
      .removeMethods(.named), .removeMethods(.unproven), .removeMethods(.ofKinds([.phone])),
      .removeMethods(.heldElsewhere), .setEmail(.none), .dropFactors, .endSessions, .endSession,
      .cancelCodes, .deleteAccount,
    ]
    // What an address, a factor or a way in is lost for beside is told by kinds of its own.
    let beside: [ChangeKind] = [.movesAddress, .guardsLess, .locksOut]
    for template in taking {
      let kinds = Self.kinds([], [template], by: .administrator).filter { !beside.contains($0) }
      #expect(kinds == [.dropsMore], "\(template.text)")
      #expect(Self.kinds([template], [], by: .administrator) == [.dropsLess], "\(template.text)")
    }
    for (number, one) in taking.enumerated() {
      // Unproven methods of a kind are among the methods of that kind.
      for other in taking[(number + 1)...]
      where one != .removeMethods(.unproven) || other != .removeMethods(.ofKinds([.phone])) {
        let kinds = Self.kinds([one], [other], by: .administrator).filter { !beside.contains($0) }
        // The caller's own session is among all sessions.
        let isSession = one == .endSessions && other == .endSession
        #expect(
          kinds == (isSession ? [.dropsLess] : [.dropsLess, .dropsMore]),
          "\(one.text), \(other.text)")
      }
    }
  }

  @Test("who takes from an account what its holder comes in by locks him out")
  func takenFromHolders() {
    for template in [.deleteAccount, .setEmail(.none)] as [WriteTemplate] {
      for caller in [ChangeSituation.CallerClass.anybody, .bearer, .addressee, .signedIn] {
        #expect(Self.kinds([], [template], by: caller).contains(.locksOut), "\(template.text)")
      }
      #expect(Self.kinds([], [template], by: .administrator).contains(.locksOut))
    }
    // What an administrator takes without taking a way in, and a method that he names.
    for template in [.endSessions, .cancelCodes, .dropFactors, .removeMethods(.named)]
      as [WriteTemplate]
    {
      #expect(!Self.kinds([], [template], by: .administrator).contains(.locksOut))
    }
    #expect(Self.kinds([], [.setEmail(.none)]).contains(.movesAddress))
    let all = WriteTemplate.removeMethods(.ofKinds(MethodKind.allCases))
    for caller in [ChangeSituation.CallerClass.anybody, .bearer, .signedIn] {
      #expect(Self.kinds([], [all], by: caller) == [.locksOut, .dropsMore])
    }
    #expect(Self.kinds([], [.endSessions], by: .signedIn) == [.dropsMore])
    // He names it himself.
    #expect(Self.kinds([], [.removeMethods(.named)], by: .signedIn) == [.dropsMore])
    #expect(Self.kinds([], [.removeMethods(.named)], by: .bearer) == [.locksOut, .dropsMore])
    // A subject that nobody sees listed cannot be removed.
    #expect(Self.kinds([], [.supersedeOthers], by: .signedIn) == [.locksOut, .dropsMore])
    #expect(Self.kinds([], [.supersedeOthers], by: .addressee) == [.dropsMore])
  }

  @Test("a session that is opened where one was renewed is recent, whatever was shown")
  func recent() {
    #expect(
      Self.kinds([.renewSession], [.openSession], by: .signedIn) == [.guardsLess, .reissues])
    #expect(Self.kinds([.openSession], [.renewSession], by: .signedIn) == [.reissues])
    #expect(Self.kinds([.renewSession], [.openSession], holds: true, by: .signedIn) == [.reissues])
  }

  @Test("what both write in another order is seen beside whatever else is written")
  func hiddenOrder() {
    let (one, other) = (WriteTemplate.setEmail(.asserted), WriteTemplate.cancelCodes)
    #expect(Self.kinds([one, other], [other, one]) == [.unclassified])
    #expect(Self.kinds([one, other], [.tellOwner, other, one]) == [.unclassified, .notifiesMore])
  }

  @Test("methods of kinds hold the unproven ones of these kinds")
  func kindsOfMethods() {
    let all = WriteTemplate.removeMethods(.ofKinds(MethodKind.allCases))
    #expect(Self.kinds([.removeMethods(.unproven)], [all]) == [.locksOut, .dropsMore])
    #expect(Self.kinds([all], [.removeMethods(.unproven)]) == [.dropsLess])
    let two = WriteTemplate.removeMethods(.ofKinds([.password, .phone]))
    #expect(Self.kinds([two], [.removeMethods(.ofKinds([.phone]))]) == [.dropsLess])
    #expect(Self.kinds([two], [all]) == [.locksOut, .dropsMore])
  }

  @Test("a subject that was kept as superseded is lost where it is removed")
  func formerSubject() {
    let supersedes: [WriteTemplate] = [.putMethod(.attemptsInPlaceOfOthers), .supersedeOthers]
    let replaces: [WriteTemplate] = [
      .putMethod(.attemptsInPlaceOfOthers), .removeMethods(.others),
    ]
    #expect(Self.kinds(supersedes, replaces) == [.locksOut, .dropsMore])
    #expect(Self.kinds(replaces, supersedes) == [.dropsLess])
    #expect(Self.kinds([.putMethod(.attempts)], replaces) == [.locksOut, .dropsMore])
  }

  @Test("other words for the same are a new name, unless they tell more or less")
  func words() {
    let refused = Self.answer([], error: "no", names: ["web", "NO"])
    #expect(
      Self.kinds(refused, Self.answer([], error: "never", names: ["web", "NO"])) == [.renames])
    #expect(
      Self.kinds(refused, Self.answer([], error: "no", names: ["web", "Nope"])) == [.renames])
    #expect(Self.kinds(refused, Self.answer([])) == [.guardsLess])
    let linked = Self.answer([.putMethod(.attempts)])
    #expect(
      Self.kinds(linked, Self.answer([.putMethod(.attempts)], isProof: true)) == [.provesMore])
    var told = linked
    told.reply.tell = [.account]
    #expect(Self.kinds(linked, told) == [.tellsMore])
    #expect(Self.kinds(told, linked) == [.tellsLess])
    var shown = linked
    shown.reply.shown = Reply.NamedRefusal(error: "no", names: [])
    #expect(Self.kinds(linked, shown) == [.doesLess, .renames])
    var telling = ChangeSituation.InformationChange()
    telling.more = true
    #expect(Self.kinds(linked, shown, telling: telling) == [.tellsMore, .doesLess])
    // Who is let in sees the account anyhow.
    #expect(
      Self.kinds(refused, Self.answer([.openSession]), telling: telling) == [
        .reachesMore, .guardsLess,
      ])
  }

  @Test(
    "of answers that differ by what the caller does not know, those tell that were one and are two")
  func shownPairs() throws {
    let plain = Self.answer([], error: "no")
    let other = Self.answer([], error: "never")
    let inside = Self.answer([.openSession])
    var pairs = ShownPairs()
    let first = pairs.number(plain, plain)
    let second = pairs.number(plain, other)
    let both = pairs.union(first, second)
    #expect(pairs.union(second, first) == both && pairs.union(both, first) == both)
    let apart = pairs.telling(plain, other, in: both)
    #expect(apart.more && !apart.less)
    let alone = pairs.telling(plain, other, in: second)
    #expect(!alone.more && !alone.less)
    let joined = pairs.union(pairs.number(other, plain), first)
    let alike = pairs.telling(other, plain, in: joined)
    #expect(!alike.more && alike.less)
    let entered = pairs.union(pairs.number(inside, plain), pairs.number(inside, inside))
    #expect(!pairs.telling(inside, plain, in: entered).more)
  }

  @Test("clients are told apart by what they get on one platform, and not by the code of an error")
  func platforms() {
    func refusal(_ error: Name, _ names: [Name]) -> AnswerMeaning {
      Self.answer([], error: error, names: names)
    }
    func telling(
      _ changed: (AnswerMeaning, AnswerMeaning), beside other: (AnswerMeaning, AnswerMeaning)
    ) -> ChangeSituation.InformationChange {
      var pairs = ShownPairs(platforms: ["web", "ios"])
      let first = pairs.number(changed.0, changed.1)
      let both = pairs.union(first, pairs.number(other.0, other.1))
      return pairs.telling(changed.0, changed.1, in: both)
    }
    let unknown = refusal("unknown", ["web", "no", "ios", "NO"])
    let wrong = refusal("wrong", ["web", "no", "ios", "NO"])
    // Two codes with the same names are one answer to every client.
    let alike = telling((wrong, unknown), beside: (wrong, wrong))
    #expect(!alike.more && !alike.less)
    let renamed = refusal("unknown", ["web", "never", "ios", "NO"])
    #expect(telling((unknown, renamed), beside: (wrong, wrong)).more)
    #expect(telling((renamed, unknown), beside: (wrong, wrong)).less)
    // Clients on one platform are told apart, though on another one they were before.
    let distinct = refusal("wrong", ["web", "no", "ios", "WRONG"])
    #expect(telling((unknown, renamed), beside: (distinct, distinct)).more)
    // Without a name a client gets the error's own.
    let nameless = refusal("unknown", ["web", "no"])
    #expect(telling((unknown, nameless), beside: (wrong, wrong)).more)
    let own = refusal("NO", ["web", "no"])
    #expect(!telling((unknown, own), beside: (wrong, wrong)).more)
    var plain = ShownPairs()
    #expect(plain.differ(unknown, wrong) && !plain.differ(unknown, renamed))
    var named = ShownPairs(platforms: ["web"])
    #expect(!named.differ(unknown, wrong) && named.differ(unknown, renamed))
  }

  @Test("who proves the address of an account is its owner, if both policies believe that")
  func owners() {
    let joins = Self.answer(
      [.removeMethods(.unproven), .putMethod(.attempts), .openSession], isProof: true)
    let refused = Self.answer([], error: "registered")
    func kinds(
      _ old: AnswerMeaning, _ new: AnswerMeaning, _ believes: Sides<Bool>?,
      by caller: ChangeSituation.CallerClass = .bearer, isThere: Bool = true
    ) -> [ChangeKind] {
      ChangeKind.kinds(
        from: old, to: new,
        in: ChangeSituation(
          isThere: isThere, holdsCredential: false, caller: caller, believes: believes))
    }
    #expect(kinds(joins, refused, Sides(old: true, new: true)).contains(.locksOut))
    #expect(kinds(joins, refused, nil).contains(.locksOut))
    #expect(!kinds(joins, refused, Sides(old: true, new: false)).contains(.locksOut))
    #expect(!kinds(joins, refused, Sides(old: false, new: true)).contains(.locksOut))
    #expect(!kinds(joins, refused, Sides(old: true, new: true), isThere: false).contains(.locksOut))
    // What goes at a word that only the new policy believes, goes at a stranger's.
    #expect(kinds(refused, joins, Sides(old: false, new: true)).contains(.locksOut))
    #expect(!kinds(refused, joins, Sides(old: true, new: true)).contains(.locksOut))
    #expect(
      !kinds(refused, joins, Sides(old: false, new: true), by: .addressee).contains(.locksOut))
  }

  @Test("the kinds stand in the order of their severity, and what is out of reach comes last")
  func order() {
    let kinds = ChangeKind.allCases
    let severities: [ChangeKind.Severity] = [.danger, .review, .harmless]
    let places = kinds.map { kind in severities.firstIndex(of: kind.severity) ?? -1 }
    #expect(places == places.sorted())
    #expect(kinds.filter { $0.severity == .review } == [.doesLess, .unpins])
    #expect(kinds.last == .unreachable)
    #expect(ChangeKind.ordered([.renames, .splits]) == [.splits, .renames])
    #expect(ChangeKind.rank([.reachesMore, .unreachable]) > ChangeKind.rank([.renames]))
  }
}
