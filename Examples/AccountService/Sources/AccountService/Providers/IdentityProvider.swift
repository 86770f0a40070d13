internal import Synchronization

/// A fake identity provider: who one is stands on its page for everybody to type, but its tokens are signed.
final class IdentityProvider: Sendable {
  let description: ProviderDescription
  /// Where the service takes answers.
  private let redirectURI: String
  private let clientSecret: String
  let clock: Clock
  /// Made at the start, and gone with the process.
  let key: SigningKey
  /// A key that is never published.
  let otherKey: SigningKey
  private let grants = Mutex<[String: String]>([:])

  /// Starts a provider.
  ///
  /// - Parameters:
  ///   - description: which one it is.
  ///   - redirectURI: where the service takes answers, and nobody else.
  ///   - clientSecret: with what the service shows who it is where it exchanges a code.
  ///   - clock: the time.
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

  /// What it publishes of its keys.
  var keySet: String {
    JSONText.object([("keys", .list([key.publicKey]))])
  }

  /// Answers a request to one of its paths; nil for another path.
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

  /// What is asked for, if it is the service that asks.
  private func authorization(_ fields: NamedValues) -> AuthorizationRequest? {
    guard let asked = AuthorizationRequest(fields), asked.clientID == description.clientID,
      asked.redirectURI == redirectURI
    else { return nil }
    return asked
  }

  /// Sends the person back, as whoever was typed.
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

  /// Hands a token out for a code, once, to the service that shows who it is.
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

  /// What Apple posts beside the token of a first sign-in.
  private static func user(_ name: String) -> String {
    let parts = name.split(separator: " ", maxSplits: 1)
    var members = [("firstName", JSONText.Value.text(parts.first.map { String($0) } ?? ""))]
    if parts.count > 1 {
      members.append(("lastName", .text(String(parts[1]))))
    }
    return JSONText.object([("name", .object(members))])
  }
}
