public import LinkPolicy

/// What became of an attempt to load a policy again: a value, since the service goes on in each case.
public enum PolicyReload: Sendable {
  /// The new policy decides from now on.
  case replaced(old: PolicyDigest, new: PolicyDigest)
  /// What was loaded means what the policy in force means; that one stays.
  case unchanged(PolicyDigest)
  /// The policy in force stays, for this reason.
  case kept(PolicyDigest, PolicyRefusal)

  /// Why the policy in force was kept; nil where nothing is wrong.
  public var refusal: PolicyRefusal? {
    if case .kept(_, let refusal) = self { refusal } else { nil }
  }
}
