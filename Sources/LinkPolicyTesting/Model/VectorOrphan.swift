package import LinkPolicy

/// A credential whose account is gone.
package struct VectorOrphan: Sendable {
  package var provider: String
  /// The kind; nil for the one that the policy declares first for the provider.
  package var kind: MethodKind?
  package var subject: String
  /// The tenant of the account that is gone; nil for that of the case.
  package var tenant: String?
  /// Where it is given.
  package var position: SourcePosition

  /// Creates the credential of a subject at a provider.
  package init(
    _ provider: String, _ kind: MethodKind?, subject: String, tenant: String?,
    position: SourcePosition
  ) {
    self.provider = provider
    self.kind = kind
    self.subject = subject
    self.tenant = tenant
    self.position = position
  }
}
