internal import LinkPolicy

/// A kind of change between two answers, named for its effect on people and their accounts.
///
/// The kinds are declared in the order of reports, the most dangerous first. Docs/Diff.md defines each one;
/// ``kinds(from:to:in:)`` finds them.
package enum ChangeKind: String, Sendable, CaseIterable {
  /// An attempt enters an existing account that it did not enter, or gets another way into it.
  case reachesMore = "reaches-more"
  /// An address becomes verified, or a method newly counts as proof of it.
  case provesMore = "proves-more"
  /// The address of an account changes, no longer changes, or changes to another value.
  case movesAddress = "moves-address"
  /// An identifier of an account changes, no longer changes, or changes to another value.
  case movesIdentifier = "moves-identifier"
  /// Less is taken from an account: methods, factors, sessions, pending changes, the account.
  case dropsLess = "drops-less"
  /// The new policy allows an attempt that the old one refused.
  case guardsLess = "guards-less"
  /// An answer reveals more about an account, directly or by comparison with other answers.
  case tellsMore = "tells-more"
  /// A second account is created for an attempt that identifies an existing one.
  case splits
  /// An account is opened under an address that nobody proved, which no provider could do before.
  case squats
  /// A holder who could enter an account is now locked out.
  case locksOut = "locks-out"
  /// A label is added to an account or method, or is no longer added.
  case relabels
  /// The new policy mails a code that the old one did not.
  case mailsMore = "mails-more"
  /// The owner no longer learns of the attempt.
  case notifiesLess = "notifies-less"
  /// An invariant is no longer stated.
  case assuresLess = "assures-less"
  /// A declaration changes in a way that affects no cell of a table.
  case declares
  /// The answers differ in a way that no other kind covers.
  case unclassified
  /// An attempt is still allowed but no longer performs the purpose of its action.
  case doesLess = "does-less"
  /// A digest is no longer pinned: a text can change its meaning without notice.
  case unpins
  /// An attempt no longer enters an existing account.
  case reachesLess = "reaches-less"
  /// An address is no longer verified, or a method no longer counts as proof of it.
  case provesLess = "proves-less"
  /// More is taken from an account.
  case dropsMore = "drops-more"
  /// The new policy refuses an attempt that the old one allowed.
  case guardsMore = "guards-more"
  /// The answer reveals less about an account than before.
  case tellsLess = "tells-less"
  /// A new provider without trust signs in to the accounts that it opens, and to no others.
  case offers
  /// A new account is created for an attempt that neither found nor created one.
  case createsMore = "creates-more"
  /// An attempt no longer creates an account.
  case createsLess = "creates-less"
  /// A code is no longer mailed.
  case mailsLess = "mails-less"
  /// The owner is newly notified.
  case notifiesMore = "notifies-more"
  /// An invariant is newly stated.
  case assuresMore = "assures-more"
  /// The new policy declares a combination impossible.
  case excludesMore = "excludes-more"
  /// The new policy no longer declares a combination impossible.
  case excludesLess = "excludes-less"
  /// Blank values of a profile are filled, or are no longer filled.
  case fills
  /// The stored data of an existing method is renewed, or is no longer renewed.
  case refreshes
  /// A session is opened instead of renewed, or the reverse.
  case reissues
  /// A refusal asks the person for a different remedy.
  case asks
  /// Only names differ.
  case renames
  /// An unused declaration changes.
  case idles
  /// A digest is newly pinned, or another one is pinned.
  case pins
  /// No sequence from the empty store reaches the difference, as a proof shows.
  ///
  /// Added to the other kinds.
  case unreachable

  /// The importance of a change for a review.
  package enum Severity: Sendable {
    /// The change can harm the owner of an account, or its harm is unknown.
    case danger
    /// The change harms nobody by itself, but a person must confirm that it is intended.
    case review
    /// The change harms nobody.
    case harmless
  }

  /// The importance of this kind for a review.
  package var severity: Severity {
    switch self {
    case .reachesMore, .provesMore, .movesAddress, .movesIdentifier, .dropsLess, .guardsLess,
      .tellsMore, .splits,
      .squats,
      .locksOut, .relabels, .mailsMore, .notifiesLess, .assuresLess, .declares, .unclassified:
      .danger
    case .doesLess, .unpins: .review
    case .reachesLess, .provesLess, .dropsMore, .guardsMore, .tellsLess, .offers, .createsMore,
      .createsLess, .mailsLess, .notifiesMore, .assuresMore, .excludesMore, .excludesLess, .fills,
      .refreshes, .reissues, .asks, .renames, .idles, .pins, .unreachable:
      .harmless
    }
  }

  /// Whether a change of this kind can harm somebody.
  package var isDanger: Bool { severity == .danger }

  /// Returns the kinds of a set in the order of declaration.
  package static func ordered(_ kinds: Set<ChangeKind>) -> [ChangeKind] {
    allCases.filter { kinds.contains($0) }
  }

  /// Returns the rank of a change: the index of its worst kind, with unreachable changes last.
  package static func rank(_ kinds: [ChangeKind]) -> Int {
    let order = allCases
    let worst = kinds.compactMap { order.firstIndex(of: $0) }.min() ?? order.count
    return kinds.contains(.unreachable) ? order.count + worst : worst
  }

  /// Returns the sorted indices of some kinds, by which two changes can be compared.
  ///
  /// The change whose worst kind is more dangerous comes first. If both have the same worst kind, the next kinds
  /// are compared, and so on. If one change then has further kinds, it comes first.
  package static func ranks(_ kinds: [ChangeKind]) -> [Int] {
    let order = allCases
    return kinds.compactMap { order.firstIndex(of: $0) }.sorted() + [order.count]
  }
}

