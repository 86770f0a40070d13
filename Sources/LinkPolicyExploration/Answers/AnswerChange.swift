internal import LinkPolicy

/// The old and the new answer in one cell, and the effects of each answer.
struct AnswerChange {
  private let old: AnswerMeaning
  private let new: AnswerMeaning
  private let situation: ChangeSituation
  private let holdsCredential: Bool
  private let before: AnswerDeeds
  private let after: AnswerDeeds

  init(
    from old: AnswerMeaning, to new: AnswerMeaning, in situation: ChangeSituation,
    holdsCredential: Bool
  ) {
    self.old = old
    self.new = new
    self.situation = situation
    self.holdsCredential = holdsCredential
    before = AnswerDeeds(old, holdsCredential: holdsCredential)
    after = AnswerDeeds(new, holdsCredential: holdsCredential)
  }

  /// Whether the new answer only refuses an attempt that the old policy allowed.
  ///
  /// For a mere refusal, the report omits the missing writes, unless the client sees a success.
  private var onlyRefuses: Bool {
    old.reply.refusal == nil && new.reply.refusal != nil && new.writes.isEmpty && !doesLess
  }

  /// The duties left undone because the new policy refuses, without a remedy, an attempt that the old policy allowed.
  ///
  /// The set is empty unless the caller is signed in, is an administrator or receives the account's mail.
  private var undone: Set<ActionDuty> {
    guard onlyRefuses, new.reply.ask == nil, situation.isThere, !situation.isSignedOut else {
      return []
    }
    switch situation.caller {
    case .anybody, .bearer, .formerAddressee: return []
    case .addressee, .signedIn, .administrator:
      return situation.duties.lost(from: old.writes, to: new.writes)
    }
  }

  /// Whether the new answer no longer performs the purpose of the action, although the client still sees an allowed
  /// attempt.
  private var doesLess: Bool {
    guard old.reply.refusal == nil, new.reply.shown == nil else { return false }
    return !situation.duties.lost(from: old.writes, to: new.writes).isEmpty
  }

  /// Whether the caller proves ownership of the account's address in a way that the old policy also accepted.
  private var isProvedByOwner: Bool {
    // Mail reaches the owner of the address under any policy.
    new.isProof && (situation.caller.isMailed || situation.believes?.old ?? true)
  }

  /// Whether the caller proves ownership of the account: by its credential, or by an assertion of its address that both
  /// policies accept.
  private var isOwner: Bool {
    if holdsCredential { return true }
    guard situation.isThere, situation.caller == .bearer else { return false }
    return situation.believes.map { $0.old && $0.new } ?? old.isProof
  }

  var kinds: Set<ChangeKind> {
    var kinds = refusals.union(entries).union(replies)
    func add(_ kind: ChangeKind, _ holds: Bool) {
      if holds {
        kinds.insert(kind)
      }
    }
    let undone = undone
    // A thief stays in an account if nobody can end its sessions or disable the account.
    let goesOn = !onlyRefuses || undone.contains { $0.isProtection }
    add(.provesMore, after.verifies && !before.verifies || new.isProof && !old.isProof)
    add(.provesMore, goesOn && before.unverifies && !after.unverifies)
    // A method that is not renewed still counts as proof of its address, although the provider may no longer confirm
    // the address.
    add(.provesMore, goesOn && before.refreshes && !after.refreshes && !old.isProof)
    add(.provesLess, before.verifies && !after.verifies || old.isProof && !new.isProof)
    add(.provesLess, after.unverifies && !before.unverifies)
    add(.movesAddress, !after.addresses.isSubset(of: before.addresses))
    add(.movesAddress, goesOn && !before.addresses.isSubset(of: after.addresses))
    add(.movesAddress, furtherLosses.contains(.address))
    add(.movesIdentifier, !after.identifiers.isSubset(of: before.identifiers))
    add(.movesIdentifier, goesOn && !before.identifiers.isSubset(of: after.identifiers))
    // If the new answer creates another account, the existing account keeps all its methods and sessions.
    add(
      .dropsLess,
      goesOn && after.makes == nil && !before.losses.subtracting(after.losses).isEmpty)
    add(.dropsMore, !furtherLosses.isEmpty)
    add(.locksOut, takesFromHolders || takesByNameAlone)
    // Without the second factor, an attacker needs only another method of the account to enter.
    add(
      .guardsLess, after.makes == nil && !furtherLosses.isDisjoint(with: [.factors, .oneFactor]))
    // An attacker who enrolls a second factor locks the owner out. An account without the factor has less protection.
    add(.locksOut, after.enrolls && !before.enrolls)
    add(.guardsMore, after.enrolls && !before.enrolls)
    add(.guardsLess, goesOn && before.enrolls && !after.enrolls)
    add(.locksOut, situation.isThere && losesWayBack)
    add(.locksOut, losesUndo || losesOnlySession || hidesEntry)
    add(.locksOut, goesOn && (losesMark || losesProof))
    add(.locksOut, undone.contains(.verifyAddress) && losesMark)
    add(.reachesMore, after.enables && !before.enables)
    add(.reachesMore, goesOn && before.disables && !after.disables)
    add(.locksOut, after.disables && !before.disables)
    add(.locksOut, goesOn && before.enables && !after.enables)
    add(.relabels, !after.labels.isSubset(of: before.labels))
    add(.relabels, goesOn && !before.labels.isSubset(of: after.labels))
    add(.mailsMore, !after.codes.isSubset(of: before.codes))
    add(.mailsLess, !before.codes.isSubset(of: after.codes))
    add(.notifiesLess, goesOn && before.notifies && !after.notifies)
    add(.notifiesMore, after.notifies && !before.notifies)
    add(.fills, goesOn && before.fills != after.fills)
    add(.refreshes, goesOn && before.refreshes != after.refreshes)
    add(.doesLess, doesLess || hidesRefusal || hidesDeed)
    add(.unclassified, differInOrder || changesByRefusing)
    return situation.isOfNewProvider ? newcomersOnly(kinds) : kinds
  }

