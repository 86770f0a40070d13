extension ChangeKind {
  /// What the kind says, in one sentence.
  package var meaning: String {
    switch self {
    case .reachesMore:
      "An attempt enters an existing account that it did not enter, or by a further way."
    case .provesMore: "An address becomes verified, or counts as proved, where it did not."
    case .movesAddress: "The address of an account becomes another than it did."
    case .dropsLess: "Less is taken from an account."
    case .guardsLess: "What was refused no longer is."
    case .tellsMore: "More is told of an account, or can be told from another answer."
    case .splits: "A second account is made where there was one."
    case .locksOut: "A holder who got into an account no longer does."
    case .relabels: "A label is put on an account or method, or no longer is."
    case .mailsMore: "A code is mailed that was not."
    case .notifiesLess: "The owner of an account is no longer told."
    case .assuresLess: "An invariant is no longer stated."
    case .declares: "Something is declared otherwise that no cell shows."
    case .doesLess: "An attempt is still allowed and no longer does what its action is for."
    case .unpins: "A digest is no longer pinned: a text can change its meaning without notice."
    case .unclassified: "The answers differ in a way that no other kind is for."
    case .reachesLess: "An attempt no longer enters an existing account."
    case .provesLess: "An address no longer becomes verified, or no longer counts as proved."
    case .dropsMore: "More is taken from an account."
    case .guardsMore: "What was allowed is refused."
    case .tellsLess: "Less is told of an account."
    case .createsMore: "An account is made where there was none and none was made."
    case .createsLess: "No account is made any more."
    case .mailsLess: "A code is no longer mailed."
    case .notifiesMore: "The owner of an account is told, and was not."
    case .assuresMore: "An invariant is stated that was not."
    case .excludesMore: "A combination is declared impossible that was not."
    case .excludesLess: "A combination is no longer declared impossible."
    case .fills: "Blanks of a profile are filled where they were not, or no longer are."
    case .refreshes: "What is stored of a method is renewed where it was not, or no longer is."
    case .reissues: "A session is opened where the caller's own was renewed, or the reverse."
    case .asks: "Another remedy is asked for."
    case .renames: "Only names differ."
    case .idles: "Something is declared otherwise that nothing goes by."
    case .pins: "A digest is pinned that was not, or another one is."
    case .unreachable: "No sequence from an empty store comes to it."
    }
  }
}
