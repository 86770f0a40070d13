/// What a changed answer does to people and their accounts.
///
/// The kinds are declared in the order in which reports list them, the most dangerous first. What each one means, and
/// from what it follows, is told in Docs/Diff.md; ``kinds(from:to:in:)`` finds them.
package enum ChangeKind: String, Sendable, CaseIterable {
  /// An attempt enters an existing account that it did not enter, or by a way that it did not have.
  case reachesMore = "reaches-more"
  /// An address becomes verified, or a method counts as proof of it, where neither was so.
  case provesMore = "proves-more"
  /// The address of an account becomes another than it did.
  case movesAddress = "moves-address"
  /// Less is taken from an account: methods, factors, sessions, pending changes, the account.
  case dropsLess = "drops-less"
  /// What was refused no longer is.
  case guardsLess = "guards-less"
  /// More is told of an account, or can be told from another answer.
  case tellsMore = "tells-more"
  /// A second account is made where there was one.
  case splits
  /// A holder who got into an account no longer does.
  case locksOut = "locks-out"
  /// A label is put on an account or method that was not, or no longer is.
  case relabels
  /// A code is mailed that was not.
  case mailsMore = "mails-more"
  /// The owner is no longer told.
  case notifiesLess = "notifies-less"
  /// Something that must never happen is no longer stated.
  case assuresLess = "assures-less"
  /// Something is declared otherwise that no cell shows.
  case declares
  /// The answers differ in a way that no other kind is for.
  case unclassified
  /// An attempt is still allowed, and no longer does what its action is for.
  case doesLess = "does-less"
  /// A digest is no longer pinned: a text can change its meaning without notice.
  case unpins
  /// An attempt no longer enters an existing account.
  case reachesLess = "reaches-less"
  /// An address is no longer verified, or a method no longer counts as proof of it.
  case provesLess = "proves-less"
  /// More is taken from an account.
  case dropsMore = "drops-more"
  /// What was not refused is now.
  case guardsMore = "guards-more"
  /// Less is told of an account.
  case tellsLess = "tells-less"
  /// An account is made where there was none and none was made.
  case createsMore = "creates-more"
  /// No account is made any more.
  case createsLess = "creates-less"
  /// A code is no longer mailed.
  case mailsLess = "mails-less"
  /// The owner is told, and was not.
  case notifiesMore = "notifies-more"
  /// Something that must never happen is stated.
  case assuresMore = "assures-more"
  /// A combination is declared impossible that was not.
  case excludesMore = "excludes-more"
  /// A combination is no longer declared impossible.
  case excludesLess = "excludes-less"
  /// Blanks of a profile are filled where they were not, or no longer are.
  case fills
  /// What is stored of a method that the account has is renewed, or no longer is.
  case refreshes
  /// A session is opened where the caller's own was renewed, or the reverse.
  case reissues
  /// Another remedy is asked for.
  case asks
  /// Only names differ.
  case renames
  /// Something is declared otherwise that nothing goes by.
  case idles
  /// A digest is pinned that was not, or another one is.
  case pins
  /// Proved to be out of reach from an empty store; said beside the other kinds.
  case unreachable

  /// How much a change of some kind matters to a review.
  package enum Severity: Sendable {
    /// It can harm the owner of an account, or it is unknown whether it can.
    case danger
    /// It harms nobody by itself, and somebody must confirm that it is meant.
    case review
    /// It harms nobody.
    case harmless
  }

  /// How much a change of this kind matters.
  package var severity: Severity {
    switch self {
    case .reachesMore, .provesMore, .movesAddress, .dropsLess, .guardsLess, .tellsMore, .splits,
      .locksOut, .relabels, .mailsMore, .notifiesLess, .assuresLess, .declares, .unclassified:
      .danger
    case .doesLess, .unpins: .review
    case .reachesLess, .provesLess, .dropsMore, .guardsMore, .tellsLess, .createsMore,
      .createsLess, .mailsLess, .notifiesMore, .assuresMore, .excludesMore, .excludesLess, .fills,
      .refreshes, .reissues, .asks, .renames, .idles, .pins, .unreachable:
      .harmless
    }
  }

  /// Whether a change of this kind can harm somebody.
  package var isDanger: Bool { severity == .danger }

  /// The kinds of a set in their order.
  package static func ordered(_ kinds: Set<ChangeKind>) -> [ChangeKind] {
    allCases.filter { kinds.contains($0) }
  }

  /// The place of a change among others: by the worst that it does, what is out of reach last.
  package static func rank(_ kinds: [ChangeKind]) -> Int {
    let order = allCases
    let worst = kinds.compactMap { order.firstIndex(of: $0) }.min() ?? order.count
    return kinds.contains(.unreachable) ? order.count + worst : worst
  }
}
