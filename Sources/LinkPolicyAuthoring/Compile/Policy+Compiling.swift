public import LinkPolicy
public import LinkPolicyDiagnostics

extension Policy {
  /// Compiles a document to what decides, leaving warnings aside.
  ///
  /// ``CompiledPolicy`` has the warnings too.
  ///
  /// - Parameter document: the policy as written, read from a file or built in code.
  /// - Throws: an `InvalidInput` with every finding where one is an error.
  public init(_ document: PolicyDocument) throws(InvalidInput) {
    self = try CompiledPolicy(document).policy
  }
}
