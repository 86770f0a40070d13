/// How grave what an edit does is, for those who show it beside a line.
enum ChangeLevel {
  /// Somebody has to look before it passes.
  case danger
  /// Somebody is answered otherwise.
  case change
  /// Only words differ, or nothing that anybody goes by.
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
    case .reachesMore, .provesMore, .movesAddress, .dropsLess, .guardsLess, .tellsMore, .splits,
      .locksOut, .relabels, .mailsMore, .notifiesLess, .assuresLess, .declares, .unclassified,
      .doesLess, .unpins,
      .reachesLess, .provesLess, .dropsMore, .guardsMore, .tellsLess, .createsMore, .createsLess,
      .mailsLess, .notifiesMore, .excludesMore, .excludesLess:
      false
    }
  }
}
