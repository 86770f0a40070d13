public import LinkPolicy

/// An identity provider, or a family of providers such as `saml.*`.
public struct ProviderDeclaration: Sendable {
  /// The provider id; a family ends in `*`.
  public var id: Located<Name>
  /// The kinds of method that the provider offers, beginning with the default kind.
  public var kinds: [Located<Name>]
  /// The values that the provider's assertions can contain: `email`, `name`, `name-once` and `photo`; nil means all
  /// values except `name-once`.
  public var gives: [Located<Name>]?
  /// Whether the fact `relay` treats the provider like a relay address; if so, rows that test the fact can demand
  /// consent to a link.
  public var requiresConsent: Bool
  /// Whether the local parts of the provider's addresses are case-sensitive.
  public var keepsCase: Bool
  /// Whether a comparison of subjects ignores the case of ASCII letters.
  ///
  /// Set this only if the provider never gives two people subjects that differ only in case.
  public var foldsSubjects: Bool
  /// The issuer of the provider's subjects, if several provider ids share an issuer; nil if the provider's id is the issuer.
  public var issuer: Located<Name>?

  /// Creates a provider of the given kinds, whose assertions can contain all values except `name-once`.
  ///
  /// - Parameters:
  ///   - id: the provider's id, such as `google.com`; a family ends in `*`.
  ///   - kinds: the kinds of method that the provider offers, at least one, with the default first.
  public init(_ id: Located<Name>, kinds: [Located<Name>]) {
    self.id = id
    self.kinds = kinds
    requiresConsent = false
    keepsCase = false
    foldsSubjects = false
  }
}

/// A value that a provider's assertions can carry, as listed under `gives:`.
package enum ProviderGift: UInt8, Sendable, CaseIterable {
  /// An e-mail address.
  case email
  /// The person's name, which the provider asserts at every sign-in.
  case name
  /// The person's name, which the provider asserts only at the first sign-in.
  case nameOnce
  /// A picture of the person.
  case photo

  /// The word for the value in a policy.
  package var name: Name {
    switch self {
    case .email: "email"
    case .name: "name"
    case .nameOnce: "name-once"
    case .photo: "photo"
    }
  }
}

/// A claim about an address, such as `email_verified`, with words for its JSON values.
///
/// A JSON value without a word counts as `other`, and a missing claim counts as `absent`.
public struct ClaimDeclaration: Sendable {
  /// A word and the JSON values that it represents.
  public struct Word: Sendable {
    /// The word, such as `true`, used as a value of the fact `claim.NAME`.
    public var name: Located<Name>
    /// The JSON values that the word represents, such as `true` and `"true"`.
    public var values: [Located<ClaimValue>]

    /// Creates a word that rows can test instead of JSON values.
    ///
    /// - Parameters:
    ///   - name: the word, used as a value of the fact `claim.NAME`.
    ///   - values: the JSON values that the word represents; no other word of the claim may contain them.
    public init(_ name: Located<Name>, values: [Located<ClaimValue>]) {
      self.name = name
      self.values = values
    }
  }

  /// The claim's name in the assertion, such as `email_verified`.
  public var name: Located<Name>
  /// The words that rows can test, each with its JSON values.
  public var words: [Word]

  /// Creates a claim that assertions can carry together with an address.
  ///
  /// - Parameters:
  ///   - name: the claim's name in the assertion, such as `email_verified`.
  ///   - words: the claim's words; `other` and `absent` are implicit.
  public init(_ name: Located<Name>, words: [Word]) {
    self.name = name
    self.words = words
  }
}

/// A named set of e-mail domains, such as `microsoft` for `outlook.com` and `hotmail.com`.
///
/// Matching ignores ASCII case. A pattern `*.x` matches every domain below `x`. A policy lists each domain or pattern
/// in only one set. If several entries match a domain, an exact name takes precedence over patterns, and a longer
/// pattern over a shorter one.
public struct DomainDeclaration: Sendable {
  /// The value of the fact `domain` for addresses in the set.
  public var name: Located<Name>
  /// The domains, such as `gmail.com`, and patterns, such as `*.example.com`.
  public var domains: [Located<Name>]
  /// Whether the addresses are relay addresses, which hide the person's address.
  public var isRelay: Bool

  /// Creates a set of e-mail domains from exact names and patterns.
  ///
  /// - Parameters:
  ///   - name: the name, used as a value of the fact `domain`.
  ///   - domains: domains in ASCII, such as `gmail.com`; `*.x` matches every domain below `x`.
  ///   - isRelay: whether the addresses are relay addresses, which hide the person's address.
  public init(_ name: Located<Name>, domains: [Located<Name>], isRelay: Bool = false) {
    self.name = name
    self.domains = domains
    self.isRelay = isRelay
  }
}

/// A pool: providers whose accounts are searched together.
public struct PoolDeclaration: Sendable {
  /// The pool's name.
  public var name: Located<Name>
  /// The ids of providers or families in the pool; `*` means every provider that no other pool names.
  public var providers: [Located<Name>]

  /// Creates a pool of providers whose accounts are searched together.
  ///
  /// - Parameters:
  ///   - name: the pool's name.
  ///   - providers: provider ids or families such as `saml.*`; `*` means every provider that no other pool names.
  public init(_ name: Located<Name>, providers: [Located<Name>]) {
    self.name = name
    self.providers = providers
  }
}
