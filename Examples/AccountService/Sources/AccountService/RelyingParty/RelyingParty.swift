internal import FoundationEssentials
internal import LinkPolicy
internal import LinkPolicyClaims

/// The service as a provider sees it: sends people there, and believes what comes back only where it is the provider's, for
/// this service, now, and for the request of this very browser.
struct RelyingParty: Sendable {
  let description: ProviderDescription
  /// The provider's origin and port, as its documentation would have them.
  let providerOrigin: String
  let providerPort: UInt16
  let redirectURI: String
  let clientSecret: String
  let clock: Clock
  let policy: Policy

  private struct TokenAnswer: Decodable {
    var id_token: String
  }

  /// Where a browser is sent.
  ///
  /// - Parameters:
  ///   - state: what is to come back with the answer.
  ///   - rawNonce: what the browser's visit keeps; the provider is sent that, or its digest.
  /// - Returns: the place at the provider, with the request in its query.
  func authorization(state: String, rawNonce: String) -> String {
    let nonce =
      switch description.flow {
      case .code: rawNonce
      // As apps do with Apple: the digest in hexadecimal digits, so that who sees it cannot use the nonce.
      case .formPost: Hexadecimal.text(Digest.sha256(Array(rawNonce.utf8)))
      }
    let request = AuthorizationRequest(
      clientID: description.clientID, redirectURI: redirectURI, state: state, nonce: nonce)
    let flow: [(String, String)] =
      switch description.flow {
      case .code: [("response_type", "code"), ("scope", "openid email")]
      case .formPost:
        [
          ("response_type", "code id_token"), ("response_mode", "form_post"),
          ("scope", "name email"),
        ]
      }
    return providerOrigin + description.path + "/authorize?" + FormEncoding.encoded(
      request.fields + flow)
  }

  /// Exchanges a code for a token, behind the browser's back.
  func token(for code: String) throws(SignInProblem) -> String {
    let fields = [
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
      ("client_id", description.clientID), ("client_secret", clientSecret),
    ]
    guard
      let answer = LoopbackClient.body(
        of: description.path + "/token", on: providerPort, posting: fields),
      // An answer without a token is none, whatever else it is.
      let read = try? JSONDecoder().decode(TokenAnswer.self, from: Data(answer))
    else { throw .noToken }
    return read.id_token
  }

  /// Who somebody is, by a token that came back.
  ///
  /// - Parameters:
  ///   - token: the token in its compact form.
  ///   - rawNonce: the nonce of the browser's request.
  ///   - user: what Apple posts beside the token.
  /// - Returns: what the policy decides about.
  /// - Throws: why it is nobody's.
  func assertion(
    by token: String, rawNonce: String, user: String?
  ) throws(SignInProblem) -> Assertion {
    guard let document = LoopbackClient.body(of: description.path + "/jwks", on: providerPort),
      let keys = KeySet(document, for: description.algorithm)
    else { throw .noKeys }
    let payload: [UInt8]
    do throws(TokenError) {
      payload = try TokenVerifier.payload(of: token, by: keys)
    } catch {
      throw .token(error)
    }
    let expected = ClaimsExpectation.idToken(
      audiences: [description.clientID], at: clock.now, nonce: .raw(rawNonce))
    // A mapping that knows of no form refuses one.
    let form: String? =
      switch description.flow {
      case .code: nil
      case .formPost: user
      }
    let mapped: MappedAssertion
    do throws(ClaimsError) {
      mapped = try description.mapping.assertion(
        from: payload, expecting: expected, form: form.map { Array($0.utf8) }, for: policy)
    } catch {
      throw .claims(error)
    }
    // Every request of this service sends a nonce, so a token without a match belongs to another one. Not every
    // policy refuses it: `firebase` compares Apple's nonce alone.
    guard mapped.assertion.nonce == .matched else { throw .nonce }
    return mapped.assertion
  }
}
