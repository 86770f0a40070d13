internal import LinkPolicyClaims

/// Why what came back from a provider is nobody's sign-in.
///
/// Nothing of a token is repeated.
enum SignInProblem: Error {
  /// The provider does not say what keys it has.
  case noKeys
  /// The provider has no token for the code.
  case noToken
  /// The token is not the provider's.
  case token(TokenError)
  /// The token is the provider's, and says nothing to this service now.
  case claims(ClaimsError)
  /// The token belongs to another request.
  case nonce

  /// What is wrong, for the page.
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
