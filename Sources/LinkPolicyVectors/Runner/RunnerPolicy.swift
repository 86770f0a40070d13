public import LinkPolicy
public import LinkPolicyYAML

/// A policy that vectors are run under, with the text that another implementation is given.
public struct RunnerPolicy: Sendable {
  /// The policy.
  public let policy: Policy
  /// The resolved text, as `linkpolicy expand` prints it.
  package let text: [UInt8]

  /// Compiles a policy that was read.
  ///
  /// Throws an ``InvalidInput`` with every finding.
  public init(_ text: PolicyText) throws(InvalidInput) {
    policy = try Policy(text.document)
    self.text = text.expanded
  }
}
