public import LinkPolicy
public import LinkPolicyYAML

/// A policy that vectors are run under, with the text that another implementation is given.
///
/// The text is made only where another implementation is asked.
public struct RunnerPolicy: Sendable {
  /// What decides, compiled from the text.
  public let policy: Policy
  private let source: PolicyText

  /// The resolved text, as `linkpolicy expand` prints it.
  package var text: [UInt8] { source.expanded }

  /// Compiles a policy that was read.
  ///
  /// - Parameter text: the policy as it was read, with what it extends.
  /// - Throws: an `InvalidInput` with every finding where one is an error.
  public init(_ text: PolicyText) throws(InvalidInput) {
    policy = try Policy(text.document)
    source = text
  }
}
