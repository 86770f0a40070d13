/// What the service sends a person to a provider with.
struct AuthorizationRequest: Sendable {
  var clientID: String
  var redirectURI: String
  var state: String
  var nonce: String

  /// Reads the fields of a request; nil where one is missing or there twice.
  init?(_ fields: NamedValues) {
    guard let clientID = fields["client_id"], let redirectURI = fields["redirect_uri"],
      let state = fields["state"], let nonce = fields["nonce"]
    else { return nil }
    self.init(clientID: clientID, redirectURI: redirectURI, state: state, nonce: nonce)
  }

  init(clientID: String, redirectURI: String, state: String, nonce: String) {
    self.clientID = clientID
    self.redirectURI = redirectURI
    self.state = state
    self.nonce = nonce
  }

  /// The fields that carry it.
  var fields: [(String, String)] {
    [
      ("client_id", clientID), ("redirect_uri", redirectURI), ("state", state), ("nonce", nonce),
    ]
  }
}
