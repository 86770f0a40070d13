internal import COpenSSL

/// Random bytes that nobody can guess.
enum Random {
  /// So many bytes of OpenSSL's generator.
  ///
  /// Without them nothing here is safe, so a generator that fails ends the process.
  static func bytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let code = unsafe bytes.withUnsafeMutableBufferPointer {
      unsafe RAND_bytes($0.baseAddress, CInt($0.count))
    }
    precondition(code == 1, "OpenSSL has no random numbers")
    return bytes
  }

  /// A text of 32 random bytes, fit for URLs and cookies.
  static func token() -> String {
    Base64URL.encoded(bytes(32))
  }
}
