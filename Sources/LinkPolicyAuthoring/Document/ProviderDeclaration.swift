public import LinkPolicy

/// An identity provider, or a family of them such as `saml.*`.
public struct ProviderDeclaration: Sendable {
  /// The provider id; a family ends in `*`.
  public var id: Located<Name>
  /// The kinds of sign-in it offers, the first being the default.
  public var kinds: [Located<Name>]
  /// What it gives: `email`, `name`, `name-once`, `photo`; nil for all but `name-once`.
  public var gives: [Located<Name>]?
  /// Whether linking with it needs the person's consent.
  public var requiresConsent: Bool
  /// Whether the case of its addresses' local parts is kept.
  public var keepsCase: Bool
  /// The issuer under which subjects are held, where several ids share one; nil for the id.
  public var issuer: Located<Name>?

  /// Creates a provider of the given kinds that may give everything.
  ///
  /// - Parameters:
  ///   - id: the provider's id, such as `google.com`; a family ends in `*`.
  ///   - kinds: the kinds of sign-in it offers, at least one, the default first.
  public init(_ id: Located<Name>, kinds: [Located<Name>]) {
    self.id = id
    self.kinds = kinds
    requiresConsent = false
    keepsCase = false
  }
}
