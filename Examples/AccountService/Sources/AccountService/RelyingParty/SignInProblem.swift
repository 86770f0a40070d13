internal import LinkPolicyClaims

/// The reason why the service rejects a provider's answer.
///
/// The reason repeats no value of the token.
enum SignInProblem: Error {
  /// The provider's keys could not be read.
  case noKeys
  /// The provider returned no token for the code.
  case noToken
  /// The token is not signed by the provider.
  case token(TokenError)
  /// The provider signed the token, but the claims are wrong, for example expired or for another
  /// service.
  case claims(ClaimsError)
  /// The token belongs to another request.
  case nonce

  /// The description of the problem on the page.
  var description: String {
    switch self {
    case .noKeys: "the provider's keys could not be read"
    case .noToken: "the provider has no token for this code"
    case .token(let error): error.description
    case .claims(let error): error.message
    case .nonce: "the token belongs to another request"
    }
  }
}
