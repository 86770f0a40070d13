public import LinkPolicy

/// A pool: providers whose accounts are searched together.
public struct PoolDeclaration: Sendable {
  /// The pool's name.
  public var name: Located<Name>
  /// Provider ids or families; `*` for every provider that no other pool names.
  public var providers: [Located<Name>]

  /// Creates a pool of providers that search among one another's accounts.
  ///
  /// - Parameters:
  ///   - name: the pool's name.
  ///   - providers: provider ids or families such as `saml.*`; `*` for all that no other pool
  ///     names.
  public init(_ name: Located<Name>, providers: [Located<Name>]) {
    self.name = name
    self.providers = providers
  }
}
