public import LinkPolicy

extension Attempt {
  /// Returns the id under which a store records the outcome of a request: the client's id with a digest of the
  /// attempt.
  ///
  /// Clients choose the ids of their requests, so two clients can choose the same id, even on purpose. Two attempts
  /// with equal client ids therefore get different request ids if their action, method, subject or session differs. A
  /// wrong secret or nonce also changes the request id. Attempts with different request ids get separate decisions.
  ///
  /// ``AccountStore/settle(_:by:under:policy:method:passwordHash:once:retries:telling:)`` uses the request id. If you
  /// decide outside the transaction, pass the id to `ChangeSet.identified(by:)`. Attempts that prove nothing, such as
  /// an anonymous sign-in or a sign-up, are distinguished only by `id`, so `id` must be unpredictable.
  ///
  /// - Parameters:
  ///   - id: the id that the client chose for the request.
  ///   - caller: the ids of the session, target and code that the caller sent.
  /// - Returns: `id`, a period, and 64 hexadecimal digits. Passwords, their hashes, settings and policies are not part
  ///   of the digest.
  public func requestID(_ id: String, by caller: Lookup.Caller) -> String {
    var text = RequestText()
    text.add(action.name)
    text.add(tenant)
    text.add(address)
    text.add(profile)
    text.add(stated)
    text.add(link)
    text.add(assertion)
    text.add(ticket)
    text.add(caller)
    text.add(inputs)
    text.add(identifiers)
    return id + "." + Hexadecimal.text(SHA256.digest(of: text.bytes))
  }
}

/// The bytes of an attempt and its caller, for the digest in a request id.
///
/// The length of each part precedes the part, so that different attempts have different bytes.
private struct RequestText {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ text: String?) {
    guard let text else { return bytes.append(0) }
    let part = Array(text.utf8)
    bytes.append(1)
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: part.count >> (8 * $0)) }
    bytes += part
  }

  /// Adds a list: the number of its elements, and then each element.
  mutating func add<Part>(_ parts: [Part], _ each: (Part, inout RequestText) -> Void) {
    add(String(parts.count))
    for part in parts {
      each(part, &self)
    }
  }

  mutating func add(_ profile: Profile) {
    add(profile.name)
    add(profile.photo)
  }

  mutating func add(_ stated: StatedValues) {
    for fact in EngineFact.allCases {
      add(stated[fact].map { String($0) })
    }
  }

  mutating func add(_ link: Attempt.LinkRequest?) {
    add(link.map { _ in "link" })
    if let link {
      add(link.stated)
    }
  }

  mutating func add(_ assertion: Assertion?) {
    add(assertion?.provider)
    guard let assertion else { return }
    add(assertion.kind?.name.text)
    add(assertion.subject)
    add(assertion.addresses) { record, text in
      text.add(record.email)
      text.add(record.claims) { claim, text in
        text.add(claim.name)
        text.add(claim.value)
      }
    }
    add(assertion.profile)
    add(assertion.stated)
  }

  mutating func add(_ value: ClaimValue) {
    switch value {
    case .boolean(let value): add(value ? "true" : "false")
    case .string(let name): add("string " + name.text)
    case .number(let name): add("number " + name.text)
    case .null: add(nil as String?)
    }
  }

  mutating func add(_ ticket: Ticket?) {
    add(ticket?.policy.text)
    guard let ticket else { return }
    add(ticket.ask.name.text)
    add(ticket.provider)
    add(ticket.kind?.name.text)
    add(ticket.subject)
    add(ticket.address)
    add(ticket.account)
    add(ticket.tenant)
    add(ticket.settings.values) { setting, text in
      text.add(setting.name)
      text.add(setting.value)
    }
    add(ticket.action)
    add(ticket.row)
    add(ticket.inputs)
    add(ticket.identifiers)
  }

  /// Adds the inputs; adds nothing for an attempt without inputs.
  ///
  /// An attempt without inputs keeps the request id that earlier versions computed.
  mutating func add(_ inputs: Inputs) {
    guard !inputs.values.isEmpty else { return }
    add(inputs.values) { input, text in
      text.add(input.name)
      text.add(input.value)
    }
  }

  /// Adds the identifiers; adds nothing for an attempt without identifiers.
  ///
  /// An attempt without identifiers keeps the request id that earlier versions computed.
  mutating func add(_ identifiers: [AccountIdentifier]) {
    guard !identifiers.isEmpty else { return }
    // A list of inputs begins with a number, so this word distinguishes identifiers from inputs.
    add("identifiers")
    add(identifiers) { identifier, text in
      text.add(identifier.name)
      text.add(identifier.value)
    }
  }

  mutating func add(_ caller: Lookup.Caller) {
    add(caller.session)
    add(caller.target)
    add(caller.code)
  }
}
