extension Policy {
  /// Compiles a document.
  ///
  /// Throws an ``InvalidInput`` with every finding where one is an error; ``CompiledPolicy`` has the
  /// warnings too.
  public init(_ document: PolicyDocument) throws(InvalidInput) {
    self = try CompiledPolicy(document).policy
  }
}