  /// Returns the kinds, with `offers` in place of kinds such as `guards-less`.
  ///
  /// The replacement applies if the old policy refused the new provider's attempt and gave no way into an account.
  ///
  /// Under the old policy, no account has a credential of the new provider. A holder's sign-in therefore enters only an
  /// account that the holder opened or linked.
  private func newcomersOnly(_ kinds: Set<ChangeKind>) -> Set<ChangeKind> {
    guard before.ways.isEmpty, old.reply.refusal != nil else { return kinds }
    var kinds = kinds.subtracting([.guardsLess, .renames, .asks]).union([.offers])
    if holdsCredential, after.makes == nil {
      kinds.remove(.reachesMore)
    }
    return kinds
  }

  private var furtherLosses: Losses { after.losses.subtracting(before.losses) }

  /// Whether somebody other than the holder may newly remove the holder's way into the account.
  private var takesFromHolders: Bool {
    // An administrator may remove a method by name, but nobody expects an administrative action to remove more ways
    // into the account.
    guard situation.caller != .administrator else {
      return !furtherLosses.isDisjoint(with: [.account, .address, .password])
        || furtherLosses.subtracting(.named).hasMethods
    }
    // Under the old policy, no caller could lose the account or its address by this attempt.
    if !furtherLosses.isDisjoint(with: [.account, .address]) { return true }
    if new.reply.refusal != nil, !furtherLosses.isEmpty { return true }
    // A caller who proves the address may remove unproven methods, and a caller in a session may remove a method by
    // name. A proof that only the new policy accepts must not take a method from a holder under the old policy.
    guard !isProvedByOwner else { return false }
    let isIn = situation.caller == .signedIn && !situation.isSignedOut
    guard isIn else { return furtherLosses.hasMethods }
    // The owner cannot remove an unlisted method, and the holder of the unlisted method cannot see that another method
    // replaced it.
    return furtherLosses.subtracting(.named).hasMethods || furtherLosses.contains(.listing)
  }

  /// Whether a caller without proof of ownership removes something from the account, or makes its address unverified.
  ///
  /// A caller without proof only names the account's address, or presents a credential that the account lacks.
  private var takesByNameAlone: Bool {
    guard situation.isThere, after.makes == nil, !holdsCredential, !isProvedByOwner else {
      return false
    }
    switch situation.caller {
    case .anybody, .bearer:
      let taken = furtherLosses.subtracting([.listing, .ownSession, .profile])
      return !taken.isEmpty || after.unverifies && !before.unverifies
    case .addressee, .formerAddressee, .signedIn, .administrator: return false
    }
  }

