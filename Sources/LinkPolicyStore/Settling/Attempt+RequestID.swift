public import LinkPolicy

extension Attempt {
  /// The id of a request, joined with a digest of what is asked: what a store is given to remember an outcome by.
  ///
  /// An id of a request is of a client's making, so somebody else may use it too. What was remembered of an attempt is for that attempt
  /// alone, with all that was checked of it: an attempt by another method or subject, with a wrong secret or nonce, or in another
  /// session has another id here, and is decided by itself.
  ///
  /// ``AccountStore/settle(_:by:under:policy:method:passwordHash:once:retries:telling:)`` goes by it. Whoever decides outside of
  /// the transaction gives it to `ChangeSet.identified(by:)`. What proves nothing, such as an anonymous sign-in or a
  /// sign-up, is kept apart by `id` alone: it has to be one that nobody can guess.
  ///
  /// - Parameters:
  ///   - id: the id of the request.
  ///   - caller: the session, target and code that came along, by their ids.
  /// - Returns: `id`, a full stop, and 64 hexadecimal digits. Passwords and their hashes are not in it, settings and policies neither.
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
    return id + "." + Hexadecimal.text(SHA256.digest(of: text.bytes))
  }
}

/// What is asked, as bytes: each part with its length, so that one never runs into the next.
private struct RequestText {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ text: String?) {
    guard let text else { return bytes.append(0) }
    let part = Array(text.utf8)
    bytes.append(1)
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: part.count >> (8 * $0)) }
    bytes += part
  }

  /// Adds how many parts come, and each of them.
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
  }

  mutating func add(_ caller: Lookup.Caller) {
    add(caller.session)
    add(caller.target)
    add(caller.code)
  }
}
