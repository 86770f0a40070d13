internal import FoundationEssentials
internal import LinkPolicy
internal import LinkPolicyClaims

/// The service's side of a sign-in at a provider, which accepts only valid, unexpired tokens of this provider, for this
/// service and for the request of the same browser.
struct RelyingParty: Sendable {
  let description: ProviderDescription
  /// The actual origin of the provider; `issuer` is the documented address.
  let providerOrigin: String
  let providerPort: UInt16
  let redirectURI: String
  let clientSecret: String
  let clock: Clock
  let policy: Policy

  private struct TokenAnswer: Decodable {
    var id_token: String
  }

  /// Returns the address at the provider to which the browser is sent.
  ///
  /// - Parameters:
  ///   - state: the value that the provider returns with its answer.
  ///   - rawNonce: the nonce that the browser's visit keeps; the request contains the nonce or its digest.
  /// - Returns: the provider's address, with the request in the query.
  func authorization(state: String, rawNonce: String) -> String {
    let nonce =
      switch description.flow {
      case .code: rawNonce
      // As Apple's apps do: the hexadecimal digest, so that anybody who sees the request cannot use the nonce.
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

  /// Exchanges a code for a token directly at the provider.
  func token(for code: String) throws(SignInProblem) -> String {
    let fields = [
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
      ("client_id", description.clientID), ("client_secret", clientSecret),
    ]
    guard
      let answer = LoopbackClient.body(
        of: description.path + "/token", on: providerPort, posting: fields),
      // Any answer without a token is an error.
      let read = try? JSONDecoder().decode(TokenAnswer.self, from: Data(answer))
    else { throw .noToken }
    return read.id_token
  }

  /// Verifies a token and converts the token to an assertion.
  ///
  /// - Parameters:
  ///   - token: the token in its compact form.
  ///   - rawNonce: the nonce of the browser's request.
  ///   - user: the value that Apple posts together with the token.
  /// - Returns: the assertion for the attempt.
  /// - Throws: the reason why the token is rejected.
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
    // A mapping without a form rejects form data.
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
    // Every request of this service sends a nonce, so a token without a match belongs to another request. The service
    // checks the match itself, because `firebase` compares only Apple's nonce.
    guard mapped.assertion.nonce == .matched else { throw .nonce }
    return mapped.assertion
  }
}