  /// Whether the answer newly cancels the mailed codes with which the owner can undo a change of the address.
  ///
  /// A proof of the current address does not help the owner, because after a thief changes the address, only the thief
  /// can prove it.
  private var losesUndo: Bool {
    guard situation.caller != .administrator, situation.stakes.haveUndo, after.makes == nil,
      !after.losses.contains(.account)
    else { return false }
    return furtherLosses.contains(.pending)
  }

  /// Whether the answer no longer marks a proved address as verified, or newly removes the mark.
  ///
  /// Without the mark, a later attempt of somebody else can remove the owner's methods or second factors.
  private var losesMark: Bool {
    guard situation.caller != .administrator, situation.stakes.dependOnMark else { return false }
    if before.verifies, !after.verifies { return old.isProof || situation.caller.isMailed }
    return after.unverifies && !before.unverifies && after.addresses.isEmpty
  }

  /// Whether the answer stores a method that no longer proves its address, so that a thief in a session can remove the
  /// method.
  private var losesProof: Bool {
    situation.stakes.dependOnProof && old.isProof && !new.isProof
      && (after.ways.contains(.method) || after.refreshes)
  }

  /// Whether the answer newly ends the caller's session, which may be the caller's only way into the account.
  private var losesOnlySession: Bool {
    guard situation.stakes.haveSessionsAlone, !after.losses.contains(.account) else { return false }
    switch situation.caller {
    case .signedIn:
      return !situation.isSignedOut && !holdsCredential && furtherLosses.contains(.ownSession)
        && after.ways.isEmpty
    // The session may belong to another account than the attempt, and the caller may have no other way into that
    // account.
    case .anybody, .bearer, .addressee, .formerAddressee: return after.signsOut && !before.signsOut
    case .administrator: return false
    }
  }

  /// Whether the client newly sees an error although the attempt is allowed.
  private var hidesSuccess: Bool {
    old.reply.shown == nil && new.reply.refusal == nil && new.reply.shown != nil
  }

  /// Whether the client newly sees an error although the answer gives a session or a password.
  private var hidesEntry: Bool {
    hidesSuccess && (after.ways.contains(.session) || after.ways.contains(.password))
  }

  /// Whether the client newly sees an error although the attempt writes something.
  private var hidesDeed: Bool {
    guard hidesSuccess, !hidesEntry, !new.writes.isEmpty else { return false }
    return !situation.duties.areMail || !new.writes.allSatisfy { $0.isMessage }
  }

  /// Whether the client newly sees an allowed attempt although the attempt is refused.
  ///
  /// An action that only mails a code may hide whether it sent the mail, because the recipient learns the truth.
  private var hidesRefusal: Bool {
    guard old.reply.refusal != nil, new.reply.refusal != nil else { return false }
    return old.reply.shown != nil && new.reply.shown == nil && !situation.duties.areMail
  }

  /// Whether the policy stops mailing a code with which holders sign in or recover a stolen
  /// account.
  private var losesWayBack: Bool {
    before.codes.subtracting(after.codes).contains { template in
      guard case .putCode(let purpose) = template else { return false }
      // Without the mail of a requested change, the account keeps its old address. A code with a purpose that the
      // policy itself defines may open the account. A verification code opens the account if only verified accounts may
      // enter.
      guard purpose == .verify || purpose == .undo else { return purpose != .change }
      // A refused change leaves nothing to verify or to undo.
      return !onlyRefuses
    }
  }

  /// Whether the writes that both answers share are in different orders, which give different results.
  private var differInOrder: Bool {
    let (first, second) = (Set(old.writes), Set(new.writes))
    return old.writes.filter { second.contains($0) } != new.writes.filter { first.contains($0) }
  }

  /// Whether the new answer refuses with a new write, other than a notice to the owner.
  private var changesByRefusing: Bool {
    guard new.reply.refusal != nil else { return false }
    return Set(new.writes).subtracting(old.writes).contains { $0 != .tellOwner }
  }

  private var refusals: Set<ChangeKind> {
    var kinds: Set<ChangeKind> = []
    switch (old.reply.refusal != nil, new.reply.refusal != nil) {
    case (true, false): kinds.insert(.guardsLess)
    case (false, true): kinds.insert(.guardsMore)
    case (true, true), (false, false): break
    }
    switch (old.isImpossible, new.isImpossible) {
    case (true, false): kinds.insert(.excludesLess)
    case (false, true): kinds.insert(.excludesMore)
    case (true, true), (false, false): break
    }
    return kinds
  }

