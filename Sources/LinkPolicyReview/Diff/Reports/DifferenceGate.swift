internal import LinkPolicy
internal import LinkPolicyDiagnostics
package import LinkPolicyExploration

extension Diagnostic.Level {
  /// Creates the severity of an edit: an error if the edit can harm somebody, and a note if the edit changes only
  /// details, such as names, remedies or blank values of a profile.
  init(of kinds: [ChangeKind]) {
    if kinds.contains(where: { $0.isDanger }) {
      self = .error
    } else {
      self = kinds.contains { !Self.isWord($0) } ? .warning : .note
    }
  }

  private static func isWord(_ kind: ChangeKind) -> Bool {
    switch kind {
    case .renames, .idles, .pins, .asks, .fills, .refreshes, .reissues, .assuresMore, .unreachable:
      true
    case .reachesMore, .provesMore, .movesAddress, .movesIdentifier, .dropsLess, .guardsLess,
      .tellsMore, .splits,
      .squats,
      .locksOut, .relabels, .mailsMore, .notifiesLess, .assuresLess, .declares, .unclassified,
      .doesLess, .unpins,
      .reachesLess, .provesLess, .dropsMore, .guardsMore, .tellsLess, .offers, .createsMore,
      .createsLess,
      .mailsLess, .notifiesMore, .excludesMore, .excludesLess:
      false
    }
  }
}

extension ChangeKind {
  /// The effect of this kind of change on people and accounts, in one sentence.
  package var meaning: String { sentence.description }

  /// The same sentence as ``meaning``, as a literal that no output format has to escape.
  package var sentence: StaticString {
    switch self {
    case .reachesMore:
      "A person can newly enter an existing account, or gets another way into the account."
    case .provesMore: "An address newly counts as verified or proved."
    case .movesAddress: "An account ends up with a different address than under the old policy."
    case .movesIdentifier:
      "An account ends up with a different identifier, such as a user name, than under the old policy."
    case .dropsLess:
      "An account keeps data that the old policy removed, such as methods or sessions."
    case .guardsLess: "A refused attempt is now allowed."
    case .tellsMore: "A caller learns more about an account."
    case .splits: "A person gets a second account instead of entering the existing account."
    case .squats: "A stranger can open an account under an address that nobody has proved."
    case .locksOut: "An owner can no longer enter an account, or can lose the account."
    case .relabels: "A label of an account or method is set under other conditions than before."
    case .mailsMore: "A code is mailed for an attempt for which no code was mailed before."
    case .notifiesLess: "The owner of an account is no longer notified."
    case .assuresLess: "The policy no longer declares an invariant."
    case .declares: "A declaration changed, and no example shows its effect."
    case .doesLess: "An attempt no longer fulfills its purpose, and the client may not notice."
    case .unpins: "A digest is no longer pinned, so the meaning of a policy can change unnoticed."
    case .unclassified: "The change has no known kind, so compare the writes of both answers."
    case .reachesLess: "A person no longer enters an existing account."
    case .provesLess: "An address no longer counts as verified or proved."
    case .dropsMore: "An account loses data that the old policy kept, such as methods or sessions."
    case .guardsMore: "An allowed attempt is now refused."
    case .tellsLess: "A caller learns less about an account."
    case .offers: "A new provider opens new accounts and enters no other accounts."
    case .createsMore: "An attempt that created no account before now creates an account."
    case .createsLess: "An account is no longer created."
    case .mailsLess: "A code is no longer mailed."
    case .notifiesMore: "The owner of an account is newly notified."
    case .assuresMore: "The policy declares a further invariant."
    case .excludesMore: "The policy declares a further combination of values impossible."
    case .excludesLess: "The policy no longer declares a combination of values impossible."
    case .fills: "Blank values of a profile are filled in other cases than before."
    case .refreshes: "The stored data of a method is renewed in other cases than before."
    case .reissues: "A session is opened in place of a renewal, or the reverse."
    case .asks: "A refusal asks for another remedy."
    case .renames: "Only names, or the order of disclosures, differ."
    case .idles: "A declaration differs, but no decision depends on the difference."
    case .pins: "A digest is newly pinned, or the pinned digest changed."
    case .unreachable: "No sequence from an empty store reaches the difference."
    }
  }
}

/// A gate for changes of policies: the kinds of change that the gate stops.
///
/// The word `danger` means all kinds that are not harmless.
package struct DifferenceGate: Sendable {
  /// The word `danger`, with which a gate names all kinds that are not harmless.
  package static var danger: String { "danger" }

  /// All words with which a caller can name the kinds for a gate, such as `danger` or `reaches-more`.
  package static var words: [String] { [danger] + ChangeKind.allCases.map { $0.rawValue } }

  private var failing: Set<ChangeKind>

  /// Creates a gate that stops the given kinds; nil if a word is neither a kind nor `danger`.
  ///
  /// Every gate also stops changes of the kinds `unclassified` and `declares`, whose effect is unknown.
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

  /// The gate for every kind that is not harmless; a run without a gate takes its verdict from this gate.
  package static var usual: DifferenceGate {
    DifferenceGate(failing: Set(ChangeKind.allCases.filter { $0.severity != .harmless }))
  }

  private init(failing: Set<ChangeKind>) {
    self.failing = failing
  }

  /// Returns the kinds of a difference that the gate stops, the most dangerous first; empty if the difference passes.
  package func stopped(_ difference: PolicyDifference) -> [ChangeKind] {
    let found =
      difference.changes.flatMap { $0.kinds } + difference.declarations.flatMap { $0.kinds }
    return ChangeKind.ordered(failing.intersection(found))
  }
}