extension ChangeKind {
  /// Returns the kinds of change between two answers in a cell, the most dangerous first; empty if their meaning is the same.
  ///
  /// The writes, refusals and replies of the two answers determine the kinds. A difference of no other kind is
  /// ``unclassified``, so that none goes unreported.
  package static func kinds(
    from old: AnswerMeaning, to new: AnswerMeaning, in situation: ChangeSituation
  ) -> [ChangeKind] {
    var (old, new) = (old, new)
    old.source = nil
    new.source = nil
    guard old != new else { return [] }
    var found: Set<ChangeKind> = []
    for holds in situation.holdsCredential.map({ [$0] }) ?? [true, false] {
      let comparison = AnswerChange(from: old, to: new, in: situation, holdsCredential: holds)
      found.formUnion(comparison.kinds)
    }
    return ordered(found.isEmpty ? [.unclassified] : found)
  }
}

/// Two answers in one cell.
private struct AnswerChange {
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

  /// Whether the new answer only refuses an attempt that was allowed.
  ///
  /// The missing writes then follow from the refusal and are not reported, unless the refusal is
  /// shown as a success.
  private var onlyRefuses: Bool {
    old.reply.refusal == nil && new.reply.refusal != nil && new.writes.isEmpty && !doesLess
  }

  /// The purposes of an attempt that is now refused and has no remedy, so that they stay undone.
  ///
  /// The caller is signed in or an administrator, or reads the mail of the account.
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

  /// Whether the client sees an allowed attempt although the new answer no longer performs the
  /// purpose of the action.
  private var doesLess: Bool {
    guard old.reply.refusal == nil, new.reply.shown == nil else { return false }
    return !situation.duties.lost(from: old.writes, to: new.writes).isEmpty
  }

  /// Whether the caller proves, in a way that the old policy also accepted, to own the account's
  /// address.
  private var isProvedByOwner: Bool {
    // Mail reaches the owner of the address under any policy.
    new.isProof && (situation.caller.isMailed || situation.believes?.old ?? true)
  }

  /// Whether the caller proves to own the account, by its credential or by an assertion of its
  /// address that both policies accept as proof.
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
    // A thief stays in an account whose sessions nobody can end, or which nobody can disable.
    let goesOn = !onlyRefuses || undone.contains { $0.isProtection }
    add(.provesMore, after.verifies && !before.verifies || new.isProof && !old.isProof)
    add(.provesMore, goesOn && before.unverifies && !after.unverifies)
    // A method that is not renewed still counts as proof of its address, which the provider may no
    // longer confirm.
    add(.provesMore, goesOn && before.refreshes && !after.refreshes && !old.isProof)
    add(.provesLess, before.verifies && !after.verifies || old.isProof && !new.isProof)
    add(.provesLess, after.unverifies && !before.unverifies)
    add(.movesAddress, !after.addresses.isSubset(of: before.addresses))
    add(.movesAddress, goesOn && !before.addresses.isSubset(of: after.addresses))
    add(.movesAddress, furtherLosses.contains(.address))
    add(.movesIdentifier, !after.identifiers.isSubset(of: before.identifiers))
    add(.movesIdentifier, goesOn && !before.identifiers.isSubset(of: after.identifiers))
    // If the answer creates another account instead, the existing account keeps everything.
    add(
      .dropsLess,
      goesOn && after.makes == nil && !before.losses.subtracting(after.losses).isEmpty)
    add(.dropsMore, !furtherLosses.isEmpty)
    add(.locksOut, takesFromHolders || takesByNameAlone)
    // An attacker who has another method of the account can then enter without the second factor.
    add(
      .guardsLess, after.makes == nil && !furtherLosses.isDisjoint(with: [.factors, .oneFactor]))
    // Whoever enrolls a factor without the owner locks the owner out; without it, the account is guarded less.
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

  /// Returns the kinds, without the ones that only reflect that the old policy did not declare the provider.
  ///
  /// Under the old policy, no account has a credential of the provider. A holder's sign-in therefore enters only an
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

