public import LinkPolicy
internal import LinkPolicyJSON

extension ClaimsMapping {
  /// Builds an assertion from the payload of an identity provider.
  ///
  /// Verify the signature first, with the keys of the provider, because this function trusts the payload. The function
  /// compares the issuer, audience, times, nonce and, for user info, the subject with the expected values, and reports
  /// the comparisons that were not made. If an address is unusable, the function omits the address with a note, so that
  /// existing users can still sign in by their subject.
  ///
  /// - Parameters:
  ///   - payload: the payload as the provider sent it, one JSON object in UTF-8, after base64url decoding.
  ///   - expected: the expected values of the payload, such as the client ids of the service.
  ///   - provider: the provider's id in the policy; nil for the id in the mapping.
  ///   - form: the field `user` of the form post that Apple sends with the token at the first sign-in. Only the name is
  ///     read, because the field is not signed.
  ///   - addresses: a separate list of addresses, such as GitHub's `/user/emails`.
  ///   - policy: the policy that will decide; the assertion omits every claim about an address that this policy does
  ///     not declare.
  /// - Returns: the assertion, with the checks that were made, the checks that were not made, and the omitted claims.
  /// - Throws: a ``ClaimsError`` if a check fails, or if the payload or another argument is unusable. A missing or
  ///   different nonce is not an error, because the `nonce` of the assertion reports the difference to the policy. If
  ///   the `nonce` is neither `matched` nor `notSent`, refuse the sign-in, unless your policy does so, as `hardened`
  ///   does.
  public func assertion(
    from payload: [UInt8], expecting expected: ClaimsExpectation, provider: String? = nil,
    form: [UInt8]? = nil, addresses: [UInt8]? = nil, for policy: Policy
  ) throws(ClaimsError) -> MappedAssertion {
    guard let provider = provider ?? self.provider, !provider.isEmpty else {
      throw ClaimsError(.expectation, "the mapping names no provider: give its id in the policy")
    }
    guard form == nil || !formName.isEmpty else {
      throw ClaimsError(.expectation, "the mapping takes nothing from a form")
    }
    guard addresses == nil || addressList != nil else {
      throw ClaimsError(.expectation, "the mapping takes no list of addresses")
    }
    let said = try Payload(payload, "payload")
    let (checked, nonce) = try check(said, expected)
    let subject = try subject(of: said)

    var left = ClaimOmissions()
    let record = try record(of: said, addresses: addresses, asserted: (provider, policy), &left)
    var profile = Profile(
      name: joined(name, of: said, &left), photo: photo.flatMap { text($0, of: said, &left) })
    if let form, profile.name == nil {
      profile.name = joined(formName, of: try Payload(form, "form"), &left)
    }
    return MappedAssertion(
      assertion: Assertion(
        verified: provider, subject: subject, addresses: record.map { [$0] } ?? [],
        profile: profile, nonce: nonce),
      checked: checked,
      unchecked: ClaimsCheck.allCases.filter { check in
        Self.concerns(check, source) && !checked.contains(check)
      },
      notes: left.notes, undeclared: left.undeclared)
  }

  /// Returns whether a check applies to a kind of payload.
  private static func concerns(_ check: ClaimsCheck, _ source: ClaimsSource) -> Bool {
    switch check {
    case .signature: true
    case .issuer, .audience, .time: source != .userInfo
    case .nonce: source == .idToken
    case .subject: source == .userInfo
    }
  }

  /// Returns the provider's stable id of the user.
  func subject(of payload: Payload) throws(ClaimsError) -> String {
    let claim = subject.joined(separator: ".")
    guard let value = payload.value(subject) else {
      throw ClaimsError(.claim, "`" + claim + "` is missing")
    }
    if isSubjectNumber {
      guard let number = value.int, number > 0 else {
        throw ClaimsError(.claim, "`" + claim + "` is not a positive integer")
      }
      return String(number)
    }
    guard let text = value.text, !text.isEmpty else {
      throw ClaimsError(.claim, "`" + claim + "` is no string that names somebody")
    }
    guard text.utf8.count <= IdentifierLength.limit else {
      throw ClaimsError(
        .claim,
        "`" + claim + "` has " + String(text.utf8.count) + " bytes, and a subject has at most "
          + String(IdentifierLength.limit))
    }
    return text
  }

  // MARK: The address

  /// The provider of the address, and the policy that declares which providers supply addresses.
  private typealias Asserted = (provider: String, policy: Policy)

