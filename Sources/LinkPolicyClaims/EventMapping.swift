public import LinkPolicy
internal import LinkPolicyJSON

/// A provider that sends events about accounts, and the rules for its tokens.
///
/// Providers send security event tokens of RISC or CAEP (RFC 8417), except Apple, which sends notifications in another
/// form.
public struct EventMapping: Sendable {
  /// The form of a token that reports events: a security event token, or a notification from Apple.
  enum TokenForm: Sendable {
    /// The token's `events` is an object in which each key is the URI of an event type.
    case securityEvent
    /// The token's `events` is one event with a `type` and a `sub`: an object, or a string that contains the object.
    case notification
  }

  /// The provider's id in policies and attempts, such as `google.com`.
  public let provider: String
  /// The accepted issuers of tokens and subjects, such as `https://accounts.google.com`.
  public let issuers: [String]
  /// The domains whose addresses the provider manages, such as `gmail.com`; a report about any other address is an
  /// error.
  public let addressDomains: [String]
  /// Whether identifiers of the format `opaque` contain the subjects of the provider's sign-ins.
  public let hasOpaqueSubjects: Bool
  let form: TokenForm

  /// The security event tokens of Google's Cross-Account Protection.
  public static let google = EventMapping(
    provider: "google.com",
    issuers: ["https://accounts.google.com", "https://accounts.google.com/"],
    addressDomains: ["gmail.com", "googlemail.com"])
  /// The server-to-server notifications of Sign in with Apple.
  public static let apple = EventMapping(
    provider: "apple.com", issuers: ["https://appleid.apple.com"], addressDomains: [],
    hasOpaqueSubjects: false, form: .notification)

  /// Creates the mapping of a provider that sends security event tokens of RISC or CAEP.
  ///
  /// - Parameters:
  ///   - provider: the provider's id in the policy, such as `google.com`.
  ///   - issuers: the accepted issuers of tokens and subjects, at least one.
  ///   - addressDomains: the domains whose addresses the provider manages. A report about an address at any other
  ///     domain is an error; otherwise, any provider could remove any address from its account.
  ///   - hasOpaqueSubjects: whether the provider sends the subjects of its sign-ins in identifiers of the format
  ///     `opaque`.
  public init(
    provider: String, issuers: [String], addressDomains: [String] = [],
    hasOpaqueSubjects: Bool = false
  ) {
    self.init(
      provider: provider, issuers: issuers, addressDomains: addressDomains,
      hasOpaqueSubjects: hasOpaqueSubjects, form: .securityEvent)
  }

  private init(
    provider: String, issuers: [String], addressDomains: [String], hasOpaqueSubjects: Bool,
    form: TokenForm
  ) {
    self.provider = provider
    self.issuers = issuers
    self.addressDomains = addressDomains
    self.hasOpaqueSubjects = hasOpaqueSubjects
    self.form = form
  }
}

/// The values that a service expects in a token that reports events.
public struct EventExpectation: Sendable {
  let audiences: [String]
  let time: LongInteger?
  let leeway: LongInteger

  /// Creates the expected values of a token that reports events.
  ///
  /// - Parameters:
  ///   - audiences: the ids of the service at the provider, at least one; the token must be for one of these ids.
  ///   - time: the current time in seconds since 1970; nil skips the check of `iat` and `exp`, and the result lists
  ///     `time` as unchecked.
  ///   - leeway: the tolerated difference between clocks in seconds, 0 to 600.
  public init(audiences: [String], at time: LongInteger?, leeway: LongInteger = 60) {
    self.audiences = audiences
    self.time = time
    self.leeway = leeway
  }
}

