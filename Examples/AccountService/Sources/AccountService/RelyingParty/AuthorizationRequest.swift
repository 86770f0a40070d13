/// The request with which the service sends a browser to a provider.
struct AuthorizationRequest: Sendable {
  var clientID: String
  var redirectURI: String
  var state: String
  var nonce: String

  /// Reads the fields of a request; returns nil if a field is missing or repeated.
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

  /// The fields that represent the request.
  var fields: [(String, String)] {
    [
      ("client_id", clientID), ("redirect_uri", redirectURI), ("state", state), ("nonce", nonce),
    ]
  }
}
