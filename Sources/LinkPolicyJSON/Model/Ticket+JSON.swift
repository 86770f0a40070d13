internal import LinkPolicy

extension Ticket {
  /// Reads a ticket that a decision issued.
  ///
  /// The initializer reports each invalid value as a finding, and returns nil only if `policy` or `ask` is missing or
  /// invalid.
  init?(_ part: JSONObjectReader, _ findings: inout JSONFindings) {
    var part = part
    let digest = part.required("policy", &findings)
    let text = digest.flatMap { findings.string($0, in: "policy") }
    let policy = text.flatMap { PolicyDigest(text: $0.text) }
    if let digest, text != nil, policy == nil {
      findings.report(
        .jsonUnknownValue, "expected 64 hexadecimal digits in `policy`", at: digest,
        help: "pass the ticket as the refusal returned it")
    }
    let ask = part.requiredWord("ask", of: Remedy.words, &findings)
    let provider = part.text("provider", &findings)
    let kind = part.word("kind", of: MethodKind.words, &findings)
    let subject = part.text("subject", &findings)
    let address = part.text("address", &findings)
    let account = part.text("account", &findings)
    let tenant = part.text("tenant", &findings)
    let settings = Settings(part.pairs("settings", &findings))
    let action = part.text("action", &findings)
    let row = part.text("row", &findings)
    let inputs = Inputs(part.pairs("inputs", &findings))
    let identifiers = part.accountIdentifiers("identifiers", &findings) ?? []
    part.finish(&findings)
    guard let policy, let ask else { return nil }
    self.init(
      policy: policy, ask: ask, provider: provider, kind: kind, subject: subject,
      address: address, account: account, tenant: tenant, settings: settings, action: action,
      row: row, inputs: inputs, identifiers: identifiers)
  }
}

extension JSONWriter {
  /// Writes a ticket as an object, without nil and empty values.
  mutating func ticket(_ ticket: Ticket) {
    beginObject()
    ticketStart(ticket.policy, ticket.ask)
    member("action", ticket.action)
    member("row", ticket.row)
    ticketContent(ticket)
    members("settings", ticket.settings.values)
    members("inputs", ticket.inputs.values)
    endObject()
  }

  /// Writes the first members of a ticket; these members depend only on the policy and the remedy.
  mutating func ticketStart(_ policy: PolicyDigest, _ ask: Remedy) {
    member("policy", policy.text)
    key("ask")
    string(ask.name)
  }

  /// Writes the ticket members that name the assertion, the account, the tenant and the identifiers.
  mutating func ticketContent(_ ticket: Ticket) {
    furtherMembers(reserving: 256) { output in
      output.text(#","provider":"#, unlessNil: ticket.provider)
      if let kind = ticket.kind {
        output.text(#","kind":"#)
        output.string(kind.name.bytes.span)
      }
      output.text(#","subject":"#, unlessNil: ticket.subject)
      output.text(#","address":"#, unlessNil: ticket.address)
      output.text(#","account":"#, unlessNil: ticket.account)
      output.text(#","tenant":"#, unlessNil: ticket.tenant)
    }
    members("identifiers", ticket.identifiers.map { (name: $0.name, value: $0.value) })
  }

  /// Writes the disclosed values of a decision as the member `told`.
  mutating func told(_ told: DisclosedValues) {
    key("told")
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
