/// The two algorithms that tokens are signed with here.
///
/// Which one a provider uses is a part of what is known of it. A token's own word for it must be that one, and is never
/// followed: so none can be without a signature, or be signed with what is public as if it were a secret.
enum TokenAlgorithm: String, Sendable {
  /// RSA with SHA-256, as Google signs.
  case rs256 = "RS256"
  /// ECDSA on the curve P-256 with SHA-256, as Apple signs.
  case es256 = "ES256"
}
