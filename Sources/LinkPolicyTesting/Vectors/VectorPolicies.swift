public import LinkPolicy
internal import LinkPolicyAuthoring
public import LinkPolicyDiagnostics
public import LinkPolicyYAML

/// A source of the policies that cases name, callable from several threads.
public protocol VectorPolicies: Sendable {
  /// Returns the name of a case's policy; cases with equal names use the same policy.
  ///
  /// - Parameter vector: the case.
  /// - Returns: a name for ``policy(named:)``.
  /// - Throws: an `InvalidInput` with the position of the case if the name is invalid.
  func name(for vector: VectorCase) throws(InvalidInput) -> String

  /// Reads and compiles the policy with a name.
  ///
  /// - Parameter name: a result of ``name(for:)``.
  /// - Returns: the compiled policy.
  /// - Throws: an `InvalidInput` that reports the missing policy, or every finding in the policy's text.
  func policy(named name: String) throws(InvalidInput) -> RunnerPolicy

  /// The finder of base policies for texts that must be rejected as policies.
  var finder: PolicyFinder { get }

  /// The displayed name of the policy that replaces the policies of all cases; nil if each case uses the policy that it
  /// names.
  var override: String? { get }
}

/// A policy that replaces the policies of all cases.
public struct OnePolicy: VectorPolicies {
  private let text: PolicyText
  /// The displayed name of the policy, which replaces the names in the cases.
  public let override: String?

  /// Creates a source that returns one policy for every case.
  ///
  /// - Parameters:
  ///   - text: the text of the policy.
  ///   - name: the displayed name, such as the path; commands that rerun a case contain the name.
  public init(_ text: PolicyText, named name: String) {
    self.text = text
    override = name
  }

  /// Compiles the policy, regardless of the name.
  ///
  /// - Parameter name: the name, which is ignored.
  /// - Returns: the compiled policy.
  /// - Throws: an `InvalidInput` with every finding if the policy has an error.
  public func policy(named name: String) throws(InvalidInput) -> RunnerPolicy {
    try RunnerPolicy(text)
  }
}

extension VectorPolicies {
  /// Returns the policy name that the case states.
  ///
  /// - Parameter vector: the case.
  /// - Returns: the name of the policy in the case.
  /// - Throws: nothing; the protocol requirement allows an `InvalidInput`.
  public func name(for vector: VectorCase) throws(InvalidInput) -> String {
    vector.policy
  }

  /// A finder that finds no base policy.
  public var finder: PolicyFinder { .none }

  /// No override: each case uses the policy that it names.
  public var override: String? { nil }
}

/// A policy for running vectors, with its text for other implementations.
///
/// The text is computed only for a run of another implementation.
public struct RunnerPolicy: Sendable {
  /// The compiled policy, which decides the attempts of vectors.
  public let policy: Policy
  private let expand: @Sendable () -> [UInt8]

  /// The expanded text, as printed by `linkpolicy expand`.
  package var text: [UInt8] { expand() }

  /// Compiles a policy from its text.
  ///
  /// - Parameter text: the text of the policy and of its base policies.
  /// - Throws: an `InvalidInput` with every finding if the policy has an error.
  public init(_ text: PolicyText) throws(InvalidInput) {
    policy = try Policy(text.document)
    expand = { text.expanded }
  }

  /// Creates a runner policy from a loaded policy, for example from an image.
  ///
  /// - Parameters:
  ///   - policy: the compiled policy, which decides the attempts of vectors.
  ///   - expand: computes the expanded text; called once per implementation.
  package init(loaded policy: Policy, expand: @escaping @Sendable () -> [UInt8]) {
    self.policy = policy
    self.expand = expand
  }
}
