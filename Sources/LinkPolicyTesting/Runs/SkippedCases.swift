internal import LinkPolicy
internal import LinkPolicyJSON

/// The selected cases that an implementation skipped.
struct SkippedCases: Sendable {
  // The maximum number of messages, because people do not read more than a few.
  private static var limit: Int { 20 }

  /// A message for each of the first skipped cases, with the implementation and the reason.
  private(set) var messages: [String] = []
  private var count = 0

  /// Adds the result of a case, if the case was skipped.
  mutating func add(_ result: CaseResult) {
    guard case .skipped(let reason, _) = result.verdict else { return }
    count += 1
    guard messages.count < Self.limit else { return }
    let implementation = result.implementation ?? "this engine"
    messages.append(
      Name(result.vector.id).quoted + " was skipped by \(implementation): \(reason)")
  }

  /// Returns the reason why no selected case was played; nil if the selection includes every case, or if no case was
  /// skipped.
  func explanation(_ selection: VectorSelection) -> String? {
    guard !selection.isEverything, let first = messages.first else { return nil }
    return count == 1 ? first : "all \(count) selected cases were skipped; " + first
  }
}
