internal import COpenSSL

/// Cryptographically secure random bytes.
enum Random {
  /// Returns bytes of OpenSSL's random number generator.
  ///
  /// If the generator fails, the process ends, because nothing here is secure without random bytes.
  static func bytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let code = unsafe bytes.withUnsafeMutableBufferPointer {
      unsafe RAND_bytes($0.baseAddress, CInt($0.count))
    }
    precondition(code == 1, "OpenSSL has no random numbers")
    return bytes
  }

  /// Returns 32 random bytes as a text that is valid in URLs and cookies.
  static func token() -> String {
    Base64URL.encoded(bytes(32))
  }
}
