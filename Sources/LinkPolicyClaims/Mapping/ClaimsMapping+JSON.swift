public import LinkPolicy
internal import LinkPolicyJSON

extension ClaimsMapping {
  /// Reads a mapping of the caller's own.
  ///
  /// - Parameters:
  ///   - bytes: one JSON object in UTF-8, with the keys that `Docs/Claims.md` describes.
  ///   - file: its name, for diagnostics.
  /// - Throws: what is wrong with it, all findings at once: no JSON, a key twice, unknown or missing, a value of another type.
  public init(json bytes: [UInt8], file: String) throws(InvalidInput) {
    let document = try JSONDocument(bytes, name: file)
    let sources = SourceMap(files: [SourceMap.File(name: file, bytes: bytes)])
    var findings = JSONFindings(document)
    let mapping = Self.read(document.root, &findings)
    try findings.check(in: sources)
    // Whatever is missing was found above.
    guard let mapping else { throw InvalidInput([], in: sources) }
    self = mapping
  }

  private static func read(
    _ root: JSONValue, _ findings: inout JSONFindings
  ) -> ClaimsMapping? {
    guard var reader = JSONObjectReader(root, &findings) else { return nil }
    if let version = reader.required("linkpolicy-claims", &findings),
      findings.int(version, in: "linkpolicy-claims").map({ $0 != 1 }) ?? false
    {
      findings.report(
        .jsonUnknownValue, "this version of a mapping is not known; `1` is", at: version)
    }
    let provider = reader.optional("provider").flatMap { words($0, "provider", &findings) }
    var source: ClaimsSource?
    if let value = reader.required("source", &findings) {
      source = choice(value, "source", of: ClaimsSource.self, &findings)
    }
    let issuers = reader.optional("issuers").map { list($0, "issuers", &findings) }
    let nonceValue = reader.optional("nonce")
    let nonce = nonceValue.flatMap { choice($0, "nonce", of: NonceForm.self, &findings) }
    var subject: Path?
    if let value = reader.required("subject", &findings) {
      subject = path(value, "subject", &findings)
    }
    let isNumber = reader.optional("number-subject").flatMap {
      findings.bool($0, in: "number-subject")
    }
    let emailValue = reader.optional("email")
    let email = emailValue.flatMap { path($0, "email", &findings) }
    let about = reader.optional("about-email")
    let addressValue = reader.optional("address-list")
    let addressList = addressValue.flatMap { readAddressList($0, &findings) }
    var name: [Path] = []
    if let value = reader.required("name", &findings) {
      name = paths(value, "name", &findings)
    }
    let formName = reader.optional("form-name").map { paths($0, "form-name", &findings) }
    let photo = reader.optional("photo").flatMap { path($0, "photo", &findings) }
    reader.finish(&findings)

    if (emailValue == nil) == (addressValue == nil) {
      findings.report(
        .jsonConflict, "a mapping has either `email` or `address-list`", at: root)
    }
    if let about, emailValue == nil {
      findings.report(.jsonConflict, "`about-email` stands beside `email`", at: about)
    }
    if about == nil, emailValue != nil {
      findings.report(
        .jsonMissingKey,
        "`about-email` is missing: list the claims about the address, or `[]` for none", at: root)
    }
    if let nonceValue, source != .idToken {
      findings.report(.jsonConflict, "only an ID token has a nonce", at: nonceValue)
    }
    let claims = about.map { list($0, "about-email", &findings) }
    guard let source, let subject else { return nil }
    return ClaimsMapping(
      provider: provider, source: source, issuers: issuers ?? [], nonce: nonce, subject: subject,
      isSubjectNumber: isNumber ?? false, email: email, aboutEmail: claims ?? [],
      addressList: addressList, name: name, formName: formName ?? [], photo: photo)
  }

  private static func readAddressList(
    _ value: JSONValue, _ findings: inout JSONFindings
  ) -> AddressList? {
    guard var reader = JSONObjectReader(value, in: "address-list", &findings) else { return nil }
    let email = words(of: &reader, "email", &findings)
    let primary = words(of: &reader, "primary", &findings)
    var about: [(claim: String, key: String)] = []
    if let value = reader.required("about-email", &findings) {
      for member in findings.members(value, in: "about-email") ?? [] {
        guard let key = words(member.value, member.keyText, &findings) else { continue }
        about.append((member.keyText, key))
      }
    }
    reader.finish(&findings)
    guard let email, let primary else { return nil }
    return AddressList(email: email, primary: primary, aboutEmail: about)
  }

  private static func words(
    of reader: inout JSONObjectReader, _ key: String, _ findings: inout JSONFindings
  ) -> String? {
    guard let value = reader.required(key, &findings) else { return nil }
    return words(value, key, &findings)
  }

  private static func words(
    _ value: JSONValue, _ key: String, _ findings: inout JSONFindings
  ) -> String? {
    guard let text = findings.text(value, in: key) else { return nil }
    guard !text.isEmpty else {
      findings.report(.jsonUnknownValue, "`" + key + "` is empty", at: value)
      return nil
    }
    return text
  }

  private static func list(
    _ value: JSONValue, _ key: String, _ findings: inout JSONFindings
  ) -> [String] {
    (findings.elements(value, in: key) ?? []).compactMap { words($0, key, &findings) }
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
    return elements.compactMap { words($0, key, &findings) }
  }

  private static func paths(
    _ value: JSONValue, _ key: String, _ findings: inout JSONFindings
  ) -> [Path] {
    (findings.elements(value, in: key) ?? []).compactMap { path($0, key, &findings) }
  }

  private static func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ value: JSONValue, _ key: String, of type: Value.Type, _ findings: inout JSONFindings
  ) -> Value? {
    guard let text = words(value, key, &findings) else { return nil }
    if let found = Value(rawValue: text) {
      return found
    }
    let known = Value.allCases.map { "`" + $0.rawValue + "`" }.joined(separator: ", ")
    findings.report(
      .jsonUnknownValue, "`" + text + "` is no value of `" + key + "`; there are " + known,
      at: value)
    return nil
  }
}
