internal import LinkPolicy
public import LinkPolicyDiagnostics
public import LinkPolicyYAML

/// Finds the policies that cases name, for several threads at once.
public protocol VectorPolicies: Sendable {
  /// The name of a case's policy, the same for all cases that mean the same one.
  ///
  /// - Parameter vector: the case.
  /// - Returns: a name for ``policy(named:)``.
  /// - Throws: an `InvalidInput` at the case where there can be none of that name.
  func name(for vector: VectorCase) throws(InvalidInput) -> String

  /// Reads and compiles the policy of such a name.
  ///
  /// - Parameter name: what ``name(for:)`` returned.
  /// - Returns: the policy, compiled.
  /// - Throws: an `InvalidInput` where there is none, or with every finding in its text.
  func policy(named name: String) throws(InvalidInput) -> RunnerPolicy

  /// Finds what policy texts extend that must not load.
  var finder: PolicyFinder { get }

  /// The policy that decides in the place of the cases' own, as people name it; nil for none.
  var override: String? { get }
}

/// One policy under which every case is run, whatever it names.
public struct OnePolicy: VectorPolicies {
  private let text: PolicyText
  /// The policy as people name it.
  public let override: String?

  /// Creates the finder of one policy, with the name that replaying a case alone takes.
  ///
  /// - Parameters:
  ///   - text: the policy as it was read.
  ///   - name: what people call it, such as the path they gave.
  public init(_ text: PolicyText, named name: String) {
    self.text = text
    override = name
  }

  /// Compiles the one policy, whatever name is asked for.
  ///
  /// - Parameter name: the name, which makes no difference.
  /// - Returns: the policy, compiled.
  /// - Throws: an `InvalidInput` with every finding where one is an error.
  public func policy(named name: String) throws(InvalidInput) -> RunnerPolicy {
    try RunnerPolicy(text)
  }
}

extension VectorPolicies {
  /// The name that the case gives.
  ///
  /// - Parameter vector: the case.
  /// - Returns: the name of the policy, as it is written there.
  /// - Throws: nothing, though the requirement allows an `InvalidInput`.
  public func name(for vector: VectorCase) throws(InvalidInput) -> String {
    vector.policy
  }

  /// Nothing can be extended.
  public var finder: PolicyFinder { .none }

  /// The cases' own policies decide.
  public var override: String? { nil }
}
