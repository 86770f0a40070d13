/// The reason why a token is rejected, without any value of the token.
enum TokenError: Error, Equatable {
  /// The token does not consist of three base64url parts, or its header is not valid JSON.
  case malformed
  /// The token's header names another algorithm than the provider's algorithm.
  case algorithm
  /// The token's header requires an extension that the service does not support.
  case critical
  /// No key of the provider has the name in the token's header.
  case unknownKey
  /// The signature does not match the key.
  case signature

  /// The description of the error, for the log and the page.
  var description: String {
    switch self {
    case .malformed: "the token is malformed"
    case .algorithm: "the token is signed by another algorithm than the provider's"
    case .critical: "the token's head asks for something that is not known here"
    case .unknownKey: "the token's key is none of the provider's"
    case .signature: "the token's signature is wrong"
    }
  }
}
