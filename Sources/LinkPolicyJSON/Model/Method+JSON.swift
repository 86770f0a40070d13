package import LinkPolicy

extension Method {
  /// Reads a method; an invalid value is a finding, and the result is nil.
  ///
  /// A string is a provider, or `provider/kind`. If there is no kind, the policy determines it
  /// (``Method/isKindOpen``).
  package init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    if let text = value.text {
      self.init(text, at: value, &findings)
      return
    }
    guard var reader = JSONObjectReader(value, in: "methods", &findings) else { return nil }
    let provider = reader.requiredText("provider", &findings)
    let kind = reader.word("kind", of: MethodKind.words, &findings)
    self.init(provider ?? "", orOpen: kind, subject: reader.text("subject", &findings))
    isSuperseded = reader.flag("superseded", &findings) ?? false
    address = reader.text("address", &findings)
    provedAddress = reader.text("proved", &findings)
    labels = reader.pairs("labels", &findings)
    since = reader.count("since", &findings) ?? 0
    reader.finish(&findings)
    if provider == nil {
      return nil
    }
  }

  private init?(_ text: String, at value: JSONValue, _ findings: inout JSONFindings) {
    guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else {
      self.init(text, orOpen: nil)
      return
    }
    let kind = text[text.utf8.index(after: slash)...]
    let word = JSONValue(.string(Name(String(kind))), at: value.offset)
    guard let kind = findings.word(word, of: MethodKind.words, in: "methods") else { return nil }
    self.init(String(text[..<slash]), kind)
  }
}

extension JSONWriter {
  /// Writes a method and omits its nil and empty values.
  package mutating func method(_ method: Method) {
    beginObject()
    key("provider")
    string(method.provider)
    if !method.isKindOpen {
      key("kind")
      string(method.closedKind.name)
    }
    member("subject", method.subject)
    if method.isSuperseded {
      key("superseded")
      bool(true)
    }
    member("address", method.address)
    member("proved", method.provedAddress)
    members("labels", method.labels)
    member("since", method.since, unless: 0)
    endObject()
  }
}

extension MethodKind {
  /// The JSON word of each kind.
  package static let words: JSONWords<MethodKind> = [
    "federated": .federated, "password": .password, "email-link": .emailLink, "phone": .phone,
    "custom": .custom, "anonymous": .anonymous, "passkey": .passkey,
  ]
}
