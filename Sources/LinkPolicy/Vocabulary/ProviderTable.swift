/// The identity providers of a policy, in a table that finds a provider by its id.
///
/// The table is a class, so that copying the table copies only a reference.
package final class ProviderTable: Sendable {
  /// A declared provider, or a family of providers, such as `saml.*`.
  package struct Provider: Sendable, Equatable {
    package var id: Name
    package var kinds: [MethodKind]
    package var givesEmail = true
    package var givesName = true
    package var givesNameOnce = false
    package var givesPhoto = true
    package var requiresConsent = false
    package var keepsCase = false
    package var foldsSubjects = false
    package var issuer: Name?

    package init(
      id: Name, kinds: [MethodKind], givesEmail: Bool = true, givesName: Bool = true,
      givesNameOnce: Bool = false, givesPhoto: Bool = true, requiresConsent: Bool = false,
      keepsCase: Bool = false, foldsSubjects: Bool = false, issuer: Name? = nil
    ) {
      self.id = id
      self.kinds = kinds
      self.givesEmail = givesEmail
      self.givesName = givesName
      self.givesNameOnce = givesNameOnce
      self.givesPhoto = givesPhoto
      self.requiresConsent = requiresConsent
      self.keepsCase = keepsCase
      self.foldsSubjects = foldsSubjects
      self.issuer = issuer
    }

    package var isFamily: Bool { id.bytes.last == UInt8(ascii: "*") }

    /// The word for the provider in the fact `provider`: the provider's id, or `other` for the family `*`.
    package var word: Name { id == ProviderTable.everyOther ? "other" : id }
  }

  /// The family of all providers that no other declaration covers.
  package static var everyOther: Name { "*" }

  /// The providers, in the order of the values of the fact `provider`.
  ///
  /// In the fact `provider`, the value `none` follows the values of the providers.
  package let providers: [Provider]
  private let exact: NameTable
  /// The prefix of each family, such as `saml.`, with the longest prefix first.
  let families: [(prefix: [UInt8], index: Int)]

  /// The declared issuers as strings, in the order of the providers.
  private let issuers: [String?]
  /// Whether at least one provider declares an issuer.
  private let hasIssuers: Bool
  /// The issuers of the declarations that ``init(joining:)`` drops, because an earlier policy declares the same id.
  private let furtherIssuers: [Name]
  /// Whether at least one provider requires the person's consent to a link.
  private let isConsentRequired: Bool
  /// Whether at least one provider declares `case: exact`, so that its addresses keep the case of their local parts.
  package let keepsAnyCase: Bool
  /// Whether the subjects of at least one provider are compared without regard to the case of ASCII letters.
  package let foldsAnySubject: Bool

  /// The value `none` of the fact `provider`, for attempts that carry no method.
  package var none: Int { providers.count }

  /// The provider of a new password if the attempt names no provider, as in a reset by a mailed code.
  ///
  /// The provider is the first declared password provider that is not a family; nil if the policy declares no such
  /// provider.
  package var namedForPasswords: Provider? {
    providers.first { $0.kinds.contains(.password) && !$0.isFamily }
  }

  /// The kinds that at least one provider offers, in the order of the cases of ``MethodKind``.
  package var offeredKinds: [MethodKind] {
    MethodKind.allCases.filter { kind in providers.contains { $0.kinds.contains(kind) } }
  }

  package convenience init(_ providers: [Provider]) {
    self.init(providers, furtherIssuers: [])
  }

  private init(_ providers: [Provider], furtherIssuers: [Name]) {
    self.providers = providers
    self.furtherIssuers = furtherIssuers
    issuers = providers.map { $0.issuer?.text }
    hasIssuers = providers.contains { $0.issuer != nil }
    isConsentRequired = providers.contains { $0.requiresConsent }
    keepsAnyCase = providers.contains { $0.keepsCase }
    foldsAnySubject = providers.contains { $0.foldsSubjects }
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

  /// Joins the providers of several policies; if two policies declare one id, the first declaration counts.
  ///
  /// For a family of a joined table, ``example(of:named:)`` returns an id that no policy declares as a provider's id or
  /// issuer.
  package convenience init(joining tables: [ProviderTable]) {
    var joined: [Provider] = []
    var further: [Name] = []
    for provider in tables.flatMap({ $0.providers }) {
      if !joined.contains(where: { $0.id == provider.id }) {
        joined.append(provider)
      } else if let issuer = provider.issuer {
        further.append(issuer)
      }
    }
    self.init(joined, furtherIssuers: further)
  }

  /// Returns the value of the fact `provider` for an id.
  ///
  /// A provider with the id takes precedence over a family. Among families, the one with the longest matching prefix
  /// counts. If no provider and no family matches the id, the function returns nil.
  package func value(of id: String) -> Int? {
    let bytes = id.utf8Span.span
    // The pattern of a family, such as `saml.*`, is not a valid id.
    guard bytes.count > 0, bytes[bytes.count - 1] != UInt8(ascii: "*") else { return nil }
    if let index = exact.number(of: bytes) {
      return index
    }
    for (prefix, index) in families where Self.hasPrefix(bytes, prefix) {
      return index
    }
    return nil
  }

  /// Returns the provider of an id; nil for an id that the policy does not declare.
  package func provider(of id: String) -> Provider? {
    value(of: id).map { providers[$0] }
  }

  /// Returns the error for a provider id that the policy does not declare; the message suggests a similar declared id.
  package func undeclared(_ id: String) -> InputError {
    guard !id.utf8.isEmpty else {
      return InputError(.undeclared, "the provider is empty; omit the provider if there is none")
    }
    let ids = providers.map { $0.id }
    let suggestion = Name.suggestion(for: id, among: ids)
    return InputError(
      .undeclared,
      "the policy declares no provider `" + id + "`"
        + (suggestion.utf8.isEmpty
          ? "; declare the provider, or the family `*` for every provider" : suggestion))
  }

  /// Returns whether a provider requires the person's consent to a link; false for an undeclared provider.
  package func requiresConsent(_ id: String) -> Bool {
    guard isConsentRequired, let value = value(of: id) else { return false }
    return providers[value].requiresConsent
  }

  /// Returns whether the provider with this number supplies e-mail addresses.
  package func givesEmail(_ value: Int) -> Bool { providers[value].givesEmail }

  /// Returns whether the provider with this number keeps the case of local parts of addresses.
  package func keepsCase(_ value: Int) -> Bool {
    value < providers.count && providers[value].keepsCase
  }

  /// Returns whether the subjects of the provider with this number are compared without regard to the case of ASCII
  /// letters.
  package func foldsSubjects(_ value: Int) -> Bool {
    value < providers.count && providers[value].foldsSubjects
  }

  /// Returns the canonical form of a subject, which methods store and lookups search for.
  ///
  /// - Parameters:
  ///   - subject: the subject as the provider sent it.
  ///   - value: the provider's value of the fact `provider`.
  /// - Returns: the subject with the letters `A` to `Z` in lower case if the provider folds subjects; otherwise the
  ///   same bytes.
  package func canonicalSubject(_ subject: String, of value: Int) -> String {
    foldsAnySubject && foldsSubjects(value) ? subject.inLowerCaseASCII : subject
  }

  /// Returns the kind that the policy declares first for the provider with this number.
  ///
  /// An assertion or method without a kind gets this kind.
  func usualKind(_ value: Int) -> MethodKind {
    providers[value].kinds[0]
  }

  /// Returns whether the provider with this number offers a kind.
  package func offers(_ kind: MethodKind, _ value: Int) -> Bool {
    providers[value].kinds.contains(kind)
  }

  /// Returns whether two providers, given by id, have the same issuer.
  package func haveSameIssuer(_ a: String, _ b: String) -> Bool {
    if a.hasSameBytes(as: b) {
      return true
    }
    return hasIssuers && issuer(of: a).hasSameBytes(as: issuer(of: b))
  }

  /// Returns whether two providers, given by number, can assert the same credential.
  ///
  /// By default, the issuer of a family's member is the member's id, which another provider can declare as its issuer.
  package func canShareCredential(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (providers[a], providers[b])
    let haveSharedKind = first.kinds.contains { kind in
      switch kind {
      case .federated, .custom, .phone, .passkey: second.kinds.contains(kind)
      case .password, .emailLink, .anonymous: false
      }
    }
    return haveSharedKind && canShareIssuer(a, b)
  }

  /// Returns whether two providers, given by number, can have the same issuer.
  package func canShareIssuer(_ a: Int, _ b: Int) -> Bool {
    switch (providers[a].issuer, providers[b].issuer) {
    case (nil, nil): false
    case (let one?, let other?): one == other
    case (let one?, nil): value(of: one.text) == b
    case (nil, let other?): value(of: other.text) == a
    }
  }

  /// Returns the issuer of a provider's subjects: the issuer that the policy declares, or else the provider's id.
  package func issuer(of id: String) -> String {
    guard hasIssuers else { return id }
    return value(of: id).flatMap { issuers[$0] } ?? id
  }

  /// The kinds that at least one provider declares.
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
    // A family requires at least one character after the prefix.
    guard bytes.count > prefix.count else { return false }
    for index in prefix.indices where bytes[index] != prefix[index] {
      return false
    }
    return true
  }
}

