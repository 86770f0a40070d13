internal import LinkPolicy

/// A kind of change between two answers, named for its effect on people and their accounts.
///
/// Reports list the kinds in the order of declaration, the most dangerous first. Docs/Diff.md defines each kind, and
/// ``kinds(from:to:in:)`` finds the kinds of a change.
package enum ChangeKind: String, Sendable, CaseIterable {
  /// An attempt enters an existing account that it did not enter before, or gains another way into the account.
  case reachesMore = "reaches-more"
  /// An address becomes verified, or a method newly counts as proof of its address.
  case provesMore = "proves-more"
  /// An answer newly changes the address of an account, no longer changes the address, or sets another address.
  case movesAddress = "moves-address"
  /// An answer newly changes an identifier of an account, no longer changes the identifier, or sets another value.
  case movesIdentifier = "moves-identifier"
  /// The answer removes fewer methods, factors, sessions or pending changes, or no longer deletes the account.
  case dropsLess = "drops-less"
  /// The new policy allows an attempt that the old policy refused.
  case guardsLess = "guards-less"
  /// An answer reveals more about an account, either directly or by comparison with other answers.
  case tellsMore = "tells-more"
  /// An attempt that identifies an existing account creates a second account.
  case splits
  /// Somebody opens an account under an address that nobody proved, through a provider that could not open such
  /// accounts before.
  case squats
  /// A holder who could enter an account is now locked out.
  case locksOut = "locks-out"
  /// An answer newly adds a label to an account or method, or no longer adds the label.
  case relabels
  /// The new policy mails a code that the old policy did not mail.
  case mailsMore = "mails-more"
  /// The account's owner no longer gets a notice of the attempt, and so may miss an attack.
  case notifiesLess = "notifies-less"
  /// The new policy no longer states an invariant.
  case assuresLess = "assures-less"
  /// A declaration changes without an effect on the cells of any table.
  case declares
  /// The answers differ in a way that no other kind covers.
  case unclassified
  /// An allowed attempt no longer performs the purpose of its action, such as storing a method.
  case doesLess = "does-less"
  /// The policy no longer pins its own digest or the digest of its base, so that an edit can go unnoticed.
  case unpins
  /// An attempt no longer enters an existing account.
  case reachesLess = "reaches-less"
  /// An address is no longer verified, or a method no longer counts as proof of its address.
  case provesLess = "proves-less"
  /// The answer removes more from an account, such as a method that it kept before.
  case dropsMore = "drops-more"
  /// The new policy refuses an attempt that the old policy allowed.
  case guardsMore = "guards-more"
  /// The answer reveals less about an account than before.
  case tellsLess = "tells-less"
  /// A new provider opens new accounts and enters no others.
  case offers
  /// An attempt that neither found nor created an account now creates an account.
  case createsMore = "creates-more"
  /// An attempt no longer creates an account.
  case createsLess = "creates-less"
  /// The new policy no longer mails a code.
  case mailsLess = "mails-less"
  /// The account's owner newly gets a notice of the attempt.
  case notifiesMore = "notifies-more"
  /// The new policy states an additional invariant.
  case assuresMore = "assures-more"
  /// The new policy declares a combination of facts impossible, and refuses attempts with this combination.
  case excludesMore = "excludes-more"
  /// The new policy no longer declares a combination of facts impossible.
  case excludesLess = "excludes-less"
  /// The answer newly fills blank values of a profile, or no longer fills them.
  case fills
  /// The answer newly renews the stored data of an existing method, or no longer renews the data.
  case refreshes
  /// The answer opens a session instead of renewing one, or renews a session instead of opening one.
  case reissues
  /// A refusal asks the person for a different remedy, such as `reauthentication`.
  case asks
  /// Only names differ, such as the name of an error.
  case renames
  /// A declaration changes, but no decision depends on the change.
  case idles
  /// The policy newly pins a digest, or pins a different digest.
  case pins
  /// A proof shows that no sequence of attempts from the empty store reaches the difference.
  ///
  /// A change has this kind only in addition to other kinds.
  case unreachable

  /// The importance of a change for a review.
  package enum Severity: Sendable {
    /// The change can harm the owner of an account, or its harm is unknown.
    case danger
    /// The change harms nobody by itself, but a person must confirm that it is intended.
    case review
    /// The change harms nobody, so the usual gate lets it pass.
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

  /// Returns the kinds of a set in the order of declaration, so that reports list the worst kind first.
  package static func ordered(_ kinds: Set<ChangeKind>) -> [ChangeKind] {
    allCases.filter { kinds.contains($0) }
  }

  /// Returns the rank of a change: the index of its worst kind, with unreachable changes last.
  package static func rank(_ kinds: [ChangeKind]) -> Int {
    let order = allCases
    let worst = kinds.compactMap { order.firstIndex(of: $0) }.min() ?? order.count
    return kinds.contains(.unreachable) ? order.count + worst : worst
  }

  /// Returns the sorted indices of a change's kinds, for comparison with another change.
  ///
  /// The change with the more dangerous worst kind comes first. If the worst kinds are equal, the next kinds decide,
  /// and so on. If one list of kinds is the beginning of the other list, the longer list comes first.
  package static func ranks(_ kinds: [ChangeKind]) -> [Int] {
    let order = allCases
    return kinds.compactMap { order.firstIndex(of: $0) }.sorted() + [order.count]
  }
}

extension ChangeKind {
  /// Returns the kinds of change between two answers in a cell, the most dangerous first; empty if both answers mean
  /// the same.
  ///
  /// The writes, refusals and replies of the two answers determine the kinds. A difference without another kind is
  /// ``unclassified``, so that the report omits no difference.
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
