import Testing

@testable import LinkPolicy
@testable import LinkPolicyExploration

/// Allowed answers that no longer do what their action is for.
@Suite("Duties of actions")
struct ActionDutyTests {
  private static func answer(
    _ writes: [WriteTemplate], refusal: Name? = nil, isShownAllowed: Bool = false,
    replacesPassword: Bool = false
  ) -> AnswerMeaning {
    var meaning = AnswerMeaning(Reply(refusal.map { Reply.NamedRefusal(error: $0, names: []) }))
    meaning.writes = writes
    meaning.replacesPassword = replacesPassword
    if isShownAllowed {
      meaning.reply.shown = nil
    }
    return meaning
  }

  private static func kinds(
    _ old: AnswerMeaning, _ new: AnswerMeaning, _ duties: ActionDuties
  ) -> Set<ChangeKind> {
    Set(
      ChangeKind.kinds(
        from: old, to: new,
        in: ChangeSituation(
          isThere: true, holdsCredential: false, caller: .signedIn, duties: duties)))
  }

  /// For each action an answer that does what it is for, written down from what the action is called.
  private static let purposes: [(StandardAction, WriteTemplate)] = [
    (.signIn, .openSession), (.reauthenticate, .renewSession), (.refresh, .renewSession),
    (.signUp, .insertAccount(withAddress: true)),
    (.adminCreate, .insertAccount(withAddress: false)),
    (.link, .putMethod(.attempts)), (.link, .putMethod(.password)),
    (.adminAttach, .putMethod(.attemptsInPlaceOfOthers)),
    (.unlink, .removeMethods(.named)), (.unlink, .removeMethods(.ofKinds([.password]))),
    (.updateProfile, .setProfile(blanksOnly: false)),
    (.updateEmail, .setEmail(.asserted)), (.confirmEmail, .setEmail(.asserted)),
    (.recoverEmail, .setEmail(.asserted)),
    (.requestEmail, .putCode(.change)), (.requestVerification, .putCode(.verify)),
    (.sendLink, .putCode(.signIn)), (.requestReset, .putCode(.reset)),
    (.verifyEmail, .setEmail(.verified)), (.markVerified, .setEmail(.verified)),
    (.markUnverified, .setEmail(.unverified)),
    (.updatePassword, .putMethod(.password)), (.resetPassword, .putMethod(.password)),
    (.delete, .deleteAccount), (.adminDelete, .deleteAccount),
    (.signOut, .endSession), (.signOut, .endSessions),
    (.disable, .setState(.disabled)), (.enable, .setState(.active)),
  ]

