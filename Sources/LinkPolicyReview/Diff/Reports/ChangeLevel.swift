internal import LinkPolicy

/// The severity of an edit, for reports that annotate lines.
enum ChangeLevel {
  /// The edit requires a review.
  case danger
  /// The edit changes some answers.
  case change
  /// The edit changes only names, or nothing that affects behavior.
  case note

  init(_ kinds: [ChangeKind]) {
    if kinds.contains(where: { $0.isDanger }) {
      self = .danger
    } else {
      self = kinds.contains { !Self.isWord($0) } ? .change : .note
    }
  }

  private static func isWord(_ kind: ChangeKind) -> Bool {
    switch kind {
    case .renames, .idles, .pins, .asks, .fills, .refreshes, .reissues, .assuresMore, .unreachable:
      true
    case .reachesMore, .provesMore, .movesAddress, .dropsLess, .guardsLess, .tellsMore, .splits, .squats,
      .locksOut, .relabels, .mailsMore, .notifiesLess, .assuresLess, .declares, .unclassified,
      .doesLess, .unpins,
      .reachesLess, .provesLess, .dropsMore, .guardsMore, .tellsLess, .offers, .createsMore, .createsLess,
      .mailsLess, .notifiesMore, .excludesMore, .excludesLess:
      false
    }
  }
}

extension ChangeKind {
  /// A one-sentence description of the kind.
  package var meaning: String {
    switch self {
    case .reachesMore:
      "An attempt enters an existing account that it did not enter, or by a further way."
    case .provesMore: "An address becomes verified, or counts as proved, where it did not."
    case .movesAddress: "The address of an account becomes another than it did."
    case .dropsLess: "Less is taken from an account."
    case .guardsLess: "An attempt that was refused no longer is."
    case .tellsMore: "More is disclosed about an account, or two answers become distinguishable."
    case .splits: "A second account is made where there was one."
    case .squats: "An account is opened under an address that nobody proved, for the first time."
    case .locksOut: "A holder who got into an account no longer does."
    case .relabels: "A label is put on an account or method, or no longer is."
    case .mailsMore: "A code is mailed that was not."
    case .notifiesLess: "The owner of an account is no longer notified."
    case .assuresLess: "An invariant is no longer stated."
    case .declares: "A declaration changes in a way that no cell shows."
    case .doesLess: "An attempt is still allowed and no longer does what its action is for."
    case .unpins: "A digest is no longer pinned: a text can change its meaning without notice."
    case .unclassified: "The answers differ in a way that no other kind is for."
    case .reachesLess: "An attempt no longer enters an existing account."
    case .provesLess: "An address no longer becomes verified, or no longer counts as proved."
    case .dropsMore: "More is taken from an account."
    case .guardsMore: "An attempt that was allowed is refused."
    case .tellsLess: "Less is disclosed about an account."
    case .offers: "A new provider without trust opens accounts of its own, and enters no other."
    case .createsMore: "An account is made where there was none and none was made."
    case .createsLess: "No account is made any more."
    case .mailsLess: "A code is no longer mailed."
    case .notifiesMore: "The owner of an account is notified, and was not."
    case .assuresMore: "An invariant is stated that was not."
    case .excludesMore: "A combination is declared impossible that was not."
    case .excludesLess: "A combination is no longer declared impossible."
    case .fills: "Blanks of a profile are filled where they were not, or no longer are."
    case .refreshes: "The stored data of a method is renewed where it was not, or no longer is."
    case .reissues: "A session is opened where the caller's own was renewed, or the reverse."
    case .asks: "Another remedy is asked for."
    case .renames: "Only names differ."
    case .idles: "A declaration changes that nothing depends on."
    case .pins: "A digest is pinned that was not, or another one is."
    case .unreachable: "No sequence from an empty store reaches it."
    }
  }
}

/// The kinds of changes that a gate rejects.
///
/// The word `danger` stops all kinds that are not harmless.
package struct DifferenceGate: Sendable {
  /// The word for all kinds that are not harmless.
  package static var danger: String { "danger" }

  /// All words that a gate accepts.
  package static var words: [String] { [danger] + ChangeKind.allCases.map { $0.rawValue } }

  private var failing: Set<ChangeKind>

  /// Creates a gate that stops the given kinds; nil if a word is not a kind.
  ///
  /// Every gate also stops changes without a known kind, and declarations that were not shown to be harmless.
  package init?(_ words: [String]) {
    failing = [.unclassified, .declares]
    for word in words {
      if word.hasSameBytes(as: Self.danger) {
        failing.formUnion(ChangeKind.allCases.filter { $0.severity != .harmless })
      } else if let kind = ChangeKind(rawValue: word) {
        failing.insert(kind)
      } else {
        return nil
      }
    }
  }

  /// Returns the kinds of a difference that the gate stops, in order; empty if the difference passes.
  package func stopped(_ difference: PolicyDifference) -> [ChangeKind] {
    let found =
      difference.changes.flatMap { $0.kinds } + difference.declarations.flatMap { $0.kinds }
    return ChangeKind.ordered(failing.intersection(found))
  }
}
