internal import CLinkPolicyResources

/// The mappings that ship.
extension ClaimsMapping {
  /// ID tokens of Google; also of Google Workspace, whose domain is the claim `hd`.
  public static let google = loaded(.google)
  /// ID tokens of Sign in with Apple; the name comes only once, in the form post.
  public static let apple = loaded(.apple)
  /// Answers of `/me` of Facebook's Graph API with `fields=id,name,email,picture`.
  public static let facebook = loaded(.facebook)
  /// ID tokens of Facebook's Limited Login.
  public static let facebookLimited = loaded(.facebookLimited)
  /// ID tokens of Microsoft's identity platform, version 2.0, of every tenant.
  public static let microsoft = loaded(.microsoft)
  /// Answers of GitHub's `/user`, with the list of `/user/emails` beside it.
  public static let gitHub = loaded(.gitHub)
  /// ID tokens of any OpenID provider; the caller names the provider and the issuer.
  public static let oidc = loaded(.OIDC)
  /// User-info answers of any OpenID provider (OpenID Connect Core, section 5.3).
  public static let oidcUserInfo = loaded(.oidcUserInfo)
  /// Attributes of SAML assertions; the caller names the provider and the issuer.
  public static let saml = loaded(.SAML)

  private static func loaded(_ file: LinkPolicyClaimsFile) -> ClaimsMapping {
    let resource = unsafe linkpolicy_claims(file)
    // What `#embed` has put there is as long as it says, and stays.
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: resource.bytes, count: resource.count))
    do throws(InvalidInput) {
      return try ClaimsMapping(json: bytes, file: "mapping")
    } catch {
      fatalError("a mapping that LinkPolicyClaims ships is refused: " + error.description)
    }
  }
}
