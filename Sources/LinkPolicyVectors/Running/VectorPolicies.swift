public import LinkPolicy
public import LinkPolicyYAML

/// Finds the policies that cases name, for several threads at once.
public protocol VectorPolicies: Sendable {
  /// The name of a case's policy, the same for all cases that mean the same one.
  ///
  /// Throws an ``InvalidInput`` at the case where there can be none of that name.
  func name(for vector: VectorCase) throws(InvalidInput) -> String

  /// Reads the policy of such a name.
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
  public init(_ text: PolicyText, named name: String) {
    self.text = text
    override = name
  }

  /// Compiles the policy.
  public func policy(named name: String) throws(InvalidInput) -> RunnerPolicy {
    try RunnerPolicy(text)
  }
}

extension VectorPolicies {
  /// The name that the case gives.
  public func name(for vector: VectorCase) throws(InvalidInput) -> String {
    vector.policy
  }

  /// Nothing can be extended.
  public var finder: PolicyFinder { .none }

  /// The cases' own policies decide.
  public var override: String? { nil }
}