  private func record(
    of payload: Payload, addresses: [UInt8]?, asserted: Asserted, _ left: inout ClaimOmissions
  ) throws(ClaimsError) -> AddressRecord? {
    if let addressList {
      guard let addresses else {
        left.note("addresses", "the list of addresses was not given")
        return nil
      }
      return try listed(addressList, in: addresses, asserted: asserted, &left)
    }
    guard let email, let address = text(email, of: payload, &left) else { return nil }
    // The claims about an address are in the same object as the address.
    let claims = aboutEmail.compactMap { name in
      payload.value(email.dropLast() + [name]).map { (claim: name, value: single($0)) }
    }
    return record(address, claims: claims, asserted: asserted, &left)
  }

  /// Returns the address that a separate list marks as primary; nil unless exactly one address is marked and usable.
  private func listed(
    _ list: AddressList, in bytes: [UInt8], asserted: Asserted, _ left: inout ClaimOmissions
  ) throws(ClaimsError) -> AddressRecord? {
    let elements = try Payload.elements(bytes, "list of addresses")
    let primary = elements.filter { $0.isObject && $0[list.primary]?.bool == true }
    guard primary.count == 1, let chosen = primary.first else {
      left.note("addresses", "not exactly one address is the primary one")
      return nil
    }
    guard let address = chosen[list.email]?.text, !address.isEmpty else {
      left.note("addresses." + list.email, "it is not a string, or empty")
      return nil
    }
    let claims = list.aboutEmail.compactMap { about in
      chosen[about.key].map { (claim: about.claim, value: $0) }
    }
    return record(address, claims: claims, asserted: asserted, &left)
  }

  /// Returns an address with the claims about the address; nil if the address or one of its claims is unusable.
  ///
  /// The function omits an address with an unreadable claim, because the policy would otherwise treat the claim as
  /// absent and might trust the address.
  private func record(
    _ address: String, claims: [(claim: String, value: JSONValue)], asserted: Asserted,
    _ left: inout ClaimOmissions
  ) -> AddressRecord? {
    let vocabulary = asserted.policy.vocabulary
    if let declared = vocabulary.providers.provider(of: asserted.provider), !declared.givesEmail {
      left.note("email", "the policy says that the provider gives no address")
      return nil
    }
    var read: [AddressRecord.Claim] = []
    for (claim, value) in claims {
      switch value.content {
      case .null: read.append(.init(claim, .null))
      case .bool(let flag): read.append(.init(claim, .boolean(flag)))
      case .number(let number): read.append(.init(claim, .number(Name(bytes: number.text))))
      case .string(let text): read.append(.init(claim, .string(text)))
      case .array, .object:
        left.note(claim, "it is " + value.kind + ", so that the address is left out with it")
        return nil
      }
    }
    do throws(InputError) {
      // If the policy cannot compare an address, the address would make the whole attempt malformed.
      _ = try vocabulary.canonical(address)
    } catch {
      left.note("email", "it is not an address that can be compared")
      return nil
    }
    let made = asserted.policy.addressRecord(address, tokenClaims: read)
    left.undeclared = made.undeclared
    return made.record
  }

  // MARK: Text

  /// Returns the only element of a list in SAML attributes, where every value is a list; returns any other value
  /// unchanged.
  private func single(_ value: JSONValue) -> JSONValue {
    guard source == .attributes, let elements = value.elements, elements.count == 1 else {
      return value
    }
    return elements[0]
  }

  private func text(
    _ path: Path, of payload: Payload, _ left: inout ClaimOmissions
  ) -> String? {
    guard let value = payload.value(path).map({ single($0) }) else { return nil }
    guard let text = value.text, !text.isEmpty else {
      left.note(path.joined(separator: "."), "it is " + value.kind + ", or empty")
      return nil
    }
    return text
  }

  private func joined(
    _ paths: [Path], of payload: Payload, _ left: inout ClaimOmissions
  ) -> String? {
    var parts: [String] = []
    for path in paths {
      if let part = text(path, of: payload, &left) {
        parts.append(part)
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}

/// The claims in a payload that are not in the assertion.
struct ClaimOmissions {
  private(set) var notes: [ClaimsNote] = []
  var undeclared: [String] = []

  mutating func note(_ claim: String, _ reason: String) {
    notes.append(ClaimsNote(claim: claim, reason: reason))
  }
}
