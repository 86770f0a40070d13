internal import LinkPolicy

/// The comparisons that must succeed before any claim about a user is used.
extension ClaimsMapping {
  /// Throws if the payload is not for the expected request; otherwise, returns the passed checks and the state of the
  /// nonce.
  func check(
    _ payload: Payload, _ expected: ClaimsExpectation
  ) throws(ClaimsError) -> (checked: [ClaimsCheck], nonce: Assertion.Nonce) {
    guard source == expected.source else {
      throw ClaimsError(
        .expectation,
        "the mapping reads `" + source.rawValue + "`, and the expectation is one of `"
          + expected.source.rawValue + "`")
    }
    switch source {
    case .idToken:
      let nonce = try nonce(of: payload, expected)
      var checked = try checkRecipient(payload, expected, issuer: "iss", audience: "aud")
      checked += try checkTime(
        payload, expected, until: "exp", from: ["nbf", "iat"])
      return (nonce == .matched ? checked + [.nonce] : checked, nonce)
    case .attributes:
      var checked = try checkRecipient(payload, expected, issuer: "issuer", audience: "audience")
      checked += try checkTime(payload, expected, until: "notOnOrAfter", from: ["notBefore"])
      if let format = try payload.text("nameIDFormat"), format.hasSuffix(":transient") {
        throw ClaimsError(
          .subject, "a transient `nameID` changes at each sign-in: request a persistent one")
      }
      return (checked, .notSent)
    case .userInfo:
      return (try checkSubject(payload, expected), .notSent)
    }
  }

  // MARK: Issuer and audience

  private func checkRecipient(
    _ payload: Payload, _ expected: ClaimsExpectation, issuer: String, audience: String
  ) throws(ClaimsError) -> [ClaimsCheck] {
    let taken = expected.issuers.isEmpty ? issuers : expected.issuers
    guard !taken.isEmpty, !taken.contains(where: { $0.isEmpty }) else {
      throw ClaimsError(.expectation, "the expected issuer is missing or empty")
    }
    guard !expected.audiences.isEmpty, !expected.audiences.contains(where: { $0.isEmpty }) else {
      throw ClaimsError(.expectation, "give the audience: the client ids of this service")
    }
    guard let said = try payload.text(issuer) else {
      throw ClaimsError(.claim, "`" + issuer + "` is missing")
    }
    var isTaken = false
    for pattern in taken where try Self.isIssuer(said, matching: pattern, in: payload) {
      isTaken = true
    }
    guard isTaken else {
      throw ClaimsError(.issuer, "`" + issuer + "` is none of the issuers of this provider")
    }
    guard let audiences = try payload.texts(audience) else {
      throw ClaimsError(.claim, "`" + audience + "` is missing")
    }
    let isOurs = audiences.contains { said in
      expected.audiences.contains { $0.hasSameBytes(as: said) }
    }
    guard isOurs else {
      throw ClaimsError(.audience, "`" + audience + "` is another application")
    }
    // If there are several recipients, the authorized party must be compared (OpenID Connect Core, section 3.1.3.7).
    if source == .idToken, audiences.count > 1 {
      guard let party = try payload.text("azp"),
        expected.audiences.contains(where: { $0.hasSameBytes(as: party) })
      else {
        throw ClaimsError(
          .audience, "`aud` lists several applications, and `azp` is none of this service")
      }
    }
    return [.issuer, .audience]
  }

  /// The digits in the id of a Microsoft tenant; the id is a UUID.
  private static let tenantDigits = [
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
    UInt8(ascii: "A")...UInt8(ascii: "F"),
  ]

  /// Returns whether an issuer matches the expected issuer; `{tid}` in the expected issuer represents the tenant in the
  /// token.
  private static func isIssuer(
    _ said: String, matching pattern: String, in payload: Payload
  ) throws(ClaimsError) -> Bool {
    let marker = Array("{tid}".utf8)
    let bytes = Array(pattern.utf8)
    guard
      let start = bytes.indices.first(where: { bytes[$0...].starts(with: marker) })
    else { return pattern.hasSameBytes(as: said) }
    guard let tenant = try payload.text("tid") else { return false }
    let digits = Array(tenant.utf8)
    let isTenant =
      digits.count == 36
      && digits.allSatisfy { byte in
        Self.tenantDigits.contains { $0.contains(byte) } || byte == UInt8(ascii: "-")
      }
    return isTenant
      && Array(said.utf8) == bytes[..<start] + digits + bytes[(start + marker.count)...]
  }

  // MARK: Time

  private func checkTime(
    _ payload: Payload, _ expected: ClaimsExpectation, until: String, from: [String]
  ) throws(ClaimsError) -> [ClaimsCheck] {
    guard (0...600).contains(expected.leeway) else {
      throw ClaimsError(.expectation, "the leeway must be 0 to 600 seconds")
    }
    // The types of the time claims are checked even if the caller passed no current time.
    guard let end = try payload.time(until) else {
      throw ClaimsError(.claim, "`" + until + "` is missing")
    }
    var starts: [(claim: String, time: Double)] = []
    for claim in from {
      if let time = try payload.time(claim) {
        starts.append((claim, time))
      }
    }
    guard let now = expected.time else { return [] }
    guard Double(now) < end + Double(expected.leeway) else {
      throw ClaimsError(.expired, "`" + until + "` is over")
    }
    for start in starts where Double(now) + Double(expected.leeway) < start.time {
      throw ClaimsError(.notYetValid, "`" + start.claim + "` is in the future")
    }
    return [.time]
  }

  // MARK: Nonce and subject

  private func nonce(
    of payload: Payload, _ expected: ClaimsExpectation
  ) throws(ClaimsError) -> Assertion.Nonce {
    let said = try payload.text("nonce")
    let wanted: String
    switch expected.nonce {
    case .raw(""), .claim(""):
      throw ClaimsError(.expectation, "the nonce of the request is empty")
    case .raw, .claim, .notSent: break
    }
    switch expected.nonce {
    case .notSent: return said == nil ? .notSent : .mismatched
    case .claim(let text): wanted = text
    case .raw(let text):
      switch nonce {
      case .plain: wanted = text
      case .sha256: wanted = Hexadecimal.text(SHA256.digest(of: Array(text.utf8)))
      case nil:
        throw ClaimsError(
          .expectation, "the mapping does not specify a nonce: give the expected claim")
      }
    }
    guard let said else { return .missing }
    return said.hasSameBytes(as: wanted) ? .matched : .mismatched
  }

  private func checkSubject(
    _ payload: Payload, _ expected: ClaimsExpectation
  ) throws(ClaimsError) -> [ClaimsCheck] {
    guard let expectedSubject = expected.subject else { return [] }
    guard try subject(of: payload).hasSameBytes(as: expectedSubject) else {
      throw ClaimsError(.subject, "the answer is about another user than the ID token")
    }
    return [.subject]
  }
}
