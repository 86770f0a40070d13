internal import Synchronization

/// A fake identity provider: visitors sign in as any person whom they type, but the tokens have valid signatures.
final class IdentityProvider: Sendable {
  let description: ProviderDescription
  /// The address at which the service receives answers.
  private let redirectURI: String
  private let clientSecret: String
  let clock: Clock
  /// The signing key, which is created at the start and exists only in this process.
  let key: SigningKey
  /// A key that the provider never publishes, for tokens that the service must reject.
  let otherKey: SigningKey
  private let grants = Mutex<[String: String]>([:])

  /// Starts a provider.
  ///
  /// - Parameters:
  ///   - description: the data of the provider.
  ///   - redirectURI: the only address to which the provider sends answers.
  ///   - clientSecret: the secret with which the service authenticates itself to exchange a code.
  ///   - clock: the clock for the times in tokens.
  init(
    _ description: ProviderDescription, redirectURI: String, clientSecret: String, clock: Clock
  ) {
    self.description = description
    self.redirectURI = redirectURI
    self.clientSecret = clientSecret
    self.clock = clock
    key = SigningKey(description.algorithm)
    otherKey = SigningKey(description.algorithm)
  }

  /// The published key set.
  var keySet: String {
    JSONText.object([("keys", .list([key.publicKey]))])
  }

  /// Answers a request to a path of the provider; returns nil for any other path.
  func answer(_ request: Request) -> Response? {
    switch (request.method, request.path) {
    case (.get, description.path + "/jwks"):
      return Response(200, "application/json", keySet)
    case (.get, description.path + "/authorize"):
      guard let asked = authorization(request.query) else { return notAsked }
      return AuthorizationPage.response(for: self, asked)
    case (.post, description.path + "/authorize"):
      guard let form = request.form, let asked = authorization(form) else { return notAsked }
      return answer(asked, form)
    case (.post, description.path + "/token"):
      return exchange(request.form ?? NamedValues())
    default:
      return nil
    }
  }

  private var notAsked: Response {
    .problem(400, "no service has sent you here: begin at the service's page")
  }

  /// Returns the authorization request; nil unless it is a request of this service.
  private func authorization(_ fields: NamedValues) -> AuthorizationRequest? {
    guard let asked = AuthorizationRequest(fields), asked.clientID == description.clientID,
      asked.redirectURI == redirectURI
    else { return nil }
    return asked
  }

  /// Sends the browser back to the service with the answer for the typed person.
  private func answer(_ asked: AuthorizationRequest, _ form: NamedValues) -> Response {
    guard let subject = form["subject"], !subject.isEmpty else {
      return .problem(400, "type a subject: it is what the provider knows a person by")
    }
    let person = Person(
      subject: subject, email: form["email"].flatMap { $0.isEmpty ? nil : $0 },
      isVerified: form["verified"] != nil, name: form["name"].flatMap { $0.isEmpty ? nil : $0 },
      isHidden: form["hidden"] != nil)
    let fault = form["fault"].flatMap { Fault(rawValue: $0) } ?? .none
    let token = token(for: person, asked, with: fault)
    let state = fault == .state ? Random.token() : asked.state
    switch description.flow {
    case .code:
      let code = Random.token()
      grants.withLock { grants in
        if grants.count >= 1000 { grants.removeAll() }
        grants[code] = token
      }
      return .redirect(
        to: redirectURI + "?" + FormEncoding.encoded([("code", code), ("state", state)]))
    case .formPost:
      var fields = [("id_token", token), ("state", state)]
      if let name = person.name {
        fields.append(("user", Self.user(name)))
      }
      return AuthorizationPage.handOver(to: redirectURI, fields, by: self)
    }
  }

  /// Exchanges a code for a token; each code works once, and only for the authenticated service.
  private func exchange(_ form: NamedValues) -> Response {
    guard form["grant_type"] == "authorization_code", form["client_id"] == description.clientID,
      form["redirect_uri"] == redirectURI, let secret = form["client_secret"],
      Digest.isSame(secret, clientSecret), let code = form["code"],
      let token = grants.withLock({ $0.removeValue(forKey: code) })
    else { return Response(400, "application/json", #"{"error":"invalid_grant"}"#) }
    return Response(
      200, "application/json",
      JSONText.object([("id_token", .text(token)), ("token_type", .text("Bearer"))]))
  }

  /// Returns the value that Apple posts together with the token of a first sign-in.
  private static func user(_ name: String) -> String {
    let parts = name.split(separator: " ", maxSplits: 1)
    var members = [("firstName", JSONText.Value.text(parts.first.map { String($0) } ?? ""))]
    if parts.count > 1 {
      members.append(("lastName", .text(String(parts[1]))))
    }
    return JSONText.object([("name", .object(members))])
  }
}
