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
  enum NonceForm: String, JSONWord {
    /// The payload contains the nonce unchanged.
    case plain
    /// The payload contains the SHA-256 digest of the value that the application holds, in hexadecimal digits.
    case sha256
  }

  /// The keys in the elements of a separate list of addresses, such as GitHub's `/user/emails`.
  struct AddressList: Sendable {
    var email = ""
    var primary = ""
    /// The names of the claims about an address, each with the key of the claim in an element of the list.
    var aboutEmail: [(claim: String, key: String)] = []
  }

  /// The provider's id in policies; nil if the caller must pass the id, as for tenant-specific connections.
  public internal(set) var provider: String?
  /// The kind of payload that the mapping reads, such as an ID token.
  public internal(set) var source = ClaimsSource.idToken
  /// The accepted issuers, in which `{tid}` represents the tenant of the token; empty if the caller must pass the
  /// issuers.
  public internal(set) var issuers: [String] = []

  var nonce: NonceForm?
  var subject: Path = []
  var isSubjectNumber = false
  var email: Path?
  var aboutEmail: [String] = []
  var addressList: AddressList?
  var name: [Path] = []
  var formName: [Path] = []
  var photo: Path?

  package init() {}
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
  /// The user-info answer to a request with an access token; the answer does not name the application for which the
  /// access token was issued.
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
    let mapping = ClaimsMapping(document.root, &findings)
    try findings.check(in: sources)
    self = mapping ?? ClaimsMapping()
  }

  /// Reads a mapping inside another document.
  ///
  /// - Throws: the first finding, with its column.
  package init(_ value: JSONValue, in locator: JSONLocator) throws(AnswerError) {
    var findings = JSONFindings(locator)
    let mapping = ClaimsMapping(value, &findings)
    guard let mapping, !findings.hasErrors else { throw AnswerError(findings.diagnostics) }
    self = mapping
  }
}

// MARK: The JSON object

extension ClaimsSource: JSONWord {}

extension ClaimsMapping: JSONShape {
  /// The keys of a mapping.
  package mutating func fields(_ json: inout some JSONFields) {
    var version = 1
    json.required("linkpolicy-claims", &version, where: .isMappingVersion)
    json.optional("provider", &provider, orNull: false, where: .isNotEmpty)
    json.required("source", &source)
    json.list("issuers", &issuers, where: .areNames)
    json.optional("nonce", &nonce, orNull: false)
    json.required("subject", &subject, where: .isPath)
    var isNumber = isSubjectNumber ? true : nil
    json.optional("number-subject", &isNumber, orNull: false)
    isSubjectNumber = isNumber ?? false
    json.optional("email", &email, orNull: false, where: .isPath)
    var about = email.map { _ in aboutEmail }
    json.optional("about-email", &about, orNull: false, where: .areClaims)
    aboutEmail = about ?? []
    json.optional("address-list", &addressList, orNull: false)
    json.required("name", &name, where: .arePaths)
    json.list("form-name", &formName, where: .arePaths)
    json.optional("photo", &photo, orNull: false, where: .isPath)
    json.exactlyOne(of: [["email", "about-email"], ["address-list"]])
  }

  /// Reports keys that exclude or require each other.
  package func check(_ mapping: JSONValue, _ findings: inout JSONFindings) {
    if (email == nil) == (addressList == nil) {
      findings.report(
        .jsonConflict, "a mapping has either `email` or `address-list`", at: mapping)
    }
    let about = mapping["about-email"]
    if let about, email == nil {
      findings.report(.jsonConflict, "`about-email` requires `email`", at: about)
    }
    if about == nil, email != nil {
      findings.report(
        .jsonMissingKey,
        "`about-email` is missing: list the claims about the address, or `[]` for none",
        at: mapping)
    }
    if let nonce = mapping["nonce"], source != .idToken {
      findings.report(.jsonConflict, "only an ID token has a nonce", at: nonce)
    }
    if let issuers = mapping["issuers"], source == .userInfo {
      findings.report(.jsonConflict, "a user-info answer names no issuer", at: issuers)
    }
  }
}

extension ClaimsMapping.AddressList: JSONShape {
  mutating func fields(_ json: inout some JSONFields) {
    json.required("email", &email, where: .isNotEmpty)
    json.required("primary", &primary, where: .isNotEmpty)
    var about = JSONEntries(aboutEmail.map { (Located(Name($0.claim)), $0.key) })
    json.required("about-email", &about, where: .areKeys)
    aboutEmail = about.entries.map { ($0.key.value.text, $0.value) }
  }
}

// MARK: Keys of payloads

/// The schemas and the checks of the keys that lead to values of a payload.
private enum PayloadKeys {
  static var name: JSONValue { .object(["type": .string("string"), "minLength": .int(1)]) }

  static var path: JSONValue {
    .object(["type": .string("array"), "minItems": .int(1), "items": name])
  }

  /// Reports each empty text among the elements.
  static func check(names: JSONValue, _ key: String, _ findings: inout JSONFindings) {
    for element in names.elements ?? [] where element.text == "" {
      findings.report(.jsonUnknownValue, Name(key).quoted + " is empty", at: element)
    }
  }

  /// Reports a path without keys, and each empty key of a path.
  static func check(path: JSONValue, _ key: String, _ findings: inout JSONFindings) {
    if path.elements?.isEmpty == true {
      findings.report(
        .jsonUnknownValue, "`" + key + "` names no claim: list the keys that lead to it", at: path)
    }
    check(names: path, key, &findings)
  }
}

extension JSONRule<Int> {
  fileprivate static var isMappingVersion: Self {
    JSONRule(["const": .int(1)]) { version, _, given, findings in
      if version != 1 {
        findings.report(
          .jsonUnknownValue, "unknown version of a mapping; expected `1`", at: given)
      }
    }
  }
}

extension JSONRule<[String]> {
  fileprivate static var areNames: Self {
    JSONRule(["items": PayloadKeys.name]) { _, key, given, findings in
      PayloadKeys.check(names: given, key, &findings)
    }
  }

  fileprivate static var isPath: Self {
    JSONRule(["minItems": .int(1), "items": PayloadKeys.name]) { _, key, given, findings in
      PayloadKeys.check(path: given, key, &findings)
    }
  }

  /// Names without duplicates, because an address has each claim at most once.
  fileprivate static var areClaims: Self {
    JSONRule(["uniqueItems": .bool(true), "items": PayloadKeys.name]) {
      names, key, given, findings in
      PayloadKeys.check(names: given, key, &findings)
      var known: Set<Name> = []
      for name in names where !known.insert(Name(name)).inserted {
        findings.report(
          .jsonConflict, "`" + key + "` names " + Name(name).quoted + " twice", at: given)
      }
    }
  }
}

extension JSONRule<[ClaimsMapping.Path]> {
  fileprivate static var arePaths: Self {
    JSONRule(["items": PayloadKeys.path]) { _, key, given, findings in
      for path in given.elements ?? [] {
        PayloadKeys.check(path: path, key, &findings)
      }
    }
  }
}

extension JSONRule<JSONEntries<String>> {
  fileprivate static var areKeys: Self {
    JSONRule(["additionalProperties": PayloadKeys.name]) { _, _, given, findings in
      for member in given.members ?? [] where member.value.text == "" {
        findings.report(.jsonUnknownValue, member.key.quoted + " is empty", at: member.value)
      }
    }
  }
}
