internal import COpenSSL

/// SHA-256 digests, and comparisons that take the same time wherever two values differ.
enum Digest {
  /// Returns the 32 bytes of the SHA-256 digest.
  static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    let code = unsafe digest.withUnsafeMutableBufferPointer { out in
      unsafe EVP_Digest(bytes, bytes.count, out.baseAddress, nil, EVP_sha256(), nil)
    }
    precondition(code == 1, "OpenSSL has no SHA-256")
    return digest
  }

  /// Returns the SHA-256 digest of a text in base64url.
  static func sha256(_ text: String) -> String {
    Base64URL.encoded(sha256(Array(text.utf8)))
  }

  /// Returns whether two byte arrays are equal, in a time that depends only on their length.
  static func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    return unsafe CRYPTO_memcmp(a, b, a.count) == 0
  }

  /// Returns whether two texts have the same bytes, in a time that depends only on their length.
  static func isSame(_ a: String, _ b: String) -> Bool {
    isSame(Array(a.utf8), Array(b.utf8))
  }
}
