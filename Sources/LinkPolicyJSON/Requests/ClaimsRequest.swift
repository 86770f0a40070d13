package import LinkPolicy

/// A request to convert an identity provider's claims to an assertion: `{"mapping": …, "payload": …}`.
///
/// A property is nil if its key is absent from the request, because the mapping determines which keys apply.
package struct ClaimsRequest: Sendable {
  /// The mapping that the caller chose: the name of a shipped mapping, or the caller's own mapping.
  package enum RequestedMapping: Sendable {
    /// The name of a shipped mapping.
    case shipped(String)
    /// The caller's own mapping, and the locator for the positions of findings about the mapping.
    case own(JSONValue, JSONLocator)
  }

  /// The nonce that the caller expects in the payload, or the statement that no nonce was sent.
  package enum RequestNonce: Sendable {
    /// The request stated that no nonce was sent.
    case notSent
    /// The nonce that the application generated, before any hashing.
    case raw(String)
    /// The exact value that the payload's nonce claim must have.
    case claim(String)
  }

  /// The mapping, which states where the payload contains the subject, the address and the profile.
  package let mapping: RequestedMapping
  /// The payload as the provider sent it, after base64url decoding.
  package let payload: String
  /// The provider's id in the policy; nil to use the id in the mapping.
  package let provider: String?
  /// The form data that accompanies the token, such as the field `user` of Apple's form post.
  package let form: String?
  /// A separate list of addresses, such as the answer of GitHub's `/user/emails`.
  package let addresses: String?
  /// The client ids that a token may name as its audience; nil if the request states none.
  package let audiences: [String]?
  /// The issuers that the service accepts; nil if the request states none.
  package let issuers: [String]?
  /// The current time in seconds since 1970.
  package let time: LongInteger?
  /// The tolerated difference between clocks, in seconds.
  package let leeway: LongInteger?
  /// The expected nonce, which binds the payload to the sign-in that the application started.
  package let nonce: RequestNonce?
  /// The subject of the ID token that belongs to a user-info answer.
  package let subject: String?

  /// Reads the object under `claims`.
  ///
  /// The initializer reports each invalid value as a finding, and returns nil only if `mapping` or `payload` is missing
  /// or invalid.
  init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(value, in: "claims", &findings) else { return nil }
    let mapping = reader.required("mapping", &findings).flatMap {
      RequestedMapping($0, &findings)
    }
    let payload = reader.requiredText("payload", &findings)
    provider = reader.identifier("provider", &findings)
    form = reader.text("form", &findings)
    addresses = reader.text("addresses", &findings)
    audiences = reader.given("audiences").map { findings.texts($0, in: "audiences") }
    issuers = reader.given("issuers").map { findings.texts($0, in: "issuers") }
    time = reader.count("time", &findings)
    leeway = reader.count("leeway", &findings)
    nonce = reader.given("nonce").flatMap { RequestNonce($0, &findings) }
    subject = reader.text("subject", &findings)
    reader.finish(&findings)
    guard let mapping, let payload else { return nil }
    self.mapping = mapping
    self.payload = payload
  }
}

extension ClaimsRequest.RequestedMapping {
  fileprivate init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    if value.isObject {
      // `LinkPolicyClaims` reads the mapping, because this module does not know the keys of mappings.
      self = .own(value, findings.locator)
    } else if let name = findings.text(value, in: "mapping") {
      self = .shipped(name)
    } else {
      return nil
    }
  }
}

extension ClaimsRequest.RequestNonce {
  /// The word for a request without a nonce.
  package static var notSentWord: String { "not-sent" }

  fileprivate init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    if value.isString {
      guard findings.choice(value, of: [Self.notSentWord], in: "nonce") != nil else { return nil }
      self = .notSent
      return
    }
    guard var reader = JSONObjectReader(value, in: "nonce", &findings) else { return nil }
    let raw = reader.optional("raw").flatMap { findings.text($0, in: "raw") }
    let claim = reader.optional("claim").flatMap { findings.text($0, in: "claim") }
    reader.finish(&findings)
    switch (raw, claim) {
    case (let text?, nil): self = .raw(text)
    case (nil, let text?): self = .claim(text)
    case (nil, nil), (.some, .some):
      if !findings.hasErrors {
        findings.report(
          .jsonConflict, "`nonce` has either `raw` or `claim`", at: value,
          help: "write `\"not-sent\"` if the request had no nonce")
      }
      return nil
    }
  }
}