  /// Whether a caller who may not be the holder removes the holder's way into the account.
  private var takesFromHolders: Bool {
    // An administrator decides about an account, but an action that newly takes ways into it surprises everybody.
    guard situation.caller != .administrator else {
      return !furtherLosses.isDisjoint(with: [.account, .address, .password])
        || furtherLosses.subtracting(.named).hasMethods
    }
    // Under the old policy, no caller of this attempt lost the account or its address.
    if !furtherLosses.isDisjoint(with: [.account, .address]) { return true }
    if new.reply.refusal != nil, !furtherLosses.isEmpty { return true }
    // A caller who proves the address may remove unproven methods, and a caller in a session may
    // remove a method by name. A proof that only the new policy accepts does not count against
    // holders under the old policy.
    guard !isProvedByOwner else { return false }
    let isIn = situation.caller == .signedIn && !situation.isSignedOut
    guard isIn else { return furtherLosses.hasMethods }
    // A method that is not listed cannot be removed, and its holder cannot see that another took its place.
    return furtherLosses.subtracting(.named).hasMethods || furtherLosses.contains(.listing)
  }

  /// Whether a caller who does not prove to own the account removes something from it, or makes its
  /// address unverified.
  ///
  /// Such a caller only names the account's address, or presents a credential that the account does
  /// not have.
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

  /// Whether the answer newly makes the owner's mails useless that take a change of the address back.
  ///
  /// A proof of the current address does not help, because after the change that address is the thief's.
  private var losesUndo: Bool {
    guard situation.caller != .administrator, situation.stakes.haveUndo, after.makes == nil,
      !after.losses.contains(.account)
    else { return false }
    return furtherLosses.contains(.pending)
  }

  /// Whether an address that the old policy took as proved is no longer marked as verified, or loses its mark.
  ///
  /// Somebody else who opens the account's door later takes the owner's methods or second factors.
  private var losesMark: Bool {
    guard situation.caller != .administrator, situation.stakes.dependOnMark else { return false }
    if before.verifies, !after.verifies { return old.isProof || situation.caller.isMailed }
    return after.unverifies && !before.unverifies && after.addresses.isEmpty
  }

  /// Whether the answer stores a method that no longer counts as proof of its address, while the policy lets a thief in
  /// a session remove such methods.
  private var losesProof: Bool {
    situation.stakes.dependOnProof && old.isProof && !new.isProof
      && (after.ways.contains(.method) || after.refreshes)
  }

  /// Whether the caller's own session newly ends, and the caller may have no other way into its account.
  private var losesOnlySession: Bool {
    guard situation.stakes.haveSessionsAlone, !after.losses.contains(.account) else { return false }
    switch situation.caller {
    case .signedIn:
      return !situation.isSignedOut && !holdsCredential && furtherLosses.contains(.ownSession)
        && after.ways.isEmpty
    // A way into the account that the attempt points to need not be one into the account of the session.
    case .anybody, .bearer, .addressee, .formerAddressee: return after.signsOut && !before.signsOut
    case .administrator: return false
    }
  }

  /// Whether the client newly sees an error although the attempt is allowed.
  private var hidesSuccess: Bool {
    old.reply.shown == nil && new.reply.refusal == nil && new.reply.shown != nil
  }

  /// Whether the client newly sees an error instead of its session or password.
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
  /// Policies usually hide whether they sent mail, to protect the address; the recipient learns the truth.
  private var hidesRefusal: Bool {
    guard old.reply.refusal != nil, new.reply.refusal != nil else { return false }
    return old.reply.shown != nil && new.reply.shown == nil && !situation.duties.areMail
  }

  /// Whether the policy stops mailing a code with which holders sign in or recover a stolen
  /// account.
  private var losesWayBack: Bool {
    before.codes.subtracting(after.codes).contains { template in
      guard case .putCode(let purpose) = template else { return false }
      // Without the mail of a requested change, the account keeps its old address. A purpose that
      // the policy defines may be a way in. Verification is a way in if only verified accounts may
      // enter.
      guard purpose == .verify || purpose == .undo else { return purpose != .change }
      // A refused change leaves nothing to verify or to undo.
      return !onlyRefuses
    }
  }

  /// Whether both answers have the same writes in different orders with different results.
  private var differInOrder: Bool {
    let (first, second) = (Set(old.writes), Set(new.writes))
    return old.writes.filter { second.contains($0) } != new.writes.filter { first.contains($0) }
  }

  /// Whether a refusal has a new write other than a notice to the owner.
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

  /// The changes of entry into accounts.
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

  /// Whether a holder of the account could enter it and no longer can.
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
      // The owner can no longer take a thief's change of the address back.
      return isLost || before.ways.contains(.password) && !after.ways.contains(.password)
        || !before.addresses.isSubset(of: after.addresses)
    // If the attempt has another purpose than a session, the caller's existing session stays open.
    case .signedIn: return isLost && before.ways == [.session] && before.losses.isEmpty
    case .administrator: return false
    }
  }

  /// The changes of the reply to the caller.
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
      // A caller who enters the account can see its content anyway.
      if situation.telling.more, !shown.new.isIn {
        kinds.insert(.tellsMore)
      }
      if situation.telling.less, !shown.old.isIn {
        kinds.insert(.tellsLess)
      }
    }
    // The remedy and the name belong to the refusal and change with it.
    if (old.reply.refusal == nil) == (new.reply.refusal == nil) {
      if old.reply.ask != new.reply.ask {
        kinds.insert(.asks)
        // The refusal's ticket meets conditions that it did not meet, or no longer meets those of a remedy.
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
