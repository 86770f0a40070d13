internal import COpenSSL

extension KeyHandle {
  /// Creates an RSA key of 2048 bits; returns nil if OpenSSL fails.
  static func newRSA() -> KeyHandle? {
    unsafe KeyHandle(account_service_rsa_key())
  }

  /// Creates a key on the curve P-256; returns nil if OpenSSL fails.
  static func newP256() -> KeyHandle? {
    unsafe KeyHandle(account_service_p256_key())
  }

  /// Returns the public RSA key with these numbers; nil if the modulus is shorter than 2048 or longer than 8192 bits.
  static func rsa(modulus: [UInt8], exponent: [UInt8]) -> KeyHandle? {
    guard (256...1024).contains(modulus.count), (1...8).contains(exponent.count) else { return nil }
    return unsafe KeyHandle(
      account_service_rsa_public_key(
        modulus, CInt(modulus.count), exponent, CInt(exponent.count)))
  }

  /// Returns the public P-256 key with these coordinates; nil if they are not a point of the curve.
  static func p256(x: [UInt8], y: [UInt8]) -> KeyHandle? {
    guard x.count == 32, y.count == 32 else { return nil }
    let point = [4] + x + y
    return unsafe KeyHandle(account_service_p256_public_key(point, point.count))
  }
}