  @Test(
    "an action that no longer writes what it is for does less, and nothing else that goes is that")
  func standard() {
    for (action, write) in Self.purposes {
      let duties = ActionDuties.these(action.duties)
      let full = Self.answer([write, .tellOwner])
      #expect(
        Self.kinds(full, Self.answer([.tellOwner]), duties).contains(.doesLess), "\(action)")
      #expect(
        !Self.kinds(full, Self.answer([write]), duties).contains(.doesLess), "\(action)")
      #expect(!Self.kinds(Self.answer([.tellOwner]), full, duties).contains(.doesLess))
    }
    let without = Set(StandardAction.allCases).subtracting(Self.purposes.map { $0.0 })
    #expect(without == [.reload, .signInMethods] && without.allSatisfy { $0.duties.isEmpty })
  }

  @Test("a stronger write does what a weaker one did")
  func stronger() {
    let signOut = ActionDuties.these(StandardAction.signOut.duties)
    let all = Self.kinds(Self.answer([.endSession]), Self.answer([.endSessions]), signOut)
    #expect(all == [.dropsMore])
    let deletion = Self.kinds(
      Self.answer([.endSession]), Self.answer([.deleteAccount]), signOut)
    #expect(!deletion.contains(.doesLess))
    let delete = ActionDuties.these(StandardAction.delete.duties)
    let disabled = Self.kinds(
      Self.answer([.deleteAccount]), Self.answer([.setState(.disabled)]), delete)
    #expect(disabled.isSuperset(of: [.doesLess, .dropsLess]))
  }

  @Test("a refusal does nothing, and says so, unless it is shown as allowed")
  func refusals() {
    let duties = ActionDuties.these(StandardAction.updatePassword.duties)
    let old = Self.answer([.putMethod(.password)], replacesPassword: true)
    #expect(
      Self.kinds(old, Self.answer([], refusal: "no"), duties) == [.reachesLess, .guardsMore])
    let silent = Self.kinds(
      old, Self.answer([], refusal: "no", isShownAllowed: true), duties)
    #expect(silent.isSuperset(of: [.doesLess, .dropsLess, .guardsMore]))
  }

  @Test("whoever cannot sign out, disable or unverify an account any more is left with a thief")
  func protections() {
    let endings: [(StandardAction, ChangeSituation.CallerClass, WriteTemplate, ChangeKind)] = [
      (.signOut, .signedIn, .endSession, .dropsLess),
      (.signOut, .signedIn, .endSessions, .dropsLess),
      (.disable, .administrator, .setState(.disabled), .reachesMore),
      (.markUnverified, .administrator, .setEmail(.unverified), .provesMore),
    ]
    for (action, caller, write, kind) in endings {
      let old = Self.answer([write, .tellOwner])
      var situation = ChangeSituation(
        isThere: true, holdsCredential: false, caller: caller, duties: .these(action.duties))
      func kinds(_ new: AnswerMeaning) -> [ChangeKind] {
        ChangeKind.kinds(from: old, to: new, in: situation)
      }
      let refused = Self.answer([], refusal: "no")
      #expect(kinds(refused).contains(kind), "\(action)")
      #expect(!ChangeKind.kinds(from: refused, to: old, in: situation).contains(kind), "\(action)")
      // A person who follows the remedy can do it after all.
      var remedied = refused
      remedied.reply.ask = .reauthentication
      #expect(kinds(remedied) == [.guardsMore], "\(action)")
      situation.isSignedOut = true
      #expect(kinds(refused) == [.guardsMore], "\(action)")
    }
  }

  @Test("a refused verification locks out where unverified accounts lose methods")
  func verification() {
    let old = Self.answer([.setEmail(.verified)])
    let refused = Self.answer([], refusal: "no")
    for depends in [true, false] {
      var stakes = HolderStakes()
      stakes.dependOnMark = depends
      let situation = ChangeSituation(
        isThere: true, holdsCredential: false, caller: .addressee,
        duties: .these(StandardAction.verifyEmail.duties), stakes: stakes)
      let kinds = ChangeKind.kinds(from: old, to: refused, in: situation)
      #expect(kinds.contains(.locksOut) == depends)
      #expect(kinds.contains(.guardsMore))
    }
  }

  @Test("a password that takes the place of another one is taken away, and a first one is not")
  func passwords() {
    let duties = ActionDuties.these(StandardAction.updatePassword.duties)
    let first = Self.answer([.putMethod(.password)])
    let second = Self.answer([.putMethod(.password)], replacesPassword: true)
    #expect(Self.kinds(second, Self.answer([]), duties) == [.dropsLess, .doesLess, .reachesLess])
    #expect(Self.kinds(first, Self.answer([]), duties) == [.doesLess, .reachesLess])
    // A password that is removed no longer works either.
    let removed = Self.answer([.removeMethods(.ofKinds([.password]))])
    #expect(!Self.kinds(second, removed, duties).contains(.dropsLess))
  }

  @Test("an action that a policy declares is for everything that its row wrote")
  func own() {
    let old = Self.answer([.setState(.disabled), .setProfile(blanksOnly: true), .tellOwner])
    let new = Self.answer([.setState(.disabled), .tellOwner])
    #expect(Self.kinds(old, new, .everything(mails: false)) == [.doesLess, .fills])
    #expect(Self.kinds(old, new, .these([.disable])) == [.fills])
    #expect(
      Self.kinds(old, Self.answer(old.writes.dropLast()), .everything(mails: false)) == [
        .notifiesLess
      ])
  }
}