extension JSONFindings {
  /// Reads an array of strings, and reports every other element as a finding.
  fileprivate mutating func texts(_ value: JSONValue, in key: String) -> [String] {
    var texts: [String] = []
    for element in list(value, in: key) ?? .none {
      if let text = text(element, in: key) {
        texts.append(text)
      }
    }
    return texts
  }
}

/// The result of converting a payload: the assertion, with the checks that were made and the checks that were not made.
package struct ClaimsAnswer: Sendable {
  /// The assertion, to which the caller must add an action.
  package let assertion: Assertion
  /// The names of the checks that were made, such as `nonce`.
  package let checked: [String]
  /// The names of the checks that were not made, such as `signature`, which the caller must always check.
  package let unchecked: [String]
  /// The unusable claims, which the assertion omits, each with the reason.
  package let notes: [(claim: String, reason: String)]
  /// The claims about addresses that the assertion omits because the policy does not declare them.
  package let undeclared: [String]

  /// Creates an answer from an assertion and the results of its checks.
  package init(
    assertion: Assertion, checked: [String], unchecked: [String],
    notes: [(claim: String, reason: String)], undeclared: [String]
  ) {
    self.assertion = assertion
    self.checked = checked
    self.unchecked = unchecked
    self.notes = notes
    self.undeclared = undeclared
  }
}

/// The part of a ``RequestAnswerer`` that converts claims to assertions.
///
/// `LinkPolicyClaims` contains the mappings of identity providers, and declares the answerer as
/// `ClaimsAnswerer.mappings`.
public struct ClaimsAnswerer: Sendable {
  private let read: @Sendable (ClaimsRequest, Policy) throws(AnswerError) -> ClaimsAnswer

  /// Creates an answerer from the function that converts claims.
  package init(
    _ read: @escaping @Sendable (ClaimsRequest, Policy) throws(AnswerError) -> ClaimsAnswer
  ) {
    self.read = read
  }

  /// Returns the assertion for a request, or the error, as the content of an answer.
  func content(of request: ClaimsRequest, for policy: Policy) -> AnswerLine.AnswerContent {
    do throws(AnswerError) {
      return .claims(try read(request, policy))
    } catch {
      return .error(error)
    }
  }
}

extension JSONWriter {
  /// Writes an assertion, with the checks that were made and not made.
  mutating func claims(_ answer: ClaimsAnswer) {
    beginObject()
    key("assertion")
    assertion(answer.assertion)
    key("checked")
    strings(answer.checked)
    key("unchecked")
    strings(answer.unchecked)
    key("notes")
    beginArray()
    for note in answer.notes {
      beginObject()
      member("claim", note.claim)
      member("reason", note.reason)
      endObject()
    }
    endArray()
    key("undeclared")
    strings(answer.undeclared)
    endObject()
  }

  /// Writes an assertion with the keys that an attempt uses.
  private mutating func assertion(_ assertion: Assertion) {
    beginObject()
    member("provider", assertion.provider)
    member("subject", assertion.subject)
    key("addresses")
    beginArray()
    for record in assertion.addresses {
      address(record)
    }
    endArray()
    if assertion.profile.name != nil || assertion.profile.photo != nil {
      key("profile")
      beginObject()
      member("name", assertion.profile.name)
      member("photo", assertion.profile.photo)
      endObject()
    }
    for stated in assertion.stated.members(.assertion) {
      key(stated.key)
      value(stated.value)
    }
    endObject()
  }

  private mutating func address(_ record: AddressRecord) {
    beginObject()
    member("email", record.email)
    if !record.claims.isEmpty {
      key("claims")
      beginObject()
      for claim in record.claims {
        key(claim.name)
        claim.value.write(to: &self)
      }
      endObject()
    }
    endObject()
  }
}