/// The attempt of a reported event, with the checks that were made.
public struct MappedEvent: Sendable {
  /// The event; nil if the mapping knows none of the token's types.
  public let event: ProviderEvent?
  /// The attempt to decide; nil if the token reports no known event.
  ///
  /// Set the attempt's `tenant` if the provider belongs to a tenant.
  public let attempt: Attempt?
  /// The id of the token, `jti`, by which you can skip a token that the provider sends again.
  public let id: String
  /// The checks that passed: the issuer, the audience and, if you passed a current time, the time.
  public let checked: [ClaimsCheck]
  /// The checks that were not made: always the signature, and the time if you passed no current time.
  public let unchecked: [ClaimsCheck]
  /// The types of events that the mapping does not know, such as the verification of a stream.
  public let unrecognized: [String]
}

extension EventMapping {
  /// Builds the attempt of the event that a token reports.
  ///
  /// Before you call this function, verify the signature with the keys of the provider, because the function trusts the
  /// payload. Also verify the type of the token, which is `secevent+jwt` except for Apple's notifications.
  ///
  /// - Parameters:
  ///   - payload: the payload as the provider sent it, one JSON object in UTF-8, after base64url decoding.
  ///   - expected: the expected values of the payload, such as the ids of the service at the provider.
  /// - Returns: the attempt with the checks that were made. The attempt is nil, without an error, if the mapping knows
  ///   none of the token's types.
  /// - Throws: a ``ClaimsError`` if the token has another issuer, is for another service, has expired, or reports
  ///   several different events. The function also throws if the token does not identify the person as the event
  ///   requires.
  public func event(
    from payload: [UInt8], expecting expected: EventExpectation
  ) throws(ClaimsError) -> MappedEvent {
    let said = try Payload(payload, "payload")
    let checked = try check(said, expected)
    guard let id = try said.text("jti"), !id.isEmpty else {
      throw ClaimsError(.claim, "`jti` is missing or empty")
    }
    let reported =
      switch form {
      case .securityEvent: try events(of: said)
      case .notification: try notification(of: said)
      }
    var attempt: Attempt?
    if let event = reported.event {
      attempt = try self.attempt(event, reported.subject)
    }
    return MappedEvent(
      event: reported.event, attempt: attempt, id: id, checked: checked,
      unchecked: [.signature] + (expected.time == nil ? [.time] : []),
      unrecognized: reported.unrecognized)
  }

  /// The known event of a token with its subject, and the types that the mapping does not know.
  private typealias Report = (
    event: ProviderEvent?, subject: EventSubject?, unrecognized: [String]
  )

  /// Reads the events of a security event token.
  ///
  /// Several types with one meaning are one event (Shared Signals Framework 1.0, section 4.1.5).
  private func events(of payload: Payload) throws(ClaimsError) -> Report {
    guard let events = payload.value(["events"]) else {
      throw ClaimsError(.claim, "`events` is missing: the payload is no security event token")
    }
    guard let members = events.members, !members.isEmpty else {
      throw ClaimsError(.claim, "`events` is " + events.kind + " or empty, not an object of events")
    }
    var report: Report = (nil, nil, [])
    for member in members {
      guard let event = ProviderEvent.event(ofType: member.keyText, in: form) else {
        report.unrecognized.append(member.keyText)
        continue
      }
      guard report.event == nil || report.event == event else {
        throw ClaimsError(
          .claim, "`events` reports several events: ask the provider for one event in each token")
      }
      report.event = event
      if let subject = payload.value(["sub_id"]) {
        report.subject = try EventSubject(subject, of: self, claim: "sub_id")
      } else if member.value.isObject, let subject = member.value["subject"] {
        report.subject = try EventSubject(subject, of: self, claim: "subject")
      }
    }
    return report
  }

  /// Reads the event of a notification from Apple.
  private func notification(of payload: Payload) throws(ClaimsError) -> Report {
    guard let events = payload.value(["events"]) else {
      throw ClaimsError(.claim, "`events` is missing: the payload is no notification")
    }
    // Apple documents `events` as an object, but sends a string that contains the object.
    let text = events.isObject ? nil : try payload.text("events")
    let event = try text.map { text throws(ClaimsError) in
      try Payload(Array(text.utf8), "text of `events`")
    }
    func value(_ claim: String) throws(ClaimsError) -> String? {
      if let event {
        return try event.text(claim)
      }
      guard let value = payload.value(["events", claim]) else { return nil }
      guard let text = value.text else {
        throw ClaimsError(.claim, "`" + claim + "` is " + value.kind + ", not a string")
      }
      return text
    }
    guard let type = try value("type"), !type.isEmpty else {
      throw ClaimsError(.claim, "`type` is missing in `events`")
    }
    guard let known = ProviderEvent.event(ofType: type, in: form) else {
      return (nil, nil, [type])
    }
    return (known, EventSubject(subject: try value("sub")), [])
  }

