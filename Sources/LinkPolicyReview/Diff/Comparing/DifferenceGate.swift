internal import LinkPolicy

/// Which kinds of changes a gate does not let pass.
///
/// By default these are the dangerous ones and those that somebody must review; only harmless ones pass.
package struct DifferenceGate: Sendable {
  /// The word for every kind that is not harmless.
  package static var danger: String { "danger" }

  /// The words that a gate can be given.
  package static var words: [String] { [danger] + ChangeKind.allCases.map { $0.rawValue } }

  private var failing: Set<ChangeKind>

  /// A gate that stops the kinds of some words; nil where one is no kind.
  ///
  /// What no kind fits, and what was not shown to be harmless, is stopped by every gate.
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

  /// The kinds of a difference that the gate stops, in their order; empty where it passes.
  package func stopped(_ difference: PolicyDifference) -> [ChangeKind] {
    let found =
      difference.changes.flatMap { $0.kinds } + difference.declarations.flatMap { $0.kinds }
    return ChangeKind.ordered(failing.intersection(found))
  }
}
