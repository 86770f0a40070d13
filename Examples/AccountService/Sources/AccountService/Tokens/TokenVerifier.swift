internal import FoundationEssentials

/// Checks the signature of a token; what it says is for `LinkPolicyClaims` to compare.
enum TokenVerifier {
  /// The most bytes that a token may have.
  static var longest: Int { 16 * 1024 }

  private struct Head: Decodable {
    var alg: String
    var kid: String
    /// Extensions that must be understood; none is.
    var crit: [String]?
  }

  /// The payload of a token that is signed with one of the keys.
  ///
  /// - Parameters:
  ///   - token: the token in its compact form (RFC 7515, section 7.1).
  ///   - keys: what the provider publishes, with the algorithm that it signs with.
  /// - Returns: the bytes of the payload.
  /// - Throws: why it is not believed.
  static func payload(of token: String, by keys: KeySet) throws(TokenError) -> [UInt8] {
    guard token.utf8.count <= longest else { throw .malformed }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = Base64URL.decoded(parts[0]),
      let payload = Base64URL.decoded(parts[1]), let signature = Base64URL.decoded(parts[2]),
      // A head that cannot be read is malformed, whatever the reason.
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
