/// The identity providers of a policy, found by id.
///
/// A class, so that handing it on costs one reference.
package final class ProviderTable: Sendable {
  /// A declared provider or family.
  package struct Provider: Sendable {
    package var id: Name
    package var kinds: [MethodKind]
    package var givesEmail = true
    package var givesName = true
    package var givesNameOnce = false
    package var givesPhoto = true
    package var requiresConsent = false
    package var keepsCase = false
    package var issuer: Name?

    package var isFamily: Bool { id.bytes.last == UInt8(ascii: "*") }
  }

  /// The providers, in the order of the fact `provider`; `other` and `none` follow them there.
  package let providers: [Provider]
  private let exact: NameTable
  /// The prefixes of the families, longest first.
  private let families: [(prefix: [UInt8], index: Int)]

  /// The declared issuers as texts, in the order of the providers.
  private let issuers: [String?]
  /// Whether some provider declares an issuer.
  private let hasIssuers: Bool
  /// Whether some provider's relays need consent.
  private let isConsentRequired: Bool

  package var other: Int { providers.count }
  package var none: Int { providers.count + 1 }

  package init(_ providers: [Provider]) {
    self.providers = providers
    issuers = providers.map { $0.issuer?.text }
    hasIssuers = providers.contains { $0.issuer != nil }
    isConsentRequired = providers.contains { $0.requiresConsent }
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
  /// longest prefix, else `other`.
  package func value(of id: String) -> Int {
    let bytes = id.utf8Span.span
    if let index = exact.number(of: bytes) {
      return index
    }
    for (prefix, index) in families where Self.hasPrefix(bytes, prefix) {
      return index
    }
    return other
  }

  /// The provider of an id; nil for an undeclared one.
  package func provider(of id: String) -> Provider? {
    let value = value(of: id)
    return value < providers.count ? providers[value] : nil
  }

  /// Whether a provider's relays need consent; false for an undeclared one.
  package func requiresConsent(_ id: String) -> Bool {
    guard isConsentRequired else { return false }
    let value = value(of: id)
    return value < providers.count && providers[value].requiresConsent
  }

  /// Whether the local parts of a provider's addresses keep their case, by the fact's value.
  package func keepsCase(_ value: Int) -> Bool {
    value < providers.count && providers[value].keepsCase
  }

  /// The kind of an assertion that names none, by the fact's value.
  func usualKind(_ value: Int) -> MethodKind {
    value < providers.count ? providers[value].kinds[0] : .federated
  }

  /// Whether a provider offers a kind, by the fact's value; an undeclared one is federated.
  func offers(_ kind: MethodKind, _ value: Int) -> Bool {
    value < providers.count ? providers[value].kinds.contains(kind) : kind == .federated
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
    let value = value(of: id)
    return (value < providers.count ? issuers[value] : nil) ?? id
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
