internal import COpenSSL

extension KeyHandle {
  /// A new RSA key of 2048 bits; nil where OpenSSL makes none.
  static func newRSA() -> KeyHandle? {
    unsafe KeyHandle(account_service_rsa_key())
  }

  /// A new key on the curve P-256; nil where OpenSSL makes none.
  static func newP256() -> KeyHandle? {
    unsafe KeyHandle(account_service_p256_key())
  }

  /// The public key of RSA with these numbers; nil for one that is shorter than 2048 bits or longer than 8192.
  static func rsa(modulus: [UInt8], exponent: [UInt8]) -> KeyHandle? {
    guard (256...1024).contains(modulus.count), (1...8).contains(exponent.count) else { return nil }
    return unsafe KeyHandle(
      account_service_rsa_public_key(
        modulus, CInt(modulus.count), exponent, CInt(exponent.count)))
  }

  /// The public key on P-256 with these coordinates; nil where they are no point of it.
  static func p256(x: [UInt8], y: [UInt8]) -> KeyHandle? {
    guard x.count == 32, y.count == 32 else { return nil }
    let point = [4] + x + y
    return unsafe KeyHandle(account_service_p256_public_key(point, point.count))
  }
}
