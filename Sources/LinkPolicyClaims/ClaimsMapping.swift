internal import CLinkPolicyResources
internal import LinkPolicy
public import LinkPolicyDiagnostics
package import LinkPolicyJSON

/// The keys under which a provider's payload contains a user's subject, address and profile.
///
/// A mapping is a JSON object. This module has mappings for ``ClaimsMapping/google`` and other well-known providers.
/// To write your own, see `Docs/Claims.md`, which describes every key.
public struct ClaimsMapping: Sendable {
  /// The keys that lead to a value, from the outermost object inwards.
  typealias Path = [String]

  /// The form that the request's nonce has in the payload.
  enum NonceForm: String, CaseIterable {
    /// The payload contains the nonce unchanged.
    case plain
    /// The payload contains the SHA-256 digest of the value that the application holds, in hexadecimal digits.
    case sha256
  }

  /// The keys in the elements of a separate list of addresses, such as GitHub's `/user/emails`.
  struct AddressList: Sendable {
    let email: String
    let primary: String
    /// The names of the claims about an address, each with the key of the claim in an element of the list.
    let aboutEmail: [(claim: String, key: String)]
  }

  /// The provider's id in policies; nil if the caller must pass the id, as for tenant-specific connections.
  public let provider: String?
  /// The kind of payload that the mapping reads, such as an ID token.
  public let source: ClaimsSource
  /// The accepted issuers, in which `{tid}` represents the tenant of the token; empty if the caller must pass the
  /// issuers.
  public let issuers: [String]

  let nonce: NonceForm?
  let subject: Path
  let isSubjectNumber: Bool
  let email: Path?
  let aboutEmail: [String]
  let addressList: AddressList?
  let name: [Path]
  let formName: [Path]
  let photo: Path?
}

/// The mappings that this module includes, such as ``ClaimsMapping/google``.
extension ClaimsMapping {
  /// ID tokens of Google, including Google Workspace, whose domain is the claim `hd`.
  public static let google = loaded(.google)
  /// ID tokens of Sign in with Apple; the name is sent only once, in the form post.
  public static let apple = loaded(.apple)
  /// Answers of `/me` of Facebook's Graph API with `fields=id,name,email,picture`.
  public static let facebook = loaded(.facebook)
  /// ID tokens of Facebook's Limited Login.
  public static let facebookLimited = loaded(.facebookLimited)
  /// ID tokens of Microsoft's identity platform, version 2.0, of every tenant.
  public static let microsoft = loaded(.microsoft)
  /// Answers of GitHub's `/user`, combined with the list of `/user/emails`.
  public static let gitHub = loaded(.gitHub)
  /// ID tokens of any OpenID provider; the caller passes the provider and the issuer.
  public static let oidc = loaded(.OIDC)
  /// User-info answers of any OpenID provider (OpenID Connect Core, section 5.3).
  public static let oidcUserInfo = loaded(.oidcUserInfo)
  /// Attributes of SAML assertions; the caller passes the provider and the issuer.
  public static let saml = loaded(.SAML)

  private static func loaded(_ file: LinkPolicyClaimsFile) -> ClaimsMapping {
    let resource = unsafe linkpolicy_claims(file)
    // The bytes of `#embed` never move and are never freed, and `count` is their exact length.
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: resource.bytes, count: resource.count))
    do throws(InvalidInput) {
      return try ClaimsMapping(json: bytes, file: "mapping")
    } catch {
      let finding = error.diagnostics.first?.message ?? ""
      fatalError("a mapping that LinkPolicyClaims ships is refused: " + finding)
    }
  }
}

/// The form of an identity provider's data about a user, such as the payload of an ID token.
public enum ClaimsSource: String, Sendable, CaseIterable {
  /// The payload of an ID token (OpenID Connect Core, section 2), which states its audience and its
  /// expiration.
  case idToken = "id-token"
  /// The user-info answer to a request with an access token; the answer does not name the application for which it was
  /// issued.
  case userInfo = "user-info"
  /// The attributes of a SAML assertion, as a JSON object (see ``ClaimsMapping``).
  case attributes
}

extension ClaimsMapping {
  /// Reads a custom mapping.
  ///
  /// - Parameters:
  ///   - bytes: one JSON object in UTF-8, with the keys that `Docs/Claims.md` describes.
  ///   - file: the name of the file in diagnostics.
  /// - Throws: an `InvalidInput` with all findings: invalid JSON, duplicate, unknown or missing keys, or
  ///   values of a wrong type.
  public init(json bytes: [UInt8], file: String) throws(InvalidInput) {
    if let refusal = FileKind.refusal(wanting: .claims, bytes, name: file) {
      throw refusal
    }
    let sources = SourceMap(files: [SourceMap.File(name: file, bytes: bytes)])
    let document = try JSONDocument(file: 0, of: sources)
    var findings = JSONFindings(document)
    let mapping = Self.read(document.root, &findings)
    try findings.check(in: sources)
    guard let mapping else {
      preconditionFailure("a mapping is nil only if there is a finding")
    }
    self = mapping
  }

  /// Reads a mapping inside another document.
  ///
  /// - Throws: the first finding, with its column.
  package init(_ value: JSONValue, in locator: JSONLocator) throws(AnswerError) {
    var findings = JSONFindings(locator)
    let mapping = Self.read(value, &findings)
    guard let mapping, !findings.hasErrors else { throw AnswerError(findings.diagnostics) }
    self = mapping
  }