/// Functions that find an example of an id that a family covers.
extension ProviderTable {
  /// Returns an example of a provider's id, such as `saml.example` for the family `saml.*`.
  ///
  /// For a family, the id begins with the family's prefix, belongs to no other provider or family, and is no provider's
  /// declared issuer.
  ///
  /// The function always finds an id, because a policy declares only finitely many longer families, ids and issuers.
  ///
  /// - Parameters:
  ///   - value: the provider's value of the fact `provider`.
  ///   - name: the name to append to the family's prefix.
  /// - Returns: an id whose ``value(of:)`` is the given value; different names give different ids.
  package func example(of value: Int, named name: String = "example") -> String {
    let provider = providers[value]
    guard provider.isFamily else { return provider.id.text }
    let prefix = Array(provider.id.bytes.dropLast())
    // In the family `*` of all other providers, the prefix `unlisted.` shows that the id is arbitrary.
    let usual = Array((prefix.isEmpty ? "unlisted." + name : name).utf8)
    for stem in [[], [UInt8(ascii: "x")]] {
      let id = String(decoding: prefix + stem + usual, as: UTF8.self)
      if self.value(of: id) == value, !isDeclaredIssuer(id) {
        return id
      }
    }
    var id = prefix + Self.stem(avoiding: ends(below: prefix)) + usual
    // The id belongs to no family with a longer prefix, but can still be equal to a declared id or issuer.
    while id.count < 4096 {
      let text = String(decoding: id, as: UTF8.self)
      if self.value(of: text) == value, !isDeclaredIssuer(text) { break }
      id.append(UInt8(ascii: "x"))
    }
    return String(decoding: id, as: UTF8.self)
  }

