/// Why a token is not believed; nothing of the token is repeated.
enum TokenError: Error, Equatable {
  /// It is not three parts of base64url, or its head is no such JSON.
  case malformed
  /// Its head names another algorithm than the provider's.
  case algorithm
  /// Its head asks for something to be understood that is not.
  case critical
  /// No key of the provider has the name that its head gives.
  case unknownKey
  /// The signature is not that of the key.
  case signature

  /// What is wrong, for the log and for the page.
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
