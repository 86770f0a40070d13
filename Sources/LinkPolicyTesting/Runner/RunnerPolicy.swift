public import LinkPolicy
internal import LinkPolicyAuthoring
public import LinkPolicyDiagnostics
public import LinkPolicyYAML

/// A policy that vectors are run under, with the text that another implementation is given.
///
/// The text is made only where another implementation is asked.
public struct RunnerPolicy: Sendable {
  /// The policy that decides.
  public let policy: Policy
  private let expand: @Sendable () -> [UInt8]

  /// The resolved text, as `linkpolicy expand` prints it.
  package var text: [UInt8] { expand() }

  /// Compiles a policy that was read.
  ///
  /// - Parameter text: the policy as it was read, with what it extends.
  /// - Throws: an `InvalidInput` with every finding where one is an error.
  public init(_ text: PolicyText) throws(InvalidInput) {
    policy = try Policy(text.document)
    expand = { text.expanded }
  }

  /// Takes a policy that is loaded already, such as one from an image.
  ///
  /// - Parameters:
  ///   - policy: the policy that decides.
  ///   - expand: makes the resolved text, once for each implementation that is asked.
  package init(loaded policy: Policy, expand: @escaping @Sendable () -> [UInt8]) {
    self.policy = policy
    self.expand = expand
  }
}
