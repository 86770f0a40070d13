public import LinkPolicy
public import LinkPolicyDiagnostics

/// Why a policy does not come into force; the one before it stays.
public enum PolicyRefusal: Error, Sendable {
  /// It has another digest than the one it was pinned to.
  case otherDigest(pinned: PolicyDigest, found: PolicyDigest)
  /// It reads what the store holds otherwise than the policy in force, and nobody says to have looked.
  case otherStoredRows([StoredRowDifference], old: PolicyDigest, new: PolicyDigest)
  /// The store was examined for other policies than these two.
  case otherExamination(StoreExamination, old: PolicyDigest, new: PolicyDigest)
  /// Its file cannot be read, or its text is wrong; every finding has its place.
  case invalidInput(InvalidInput)
  /// Its bytes are not an image that can be loaded; the file where they are from one.
  case invalidImage(InvalidImage, file: String?)

  /// What is wrong and what to do, in one line.
  public var message: String {
    switch self {
    case .otherDigest(let pinned, let found):
      "the policy has the digest `\(found.text)` and is pinned to `\(pinned.text)`; "
        + "look at what has changed, and pin it again"
    case .otherStoredRows(let differences, let old, let new):
      "the policy `\(new.text)` reads stored accounts otherwise than `\(old.text)`, by "
        + differences.map { $0.words }.joined(separator: ", ")
        + "; examine the store, and hand over a `StoreExamination` of these two"
    case .otherExamination(let examination, let old, let new):
      "the store under `\(examination.old.text)` was examined for `\(examination.new.text)`, and "
        + "this would go from `\(old.text)` to `\(new.text)`; examine it again"
    case .invalidInput(let findings): Self.message(of: findings)
    case .invalidImage(let image, let file):
      (file.map { "`\($0)`: " } ?? "") + image.message
        + "; make it again with `linkpolicy compile`"
    }
  }

  /// The first error with its place, and how many more there are.
  private static func message(of findings: InvalidInput) -> String {
    let errors = findings.diagnostics.filter { $0.level == .error }
    guard let first = errors.first else { return "the policy cannot be read" }
    let place = first.position.map { findings.sources.describe($0) + ": " } ?? ""
    let more = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
    return place + first.message + (first.help.map { "; " + $0 } ?? "") + more
  }
}
