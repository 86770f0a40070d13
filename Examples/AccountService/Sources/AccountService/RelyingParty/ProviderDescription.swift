internal import LinkPolicyClaims

/// The data of an identity provider that the service and the provider agree on in advance.
struct ProviderDescription: Sendable {
  /// The way in which a provider's answer reaches the service.
  enum Flow: Sendable {
    /// The browser is redirected with a code, which the service exchanges for the token directly at the provider.
    case code
    /// The browser posts a form that contains the token.
    case formPost
  }

  /// The provider's id in the policy.
  let id: String
  /// The name that people know; `path` is the start of the provider's paths.
  let name: String
  let path: String
  let issuer: String
  let algorithm: TokenAlgorithm
  let flow: Flow
  let mapping: ClaimsMapping
  /// The id of the service at the provider.
  var clientID: String { "account-service" }

  /// Google, by its documentation: the code flow, and tokens with RSA signatures.
  static var google: ProviderDescription {
    ProviderDescription(
      id: "google.com", name: "Google", path: "/google", issuer: "https://accounts.google.com",
      algorithm: .rs256, flow: .code, mapping: .google)
  }

  /// Apple, by its documentation: a posted form, and tokens with ECDSA signatures.
  static var apple: ProviderDescription {
    ProviderDescription(
      id: "apple.com", name: "Apple", path: "/apple", issuer: "https://appleid.apple.com",
      algorithm: .es256, flow: .formPost, mapping: .apple)
  }

  static var all: [ProviderDescription] { [.google, .apple] }
}
