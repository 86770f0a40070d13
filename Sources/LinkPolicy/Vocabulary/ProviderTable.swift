/// The identity providers of a policy, found by id.
///
/// A class, so that handing it on costs one reference.
package final class ProviderTable: Sendable {
  /// A declared provider or family.
  package struct Provider: Sendable, Equatable {
    package var id: Name
    package var kinds: [MethodKind]
    package var givesEmail = true
    package var givesName = true
    package var givesNameOnce = false
    package var givesPhoto = true
    package var requiresConsent = false
    package var keepsCase = false
    package var issuer: Name?

    package init(
      id: Name, kinds: [MethodKind], givesEmail: Bool = true, givesName: Bool = true,
      givesNameOnce: Bool = false, givesPhoto: Bool = true, requiresConsent: Bool = false,
      keepsCase: Bool = false, issuer: Name? = nil
    ) {
      self.id = id
      self.kinds = kinds
      self.givesEmail = givesEmail
      self.givesName = givesName
      self.givesNameOnce = givesNameOnce
      self.givesPhoto = givesPhoto
      self.requiresConsent = requiresConsent
      self.keepsCase = keepsCase
      self.issuer = issuer
    }

    package var isFamily: Bool { id.bytes.last == UInt8(ascii: "*") }

    /// The word for it as a value of the fact `provider`: its id, and `other` for the family `*`.
    package var word: Name { id == ProviderTable.everyOther ? "other" : id }
  }

  /// The family of every provider that no other declaration is about.
  package static var everyOther: Name { "*" }

  /// The providers, in the order of the fact `provider`; `none` follows them there.
  package let providers: [Provider]
  private let exact: NameTable
  /// The prefixes of the families, longest first.
  let families: [(prefix: [UInt8], index: Int)]

  /// The declared issuers as texts, in the order of the providers.
  private let issuers: [String?]
  /// Whether some provider declares an issuer.
  private let hasIssuers: Bool
  /// Whether some provider's relays need consent.
  private let isConsentRequired: Bool
  /// Whether the local parts of some provider's addresses keep their case.
  package let keepsAnyCase: Bool

  /// The value of the fact `provider` for attempts that carry no method.
  package var none: Int { providers.count }

  /// The provider of passwords that are set without an attempt's saying whose: the first that is no family.
  package var namedForPasswords: Provider? {
    providers.first { $0.kinds.contains(.password) && !$0.isFamily }
  }

  package init(_ providers: [Provider]) {
    self.providers = providers
    issuers = providers.map { $0.issuer?.text }
    hasIssuers = providers.contains { $0.issuer != nil }
    isConsentRequired = providers.contains { $0.requiresConsent }
    keepsAnyCase = providers.contains { $0.keepsCase }
    var exact = NameTable()
    var families: [(prefix: [UInt8], index: Int)] = []
    for (index, provider) in providers.enumerated() {
      if provider.isFamily {
        families.append((Array(provider.id.bytes.dropLast()), index))
      } else {
        exact.insert(provider.id, index)
      }
    }
    families.sort { $0.prefix.count > $1.prefix.count }
    self.exact = exact
    self.families = families
  }

  /// The value of the fact `provider` for an id: the provider itself, else the family with the
  /// longest prefix; nil where the policy declares neither.
  package func value(of id: String) -> Int? {
    let bytes = id.utf8Span.span
    // The pattern of a family is nobody's id.
    guard bytes.count > 0, bytes[bytes.count - 1] != UInt8(ascii: "*") else { return nil }
    if let index = exact.number(of: bytes) {
      return index
    }
    for (prefix, index) in families where Self.hasPrefix(bytes, prefix) {
      return index
    }
    return nil
  }

  /// The provider of an id; nil for an undeclared one.
  package func provider(of id: String) -> Provider? {
    value(of: id).map { providers[$0] }
  }

  /// What is wrong with an id that the policy does not declare, with the nearest that it does.
  package func undeclared(_ id: String) -> InputError {
    guard !id.utf8.isEmpty else {
      return InputError(.undeclared, "the provider is empty; leave it out where there is none")
    }
    let ids = providers.map { $0.id }
    let suggestion = Name.suggestion(for: id, among: ids)
    return InputError(
      .undeclared,
      "the policy declares no provider `" + id + "`"
        + (suggestion.utf8.isEmpty ? "; declare it, or the family `*` for any" : suggestion))
  }

  /// Whether a provider's relays need consent; false for an undeclared one.
  package func requiresConsent(_ id: String) -> Bool {
    guard isConsentRequired, let value = value(of: id) else { return false }
    return providers[value].requiresConsent
  }

  /// Whether a provider gives e-mail addresses, by the fact's value.
  package func givesEmail(_ value: Int) -> Bool { providers[value].givesEmail }

  /// Whether the local parts of a provider's addresses keep their case, by the fact's value.
  package func keepsCase(_ value: Int) -> Bool {
    value < providers.count && providers[value].keepsCase
  }

  /// The kind of an assertion or method that names none, by the fact's value: the first declared.
  func usualKind(_ value: Int) -> MethodKind {
    providers[value].kinds[0]
  }

  /// Whether a provider offers a kind, by the fact's value.
  package func offers(_ kind: MethodKind, _ value: Int) -> Bool {
    providers[value].kinds.contains(kind)
  }

  /// Whether two ids assert subjects of one issuer.
  package func haveSameIssuer(_ a: String, _ b: String) -> Bool {
    if a.hasSameBytes(as: b) {
      return true
    }
    return hasIssuers && issuer(of: a).hasSameBytes(as: issuer(of: b))
  }

  /// The issuer under which an id's subjects are held.
  package func issuer(of id: String) -> String {
    guard hasIssuers else { return id }
    return value(of: id).flatMap { issuers[$0] } ?? id
  }

  /// The kinds that some provider declares.
  package var declaredKinds: MethodKindSet {
    var kinds = MethodKindSet()
    for provider in providers {
      for kind in provider.kinds {
        kinds.insert(kind)
      }
    }
    return kinds
  }

  private static func hasPrefix(_ bytes: Span<UInt8>, _ prefix: [UInt8]) -> Bool {
    // A family stands for its members, so the prefix alone is not one.
    guard bytes.count > prefix.count else { return false }
    for index in prefix.indices where bytes[index] != prefix[index] {
      return false
    }
    return true
  }
}