  private static func read(
    _ root: JSONValue, _ findings: inout JSONFindings
  ) -> ClaimsMapping? {
    guard var reader = JSONObjectReader(root, &findings) else { return nil }
    if let version = reader.required("linkpolicy-claims", &findings),
      let number = findings.int(version, in: "linkpolicy-claims"), number != 1
    {
      findings.report(
        .jsonUnknownValue, "unknown version of a mapping; expected `1`", at: version)
    }
    let provider = reader.optional("provider").flatMap { text($0, in: "provider", &findings) }
    let source = reader.choice(
      "source", of: ClaimsSource.allCases.map { $0.rawValue }, &findings
    ).map { ClaimsSource.allCases[$0] }
    let issuersValue = reader.optional("issuers")
    let issuers = issuersValue.map { texts($0, in: "issuers", &findings) }
    let nonceValue = reader.optional("nonce")
    let nonce = nonceValue.flatMap {
      findings.choice($0, of: NonceForm.allCases.map { $0.rawValue }, in: "nonce")
    }.map { NonceForm.allCases[$0] }
    var subject: Path?
    if let value = reader.required("subject", &findings) {
      subject = path(value, in: "subject", &findings)
    }
    let isNumber = reader.optionalBool("number-subject", &findings)
    let emailValue = reader.optional("email")
    let email = emailValue.flatMap { path($0, in: "email", &findings) }
    let aboutValue = reader.optional("about-email")
    let about = aboutValue.map { claims($0, in: "about-email", &findings) }
    let listValue = reader.optional("address-list")
    let addressList = listValue.flatMap { readAddressList($0, &findings) }
    var name: [Path] = []
    if let value = reader.required("name", &findings) {
      name = paths(value, in: "name", &findings)
    }
    let formName = reader.optional("form-name").map { paths($0, in: "form-name", &findings) }
    let photo = reader.optional("photo").flatMap { path($0, in: "photo", &findings) }
    reader.finish(&findings)

    if (emailValue == nil) == (listValue == nil) {
      findings.report(
        .jsonConflict, "a mapping has either `email` or `address-list`", at: root)
    }
    if let aboutValue, emailValue == nil {
      findings.report(.jsonConflict, "`about-email` requires `email`", at: aboutValue)
    }
    if aboutValue == nil, emailValue != nil {
      findings.report(
        .jsonMissingKey,
        "`about-email` is missing: list the claims about the address, or `[]` for none", at: root)
    }
    if let nonceValue, let source, source != .idToken {
      findings.report(.jsonConflict, "only an ID token has a nonce", at: nonceValue)
    }
    if let issuersValue, source == .userInfo {
      findings.report(.jsonConflict, "a user-info answer names no issuer", at: issuersValue)
    }
    guard let source, let subject else { return nil }
    return ClaimsMapping(
      provider: provider, source: source, issuers: issuers ?? [], nonce: nonce, subject: subject,
      isSubjectNumber: isNumber ?? false, email: email, aboutEmail: about ?? [],
      addressList: addressList, name: name, formName: formName ?? [], photo: photo)
  }

  private static func readAddressList(
    _ value: JSONValue, _ findings: inout JSONFindings
  ) -> AddressList? {
    guard var reader = JSONObjectReader(value, in: "address-list", &findings) else { return nil }
    let email = requiredText(of: &reader, "email", &findings)
    let primary = requiredText(of: &reader, "primary", &findings)
    var about: [(claim: String, key: String)] = []
    if let value = reader.required("about-email", &findings) {
      for member in findings.members(value, in: "about-email") ?? [] {
        guard let key = text(member.value, in: member.keyText, &findings) else { continue }
        about.append((member.keyText, key))
      }
    }
    reader.finish(&findings)
    guard let email, let primary else { return nil }
    return AddressList(email: email, primary: primary, aboutEmail: about)
  }

  // MARK: Keys of payloads

  private static func requiredText(
    of reader: inout JSONObjectReader, _ key: String, _ findings: inout JSONFindings
  ) -> String? {
    guard let value = reader.required(key, &findings) else { return nil }
    return text(value, in: key, &findings)
  }

  private static func text(
    _ value: JSONValue, in key: String, _ findings: inout JSONFindings
  ) -> String? {
    guard let text = findings.text(value, in: key) else { return nil }
    guard !text.isEmpty else {
      findings.report(.jsonUnknownValue, Name(key).quoted + " is empty", at: value)
      return nil
    }
    return text
  }

  private static func texts(
    _ value: JSONValue, in key: String, _ findings: inout JSONFindings
  ) -> [String] {
    (findings.elements(value, in: key) ?? []).compactMap { text($0, in: key, &findings) }
  }

  /// Reads a list of claim names and reports duplicates, because an address has each claim at most once.
  private static func claims(
    _ value: JSONValue, in key: String, _ findings: inout JSONFindings
  ) -> [String] {
    let names = texts(value, in: key, &findings)
    for (index, name) in names.enumerated()
    where names[..<index].contains(where: { $0.hasSameBytes(as: name) }) {
      findings.report(
        .jsonConflict, "`" + key + "` names " + Name(name).quoted + " twice", at: value)
    }
    return names
  }

  private static func path(
    _ value: JSONValue, in key: String, _ findings: inout JSONFindings
  ) -> Path? {
    guard let elements = findings.elements(value, in: key) else { return nil }
    guard !elements.isEmpty else {
      findings.report(
        .jsonUnknownValue, "`" + key + "` names no claim: list the keys that lead to it", at: value)
      return nil
    }
    return elements.compactMap { text($0, in: key, &findings) }
  }

  private static func paths(
    _ value: JSONValue, in key: String, _ findings: inout JSONFindings
  ) -> [Path] {
    (findings.elements(value, in: key) ?? []).compactMap { path($0, in: key, &findings) }
  }
}