  /// The kinds of change that concern entry into accounts, such as `reaches-more`.
  private var entries: Set<ChangeKind> {
    var kinds: Set<ChangeKind> = []
    switch (before.makes, after.makes) {
    case (nil, nil):
      if !after.ways(beyond: before).isEmpty {
        kinds.insert(.reachesMore)
      }
      if !before.ways.subtracting(after.ways).isEmpty {
        kinds.insert(.reachesLess)
      }
      if locksOut {
        kinds.insert(.locksOut)
      }
      if before.ways.contains(.session), after.ways.contains(.session),
        before.opens != after.opens || before.renews != after.renews
      {
        kinds.insert(.reissues)
      }
      // The new session counts as recent although the caller proved nothing.
      if after.opens, !before.opens, !before.ways.isEmpty, situation.caller == .signedIn,
        !holdsCredential, !new.isProof
      {
        kinds.insert(.guardsLess)
      }
    case (nil, _?):
      kinds.insert(situation.isThere ? .splits : .createsMore)
      if !before.ways.isEmpty {
        kinds.insert(.reachesLess)
      }
      if locksOut {
        kinds.insert(.locksOut)
      }
    case (_?, nil):
      kinds.insert(.createsLess)
      if !after.ways.isEmpty {
        kinds.insert(.reachesMore)
      }
    case (let made?, let makes?):
      if made != makes {
        kinds.insert(.movesAddress)
      }
      if !after.ways.subtracting(before.ways).isEmpty {
        kinds.insert(.reachesMore)
      }
      if !before.ways.subtracting(after.ways).isEmpty {
        kinds.insert(.reachesLess)
      }
    }
    return kinds
  }

  /// Whether the new answer locks out a holder whom the old answer let into the account.
  private var locksOut: Bool {
    // A caller who gets a session without a new account enters an existing account.
    let isLost =
      before.ways.contains(.session) && (after.makes != nil || !after.ways.contains(.session))
    switch situation.caller {
    case .anybody, .bearer: return isLost && isOwner
    case .addressee:
      // A holder who forgot the password can no longer set a new one.
      return isLost || before.ways.contains(.password) && !after.ways.contains(.password)
    case .formerAddressee:
      // The owner can no longer undo a thief's change of the address.
      return isLost || before.ways.contains(.password) && !after.ways.contains(.password)
        || !before.addresses.isSubset(of: after.addresses)
    // If the purpose of the attempt is not a session, the caller's existing session stays open.
    case .signedIn: return isLost && before.ways == [.session] && before.losses.isEmpty
    case .administrator: return false
    }
  }

  /// The kinds of change that concern the reply to the caller, such as `tells-more`.
  private var replies: Set<ChangeKind> {
    var kinds: Set<ChangeKind> = []
    if !Set(new.reply.tell).isSubset(of: old.reply.tell) {
      kinds.insert(.tellsMore)
    }
    if !Set(old.reply.tell).isSubset(of: new.reply.tell) {
      kinds.insert(.tellsLess)
    }
    let shown = Sides(old: old.shown, new: new.shown)
    if shown.old != shown.new {
      // A caller who enters the account can see the account's content anyway.
      if situation.telling.more, !shown.new.isIn {
        kinds.insert(.tellsMore)
      }
      if situation.telling.less, !shown.old.isIn {
        kinds.insert(.tellsLess)
      }
    }
    // If only one policy refuses, `guards-more` or `guards-less` already covers the refusal's remedy and name.
    if (old.reply.refusal == nil) == (new.reply.refusal == nil) {
      if old.reply.ask != new.reply.ask {
        kinds.insert(.asks)
        // Rows can test the remedy behind a ticket. A ticket of this refusal now passes tests for the new remedy, and
        // fails tests for the old remedy.
        if situation.stakes.dependOnTickets, new.reply.ask != nil {
          kinds.insert(.guardsLess)
        }
        if situation.stakes.dependOnTickets, old.reply.ask != nil {
          kinds.insert(.locksOut)
        }
      }
      let isTold = kinds.contains(.tellsMore) || kinds.contains(.tellsLess)
      if old.reply.refusal != new.reply.refusal
        || old.reply.shown != new.reply.shown && !isTold
      {
        kinds.insert(.renames)
      }
    }
    if Set(old.reply.tell) == Set(new.reply.tell), old.reply.tell != new.reply.tell {
      kinds.insert(.renames)
    }
    return kinds
  }
}
