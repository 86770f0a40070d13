internal import LinkPolicy

extension ChangeKind {
  /// What became of an answer in a cell, the most dangerous first; empty where it means the same.
  ///
  /// Each kind is defined by what the answers write, refuse and show. Where none applies and the answers differ, that is
  /// ``unclassified``: nothing passes because nobody thought of it.
  package static func kinds(
    from old: AnswerMeaning, to new: AnswerMeaning, in situation: ChangeSituation
  ) -> [ChangeKind] {
    var (old, new) = (old, new)
    old.source = nil
    new.source = nil
    guard old != new else { return [] }
    var found: Set<ChangeKind> = []
    for holds in situation.holdsCredential.map({ [$0] }) ?? [true, false] {
      let comparison = AnswerChange(old, new, situation, holdsCredential: holds)
      found.formUnion(comparison.kinds)
    }
    return ordered(found.isEmpty ? [.unclassified] : found)
  }
}

/// Two answers of one cell side by side.
private struct AnswerChange {
  private let old: AnswerMeaning
  private let new: AnswerMeaning
  private let situation: ChangeSituation
  private let holdsCredential: Bool
  private let before: AnswerDeeds
  private let after: AnswerDeeds

  init(
    _ old: AnswerMeaning, _ new: AnswerMeaning, _ situation: ChangeSituation,
    holdsCredential: Bool
  ) {
    self.old = old
    self.new = new
    self.situation = situation
    self.holdsCredential = holdsCredential
    before = AnswerDeeds(old, holdsCredential: holdsCredential)
    after = AnswerDeeds(new, holdsCredential: holdsCredential)
  }

  /// Whether the new answer does nothing but refuse where the old one did not: what is not done then is no deed, unless the
  /// caller takes the attempt for done.
  private var onlyRefuses: Bool {
    old.reply.refusal == nil && new.reply.refusal != nil && new.writes.isEmpty && !doesLess
  }

  /// Whether the old answer did what the action is for, and the new one does not and is shown as allowed all the same.
  private var doesLess: Bool {
    guard old.reply.refusal == nil, new.reply.shown == nil else { return false }
    return !situation.duties.lost(from: old.writes, to: new.writes).isEmpty
  }

  /// Whether the caller is the owner by proof of the account's address, which the old policy took for proof as well.
  private var isProvedByOwner: Bool {
    // Mail reaches the owner of the address, whatever a policy believes.
    new.isProof && (situation.caller == .addressee || situation.believes?.old ?? true)
  }

  /// Whether the caller shows that the account is his: by a credential that it has, or by an assertion of its address that
  /// both policies take for proof.
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
    let goesOn = !onlyRefuses
    add(.provesMore, after.verifies && !before.verifies || new.isProof && !old.isProof)
    add(.provesMore, goesOn && before.unverifies && !after.unverifies)
    // What is not renewed goes on counting as proof of an address that its provider may not vouch for any more.
    add(.provesMore, goesOn && before.refreshes && !after.refreshes && !old.isProof)
    add(.provesLess, before.verifies && !after.verifies || old.isProof && !new.isProof)
    add(.provesLess, after.unverifies && !before.unverifies)
    add(.movesAddress, !after.addresses.isSubset(of: before.addresses))
    add(.movesAddress, goesOn && !before.addresses.isSubset(of: after.addresses))
    add(.movesAddress, furtherLosses.contains(.address))
    // Where another account is made instead, this one keeps what it has.
    add(
      .dropsLess,
      goesOn && after.makes == nil && !before.losses.subtracting(after.losses).isEmpty)
    add(.dropsMore, !furtherLosses.isEmpty)
    add(.locksOut, takesFromHolders || takesByNameAlone)
    // Whoever comes by the rest gets in without the second factor then.
    add(.guardsLess, after.makes == nil && furtherLosses.contains(.factors))
    add(.locksOut, situation.isThere && losesWayBack)
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
    add(.doesLess, doesLess)
    add(.unclassified, differInOrder || changesByRefusing)
    return kinds
  }

  private var furtherLosses: Losses { after.losses.subtracting(before.losses) }

  /// Whether somebody takes from an account what its holder comes in by, without having shown to be that holder.
  private var takesFromHolders: Bool {
    guard situation.caller != .administrator else { return false }
    // Nobody has asked for that before, whoever he is.
    if !furtherLosses.isDisjoint(with: [.account, .address]) { return true }
    if new.reply.refusal != nil, !furtherLosses.isEmpty { return true }
    // Whoever proves the address may take over what has not, and who is in may take away a method that he names. A proof
    // that only the new policy believes is a stranger's word to those who came in by the old one.
    guard !isProvedByOwner else { return false }
    let isIn = situation.caller == .signedIn
    return (isIn ? furtherLosses.subtracting(.named) : furtherLosses).hasMethods
  }

  /// Whether something is taken from an account, or no longer counts there, at the word of somebody who has shown nothing of
  /// it: he names its address, or brings a credential that it does not have.
  private var takesByNameAlone: Bool {
    guard situation.isThere, after.makes == nil, !holdsCredential, !isProvedByOwner else {
      return false
    }
    switch situation.caller {
    case .anybody, .bearer:
      let taken = furtherLosses.subtracting([.listing, .ownSession, .profile])
      return !taken.isEmpty || after.unverifies && !before.unverifies
    case .addressee, .signedIn, .administrator: return false
    }
  }

  /// Whether a code is no longer mailed by which people come in, or come back after a thief.
  private var losesWayBack: Bool {
    before.codes.subtracting(after.codes).contains { template in
      guard case .putCode(let purpose) = template else { return false }
      // Whoever is not told of a change that he asked for stays as he is. Of a policy's own purposes nobody knows that, and
      // where only verified accounts are let in one comes in by verifying.
      guard purpose == .verify || purpose == .undo else { return purpose != .change }
      // What is refused leaves nothing to verify or to take back.
      return !onlyRefuses
    }
  }

  /// Whether what both write is written in another order, which comes to something else, whatever else is written too.
  private var differInOrder: Bool {
    let (first, second) = (Set(old.writes), Set(new.writes))
    return old.writes.filter { second.contains($0) } != new.writes.filter { first.contains($0) }
  }

  /// Whether a refusal writes what it did not, but for telling the owner.
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

  /// What becomes of who gets into which account.
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
      // A session that is opened is a recent one, whatever the caller has shown.
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

  /// Whether somebody who holds the account got into it, and no longer does.
  private var locksOut: Bool {
    // Whoever is let in without making an account is let into one that was there.
    let isLost =
      before.ways.contains(.session) && (after.makes != nil || !after.ways.contains(.session))
    switch situation.caller {
    case .anybody, .bearer: return isLost && isOwner
    case .addressee:
      // Who forgot his password comes in by a new one.
      return isLost || before.ways.contains(.password) && !after.ways.contains(.password)
    // Where the session is not what the attempt is about, it goes on without it.
    case .signedIn: return isLost && before.ways == [.session] && before.losses.isEmpty
    case .administrator: return false
    }
  }

  /// What becomes of what the caller is told.
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
      // Who is in the account sees what there is.
      if situation.telling.more, !shown.new.isIn {
        kinds.insert(.tellsMore)
      }
      if situation.telling.less, !shown.old.isIn {
        kinds.insert(.tellsLess)
      }
    }
    // What a refusal asked for and was called goes with it.
    if (old.reply.refusal == nil) == (new.reply.refusal == nil) {
      if old.reply.ask != new.reply.ask {
        kinds.insert(.asks)
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
