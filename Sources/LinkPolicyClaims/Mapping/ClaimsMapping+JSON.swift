internal import LinkPolicy
public import LinkPolicyDiagnostics
internal import LinkPolicyJSON

extension ClaimsMapping {
  /// Reads a mapping of the caller's own.
  ///
  /// - Parameters:
  ///   - bytes: one JSON object in UTF-8, with the keys that `Docs/Claims.md` describes.
  ///   - file: its name, for diagnostics.
  /// - Throws: what is wrong with it, all findings at once: no JSON, a key twice, unknown or missing, a value of another type.
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
      preconditionFailure("a mapping is nil only beside a finding")
    }
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
        .jsonUnknownValue, "this version of a mapping is not known; `1` is", at: version)
    }
    let provider = reader.optional("provider").flatMap { text($0, "provider", &findings) }
    let source = reader.choice(
      "source", of: ClaimsSource.allCases.map { $0.rawValue }, &findings
    ).map { ClaimsSource.allCases[$0] }
    let issuersValue = reader.optional("issuers")
    let issuers = issuersValue.map { texts($0, "issuers", &findings) }
    let nonceValue = reader.optional("nonce")
    let nonce = nonceValue.flatMap {
      findings.choice($0, of: NonceForm.allCases.map { $0.rawValue }, in: "nonce")
    }.map { NonceForm.allCases[$0] }
    var subject: Path?
    if let value = reader.required("subject", &findings) {
      subject = path(value, "subject", &findings)
    }
    let isNumber = reader.optionalBool("number-subject", &findings)
    let emailValue = reader.optional("email")
    let email = emailValue.flatMap { path($0, "email", &findings) }
    let aboutValue = reader.optional("about-email")
    let about = aboutValue.map { claims($0, "about-email", &findings) }
    let listValue = reader.optional("address-list")
    let addressList = listValue.flatMap { readAddressList($0, &findings) }
    var name: [Path] = []
    if let value = reader.required("name", &findings) {
      name = paths(value, "name", &findings)
    }
    let formName = reader.optional("form-name").map { paths($0, "form-name", &findings) }
    let photo = reader.optional("photo").flatMap { path($0, "photo", &findings) }
    reader.finish(&findings)

    if (emailValue == nil) == (listValue == nil) {
      findings.report(
        .jsonConflict, "a mapping has either `email` or `address-list`", at: root)
    }
    if let aboutValue, emailValue == nil {
      findings.report(.jsonConflict, "`about-email` stands beside `email`", at: aboutValue)
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
        guard let key = text(member.value, member.keyText, &findings) else { continue }
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
    return text(value, key, &findings)
  }

  private static func text(
    _ value: JSONValue, _ key: String, _ findings: inout JSONFindings
  ) -> String? {
    guard let text = findings.text(value, in: key) else { return nil }
    guard !text.isEmpty else {
      findings.report(.jsonUnknownValue, Name(key).quoted + " is empty", at: value)
      return nil
    }
    return text
  }

  private static func texts(
    _ value: JSONValue, _ key: String, _ findings: inout JSONFindings
  ) -> [String] {
    (findings.elements(value, in: key) ?? []).compactMap { text($0, key, &findings) }
  }

  /// Names of claims, each once: what is said twice of an address no policy reads.
  private static func claims(
    _ value: JSONValue, _ key: String, _ findings: inout JSONFindings
  ) -> [String] {
    let names = texts(value, key, &findings)
    for (index, name) in names.enumerated()
    where names[..<index].contains(where: { $0.hasSameBytes(as: name) }) {
      findings.report(
        .jsonConflict, "`" + key + "` names " + Name(name).quoted + " twice", at: value)
    }
    return names
  }

  private static func path(
    _ value: JSONValue, _ key: String, _ findings: inout JSONFindings
  ) -> Path? {
    guard let elements = findings.elements(value, in: key) else { return nil }
    guard !elements.isEmpty else {
      findings.report(
        .jsonUnknownValue, "`" + key + "` names no claim: list the keys that lead to it", at: value)
      return nil
    }
    return elements.compactMap { text($0, key, &findings) }
  }

  private static func paths(
    _ value: JSONValue, _ key: String, _ findings: inout JSONFindings
  ) -> [Path] {
    (findings.elements(value, in: key) ?? []).compactMap { path($0, key, &findings) }
  }
}
