public import LinkPolicy
public import LinkPolicyYAML

/// A policy that vectors are run under, with the text that another implementation is given.
///
/// The text is made only where another implementation is asked.
public struct RunnerPolicy: Sendable {
  /// The policy.
  public let policy: Policy
  private let source: PolicyText

  /// The resolved text, as `linkpolicy expand` prints it.
  package var text: [UInt8] { source.expanded }

  /// Compiles a policy that was read.
  ///
  /// Throws an ``InvalidInput`` with every finding.
  public init(_ text: PolicyText) throws(InvalidInput) {
    policy = try Policy(text.document)
    source = text
  }
}
