package import LinkPolicy

extension Method {
  /// Reads a method from a string such as `password/email-link`, or from an object.
  ///
  /// The initializer reports each invalid value as a finding, and returns nil only if there is no valid provider.
  ///
  /// A string is a provider, or `provider/kind`. Without a kind, the policy determines the kind
  /// (``Method/isKindOpen``).
  package init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    if let text = value.text {
      self.init(text)
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

  /// Reads the short notation of a method, such as `password/email-link`.
  ///
  /// A provider's id can contain slashes, as in `https://idp.example`, so the text after the last slash is a kind only
  /// if the text is a kind's word. The engine refuses a provider that the policy does not declare.
  private init(_ text: String) {
    if let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")),
      let kind = MethodKind.words[String(text[text.utf8.index(after: slash)...])]
    {
      self.init(String(text[..<slash]), kind)
    } else {
      self.init(text, orOpen: nil)
    }
  }
}

extension JSONWriter {
  /// Writes a method without its nil and empty values.
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
  /// The JSON word of each kind, such as `email-link`.
  package static let words: JSONWords<MethodKind> = [
    "federated": .federated, "password": .password, "email-link": .emailLink, "phone": .phone,
    "custom": .custom, "anonymous": .anonymous, "passkey": .passkey,
  ]
}