  private func isDeclaredIssuer(_ id: String) -> Bool {
    providers.contains { provider in provider.issuer.map { id.hasSameBytes(as: $0) } ?? false }
      || furtherIssuers.contains { id.hasSameBytes(as: $0) }
  }

  /// Returns the suffixes that longer families add to a prefix, such as `okta.` if the family `saml.okta.*` is longer
  /// than `saml.*`.
  private func ends(below prefix: [UInt8]) -> [[UInt8]] {
    families.compactMap { family in
      family.prefix.count > prefix.count && family.prefix.starts(with: prefix)
        ? Array(family.prefix.dropFirst(prefix.count)) : nil
    }
  }

  /// Returns a short text such that the text begins with no given suffix, and no given suffix begins with the text.
  ///
  /// The search extends each beginning of a suffix by every letter in turn, the shortest beginning first. The search
  /// ends, because the alphabet has more letters than the number of suffixes.
  private static func stem(avoiding ends: [[UInt8]]) -> [UInt8] {
    var open: [[UInt8]] = [[]]
    while !open.isEmpty {
      var further: [[UInt8]] = []
      for start in open {
        for letter in letters(moreThan: ends.count) {
          let stem = start + letter
          if ends.contains(where: { stem.starts(with: $0) }) { continue }
          guard ends.contains(where: { $0.starts(with: stem) }) else { return stem }
          further.append(stem)
        }
      }
      open = further
    }
    return []
  }

  /// Returns more than `count` letters and symbols in UTF-8, with ASCII characters first.
  private static func letters(moreThan count: Int) -> [[UInt8]] {
    let ascii = Array("xabcdefghijklmnopqrstuvwyz0123456789-_.:/".utf8).map { [$0] }
    // The Hangul syllables are a contiguous range of thousands of letters.
    let others = (0...count).map { place in
      let scalar = 0xAC00 + place % 0x2000
      return [
        UInt8(0xE0 | scalar >> 12), UInt8(0x80 | scalar >> 6 & 0x3F), UInt8(0x80 | scalar & 0x3F),
      ]
    }
    return ascii + others
  }
}
