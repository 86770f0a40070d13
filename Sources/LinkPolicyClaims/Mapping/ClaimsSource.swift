/// The three forms in which identity providers say who somebody is.
public enum ClaimsSource: String, Sendable, CaseIterable {
  /// The payload of an ID token (OpenID Connect Core, section 2): it says for whom it is, and until when.
  case idToken = "id-token"
  /// An answer of the provider to a request made with an access token: who asks knows for whom it is.
  case userInfo = "user-info"
  /// The attributes of a SAML assertion, as the object that ``ClaimsMapping`` describes.
  case attributes
}
