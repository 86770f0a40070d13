internal import FoundationEssentials

/// A verifier of token signatures; `LinkPolicyClaims` checks the claims.
enum TokenVerifier {
  /// The maximum number of bytes of a token.
  static var longest: Int { 16 * 1024 }

  private struct Head: Decodable {
    var alg: String
    var kid: String
    /// Extensions that the verifier must support; every extension is rejected.
    var crit: [String]?
  }

  /// Verifies the signature of a token and returns the payload.
  ///
  /// - Parameters:
  ///   - token: the token in its compact form (RFC 7515, section 7.1).
  ///   - keys: the keys that the provider publishes, with the provider's algorithm.
  /// - Returns: the bytes of the payload.
  /// - Throws: the reason why the token is rejected.
  static func payload(of token: String, by keys: KeySet) throws(TokenError) -> [UInt8] {
    guard token.utf8.count <= longest else { throw .malformed }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = Base64URL.decoded(parts[0]),
      let payload = Base64URL.decoded(parts[1]), let signature = Base64URL.decoded(parts[2]),
      // Any unreadable header makes the token malformed.
      let read = try? JSONDecoder().decode(Head.self, from: Data(head))
    else { throw .malformed }
    guard read.alg == keys.algorithm.rawValue else { throw .algorithm }
    guard read.crit == nil else { throw .critical }
    guard let key = keys.key(named: read.kid) else { throw .unknownKey }
    let signed = Array((parts[0] + "." + parts[1]).utf8)
    let inOpenSSLForm =
      switch keys.algorithm {
      case .rs256: signature
      case .es256: ECDSASignature.der(signature)
      }
    guard let inOpenSSLForm, key.verifies(inOpenSSLForm, of: signed) else { throw .signature }
    return payload
  }
}
