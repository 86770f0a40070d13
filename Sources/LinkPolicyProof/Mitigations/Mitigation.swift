package import LinkPolicyReview

/// One edited row with which the steps of a counterexample do not break the invariant any more.
///
/// That other steps do not break it either is not said: the edited policy has to be proved for that.
package struct Mitigation: Sendable, Equatable {
  /// What becomes of the row.
  package enum Edit: Sendable, Equatable {
    /// These effects, as a policy writes them, take the place of the row's.
    case effects([String])
    /// The row refuses with this error.
    case refusal(String)
  }

  /// The row, one that decides a step.
  package let row: RowName
  /// What becomes of it.
  package let edit: Edit
  /// Whether the steps break no invariant about accounts and steps then, or only not this one.
  package let stopsAll: Bool

  /// The edit as a policy writes it, such as `do: [revoke-sessions, link, sign-in]`.
  package var text: String {
    switch edit {
    case .effects(let effects): "do: [" + effects.joined(separator: ", ") + "]"
    case .refusal(let error): "refuse: " + error
    }
  }

  /// What the edit is good for, after it is named.
  package var consequence: String {
    "these steps, in any order and once more, "
      + (stopsAll ? "break nothing then" : "do not break it then")
  }
}
