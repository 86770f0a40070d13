extension IdentityProvider {
  /// Returns an ID token for a person, with the requested fault.
  func token(for person: Person, _ asked: AuthorizationRequest, with fault: Fault) -> String {
    let now = clock.now
    let issued = fault == .expired ? now - 7200 : now
    var claims: [(String, JSONText.Value)] = [
      ("iss", .text(fault == .issuer ? "https://example.com" : description.issuer)),
      ("aud", .text(fault == .audience ? "another-service" : description.clientID)),
      ("sub", .text(person.subject)), ("iat", .number(issued)), ("exp", .number(issued + 3600)),
      ("nonce", .text(fault == .nonce ? Random.token() : asked.nonce)),
    ]
    if let email = person.toldEmail {
      claims += [("email", .text(email)), ("email_verified", .flag(person.isVerified))]
    }
    switch description.flow {
    case .code:
      if let name = person.name {
        claims.append(("name", .text(name)))
      }
    case .formPost:
      if person.toldEmail != nil {
        claims.append(("is_private_email", .flag(person.isHidden)))
      }
    }
    let payload = JSONText.object(claims)
    switch fault {
    case .none, .expired, .audience, .issuer, .nonce, .state: return key.token(of: payload)
    case .key: return otherKey.token(of: payload)
    case .tampered:
      let parts = key.token(of: payload).split(separator: ".")
      let other = JSONText.object(
        [("sub", .text("somebody-else"))] + claims.filter { $0.0 != "sub" })
      return parts[0] + "." + Base64URL.encoded(Array(other.utf8)) + "." + parts[2]
    case .unsigned:
      let head = JSONText.object([("alg", .text("none")), ("kid", .text(key.name))])
      return Base64URL.encoded(Array(head.utf8)) + "." + Base64URL.encoded(Array(payload.utf8))
        + "."
    }
  }
}
