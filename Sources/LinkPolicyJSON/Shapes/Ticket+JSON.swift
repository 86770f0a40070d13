internal import LinkPolicy

extension Ticket {
  /// Reads a ticket as a decision wrote it, or reports what is wrong and returns nil.
  init?(_ part: JSONObjectReader, _ findings: inout JSONFindings) {
    var part = part
    let digest = part.required("policy", &findings)
    let text = digest.flatMap { findings.string($0, in: "policy") }
    let policy = text.flatMap { PolicyDigest(text: $0.text) }
    if let digest, text != nil, policy == nil {
      findings.report(
        .jsonUnknownValue, "expected 64 hexadecimal digits in `policy`", at: digest,
        help: "hand the ticket back as it was handed out")
    }
    let ask = part.requiredWord("ask", Remedy.words, &findings)
    let provider = part.text("provider", &findings)
    let kind = part.word("kind", MethodKind.words, &findings)
    let subject = part.text("subject", &findings)
    let address = part.text("address", &findings)
    let account = part.text("account", &findings)
    let tenant = part.text("tenant", &findings)
    let settings = Settings(part.pairs("settings", &findings))
    part.finish(&findings)
    guard let policy, let ask else { return nil }
    self.init(
      policy: policy, ask: ask, provider: provider, kind: kind, subject: subject,
      address: address, account: account, tenant: tenant, settings: settings)
  }
}

extension JSONWriter {
  /// Writes a ticket.
  mutating func ticket(_ ticket: Ticket) {
    beginObject()
    member("policy", ticket.policy.text)
    key("ask")
    string(ticket.ask.name)
    member("provider", ticket.provider)
    member("kind", ticket.kind?.name.text)
    member("subject", ticket.subject)
    member("address", ticket.address)
    member("account", ticket.account)
    member("tenant", ticket.tenant)
    members("settings", ticket.settings.values)
    endObject()
  }

  /// Writes what a decision tells.
  mutating func told(_ told: DisclosedValues) {
    beginObject()
    member("account", told.account)
    if let methods = told.methods {
      key("methods")
      strings(methods)
    }
    if let methods = told.addressMethods {
      key("address-methods")
      strings(methods)
    }
    if let providers = told.providers {
      key("providers")
      strings(providers)
    }
    if let credential = told.credential {
      key("credential")
      beginObject()
      member("issuer", credential.issuer)
      member("subject", credential.subject)
      member("kind", credential.kind.name.text)
      endObject()
    }
    if let isRegistered = told.isRegistered {
      key("registered")
      bool(isRegistered)
    }
    endObject()
  }
}