  // MARK: The attempt

  private func attempt(
    _ event: ProviderEvent, _ subject: EventSubject?
  ) throws(ClaimsError) -> Attempt {
    switch event.identifier {
    case .subject:
      guard let subject = subject?.subject, !subject.isEmpty else {
        throw ClaimsError(
          .subject,
          "the event names no subject of this provider: ask the provider for identifiers of the "
            + "format `iss_sub`")
      }
      guard subject.utf8.count <= IdentifierLength.limit else {
        throw ClaimsError(
          .claim,
          "the subject has " + String(subject.utf8.count) + " bytes, and a subject has at most "
            + String(IdentifierLength.limit))
      }
      return Attempt(event.action, with: Assertion(verified: provider, subject: subject))
    case .address:
      guard let address = subject?.address, !address.isEmpty else {
        throw ClaimsError(
          .subject, "the event names no address: its identifier must have the format `email`")
      }
      guard addressDomains.contains(where: { Self.isAddress(address, at: $0) }) else {
        throw ClaimsError(
          .subject,
          "the address is at no domain that the provider manages: list the domains in "
            + "`addressDomains`")
      }
      return Attempt(event.action, address: address)
    }
  }

  private static func isAddress(_ address: String, at domain: String) -> Bool {
    let bytes = Array(address.utf8)
    guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
    return String(decoding: bytes[(at + 1)...], as: UTF8.self).hasSameLetters(as: domain)
  }

  // MARK: The checks

  private func check(
    _ payload: Payload, _ expected: EventExpectation
  ) throws(ClaimsError) -> [ClaimsCheck] {
    guard !issuers.isEmpty, !issuers.contains(where: { $0.isEmpty }) else {
      throw ClaimsError(.expectation, "the issuer of the mapping is missing or empty")
    }
    guard !expected.audiences.isEmpty, !expected.audiences.contains(where: { $0.isEmpty }) else {
      throw ClaimsError(.expectation, "give the audience: the ids of this service at the provider")
    }
    guard (0...600).contains(expected.leeway) else {
      throw ClaimsError(.expectation, "the leeway must be 0 to 600 seconds")
    }
    guard let issuer = try payload.text("iss") else {
      throw ClaimsError(.claim, "`iss` is missing")
    }
    guard isIssuer(issuer) else {
      throw ClaimsError(.issuer, "`iss` is none of the issuers of this provider")
    }
    guard let audiences = try payload.texts("aud") else {
      throw ClaimsError(.claim, "`aud` is missing")
    }
    guard
      audiences.contains(where: { said in
        expected.audiences.contains { $0.hasSameBytes(as: said) }
      })
    else {
      throw ClaimsError(.audience, "`aud` is another service")
    }
    // Security event tokens do not expire; Apple's notifications do.
    let end = try payload.time("exp")
    guard let start = try payload.time("iat") else {
      throw ClaimsError(.claim, "`iat` is missing")
    }
    guard let now = expected.time else { return [.issuer, .audience] }
    if let end, Double(now) >= end + Double(expected.leeway) {
      throw ClaimsError(.expired, "`exp` is over")
    }
    guard start <= Double(now) + Double(expected.leeway) else {
      throw ClaimsError(.notYetValid, "`iat` is in the future")
    }
    return [.issuer, .audience, .time]
  }

  /// Returns whether the mapping accepts an issuer, compared byte by byte.
  func isIssuer(_ issuer: String) -> Bool {
    issuers.contains { $0.hasSameBytes(as: issuer) }
  }
}
