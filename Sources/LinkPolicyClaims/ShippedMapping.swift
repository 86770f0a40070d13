internal import LinkPolicy
public import LinkPolicyJSON

/// The mappings that this module includes, named as in JSON requests.
package enum ShippedMapping: String, CaseIterable, Sendable {
  case google
  case apple
  case facebook
  case facebookLimited = "facebook-limited"
  case microsoft
  case gitHub = "github"
  case oidc
  case oidcUserInfo = "oidc-user-info"
  case saml

  /// The mapping with this name.
  package var mapping: ClaimsMapping {
    switch self {
    case .google: .google
    case .apple: .apple
    case .facebook: .facebook
    case .facebookLimited: .facebookLimited
    case .microsoft: .microsoft
    case .gitHub: .gitHub
    case .oidc: .oidc
    case .oidcUserInfo: .oidcUserInfo
    case .saml: .saml
    }
  }
}

extension ClaimsAnswerer {
  /// The answerer of requests about claims, with the mappings that this module includes.
  public static let mappings = ClaimsAnswerer { (request, policy) throws(AnswerError) in
    let mapping = try ClaimsMapping(request.mapping)
    do throws(ClaimsError) {
      let mapped = try mapping.assertion(
        from: Array(request.payload.utf8),
        expecting: try ClaimsExpectation(request, mapping.source),
        provider: request.provider, form: request.form.map { Array($0.utf8) },
        addresses: request.addresses.map { Array($0.utf8) }, for: policy)
      return ClaimsAnswer(
        assertion: mapped.assertion, checked: mapped.checked.map { $0.rawValue },
        unchecked: mapped.unchecked.map { $0.rawValue },
        notes: mapped.notes.map { (claim: $0.claim, reason: $0.reason) },
        undeclared: mapped.undeclared)
    } catch {
      throw AnswerError(claims: error.reason.rawValue, error.message)
    }
  }
}

extension ClaimsMapping {
  /// Creates the mapping that a request contains, or loads the shipped mapping that the request names.
  fileprivate init(_ requested: ClaimsRequest.RequestedMapping) throws(AnswerError) {
    switch requested {
    case .own(let value, let locator): try self.init(value, in: locator)
    case .shipped(let name):
      guard let shipped = ShippedMapping(rawValue: name) else {
        throw AnswerError(noMapping: name, among: ShippedMapping.allCases.map { $0.rawValue })
      }
      self = shipped.mapping
    }
  }
}

extension ClaimsExpectation {
  private static var usualLeeway: LongInteger { 60 }

  /// Creates the expectation of a request; throws if a key does not apply to the kind of payload.
  fileprivate init(_ request: ClaimsRequest, _ source: ClaimsSource) throws(ClaimsError) {
    func refuse(_ isGiven: Bool, _ key: String) throws(ClaimsError) {
      guard isGiven else { return }
      throw ClaimsError(
        .expectation, "`" + key + "` does not apply to `" + source.rawValue + "`")
    }
    switch source {
    case .idToken:
      try refuse(request.subject != nil, "subject")
      guard let nonce = request.nonce else {
        throw ClaimsError(
          .expectation, "`nonce` is missing: pass the nonce of the request, or `not-sent`")
      }
      self = .idToken(
        audiences: request.audiences ?? [], at: request.time,
        leeway: request.leeway ?? Self.usualLeeway, nonce: ExpectedNonce(nonce),
        issuers: request.issuers ?? [])
    case .userInfo:
      try refuse(request.audiences != nil, "audiences")
      try refuse(request.issuers != nil, "issuers")
      try refuse(request.time != nil, "time")
      try refuse(request.leeway != nil, "leeway")
      try refuse(request.nonce != nil, "nonce")
      self = .userInfo(ofSubject: request.subject)
    case .attributes:
      try refuse(request.subject != nil, "subject")
      try refuse(request.nonce != nil, "nonce")
      self = .attributes(
        audiences: request.audiences ?? [], at: request.time,
        leeway: request.leeway ?? Self.usualLeeway, issuers: request.issuers ?? [])
    }
  }
}

extension ClaimsExpectation.ExpectedNonce {
  fileprivate init(_ nonce: ClaimsRequest.RequestNonce) {
    switch nonce {
    case .notSent: self = .notSent
    case .raw(let text): self = .raw(text)
    case .claim(let text): self = .claim(text)
    }
  }
}
