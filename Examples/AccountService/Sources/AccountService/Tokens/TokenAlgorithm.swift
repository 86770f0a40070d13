/// The signature algorithms of the example's providers.
///
/// The service knows the algorithm of each provider, and rejects a token that names another algorithm. An attacker
/// therefore cannot send an unsigned token, or a token whose HMAC key is the public key.
enum TokenAlgorithm: String, Sendable {
  /// RSA with SHA-256, as Google uses.
  case rs256 = "RS256"
  /// ECDSA on the curve P-256 with SHA-256, as Apple uses.
  case es256 = "ES256"
}
