internal import LinkPolicyClaims

/// What the service and an identity provider know of each other beforehand.
struct ProviderDescription: Sendable {
  /// How the answer gets back to the service.
  enum Flow: Sendable {
    /// By a code in a redirect, which the service exchanges for the token behind the browser's back.
    case code
    /// By a form that the browser posts, with the token in it.
    case formPost
  }

  /// Its id in the policy.
  let id: String
  /// What people call it, and what its paths begin with.
  let name: String
  let path: String
  let issuer: String
  let algorithm: TokenAlgorithm
  let flow: Flow
  let mapping: ClaimsMapping
  /// The service's id at the provider.
  var clientID: String { "account-service" }

  /// Google, as its documentation has it: the code flow, and tokens signed with RSA.
  static var google: ProviderDescription {
    ProviderDescription(
      id: "google.com", name: "Google", path: "/google", issuer: "https://accounts.google.com",
      algorithm: .rs256, flow: .code, mapping: .google)
  }

  /// Apple, as its documentation has it: the answer is posted, and tokens are signed with ECDSA.
  static var apple: ProviderDescription {
    ProviderDescription(
      id: "apple.com", name: "Apple", path: "/apple", issuer: "https://appleid.apple.com",
      algorithm: .es256, flow: .formPost, mapping: .apple)
  }

  static var all: [ProviderDescription] { [.google, .apple] }
}
