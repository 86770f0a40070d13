package import LinkPolicyExploration

/// The verdict of a gate on a policy that extends the changed policy.
///
/// A change of a policy also changes every extending policy, so the gate compares the extending policies too.
package struct DependentVerdict: Sendable {
  package enum DependentOutcome: Sendable {
    /// The policy has no differences, or only differences that the gate lets pass.
    case passed
    /// The gate stops the policy for these kinds, the most dangerous first.
    case stopped([ChangeKind])
    /// The policy loaded before the change but no longer loads.
    case invalid
    /// The gate cannot compare the old version of the policy with the new version.
    case incomparable
    /// The policy is new, and the run allows new policies.
    case new
  }

  /// The path of the policy from the root of the repository, such as `policies/shop.yaml`.
  package let path: String
  package let outcome: DependentOutcome

  package init(path: String, outcome: DependentOutcome) {
    self.path = path
    self.outcome = outcome
  }

  /// Whether this verdict stops the change: the gate stops the policy, or the policy no longer loads or cannot be
  /// compared.
  package var isStopped: Bool {
    switch outcome {
    case .passed, .new: false
    case .stopped, .invalid, .incomparable: true
    }
  }

  /// The kinds for which the gate stops the policy; empty for any other outcome.
  package var kinds: [ChangeKind] {
    switch outcome {
    case .stopped(let kinds): kinds
    case .passed, .invalid, .incomparable, .new: []
    }
  }

  /// The outcome as a word of the JSON report, such as `stopped`.
  package var word: String {
    switch outcome {
    case .passed: "passed"
    case .stopped: "stopped"
    case .invalid: "invalid"
    case .incomparable: "incomparable"
    case .new: "new"
    }
  }

  /// The outcome as the end of a sentence about the policy, such as `is stopped: reaches-more`.
  package var words: String {
    switch outcome {
    case .passed: "passes"
    case .stopped(let kinds):
      "is stopped: " + kinds.map { $0.rawValue }.joined(separator: ", ")
    case .invalid: "no longer loads"
    case .incomparable: "cannot be compared"
    case .new: "is new"
    }
  }
}
