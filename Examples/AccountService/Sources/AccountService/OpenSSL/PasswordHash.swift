internal import COpenSSL

/// A salted scrypt hash of a password, as a text: `scrypt$N$r$p$salt$hash`.
enum PasswordHash {
  private static var cost: (n: UInt64, r: UInt64, p: UInt64) { (1 << 15, 8, 1) }
  private static var mostMemory: UInt64 { 64 * 1024 * 1024 }

  /// Returns the hash to store for a password.
  static func make(of password: String) -> String {
    let salt = Random.bytes(16)
    let hash = scrypt(password, salt, cost.n, cost.r, cost.p) ?? []
    precondition(hash.count == 32, "OpenSSL has no scrypt")
    return [
      "scrypt", String(cost.n), String(cost.r), String(cost.p), Base64URL.encoded(salt),
      Base64URL.encoded(hash),
    ].joined(separator: "$")
  }

  /// Returns whether a password matches a stored hash.
  ///
  /// Without a stored hash, the function takes as long and returns false.
  static func matches(_ password: String, _ stored: String?) -> Bool {
    let parts = (stored ?? absent).split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0] == "scrypt", let n = UInt64(parts[1]),
      let r = UInt64(parts[2]), let p = UInt64(parts[3]),
      let salt = Base64URL.decoded(String(parts[4])),
      let hash = Base64URL.decoded(String(parts[5])), hash.count == 32,
      let made = scrypt(password, salt, n, r, p)
    else { return false }
    // Zero bytes at the end of a password do not change the hash, because HMAC, the first step of scrypt, pads keys
    // with zeros.
    return Digest.isSame(made, hash) && stored != nil && !password.utf8.contains(0)
  }

  /// The dummy hash for accounts without a password, so that the duration does not reveal whether a password exists.
  private static var absent: String {
    "scrypt$\(cost.n)$\(cost.r)$\(cost.p)$\(String(repeating: "A", count: 22))$\(String(repeating: "A", count: 43))"
  }

  private static func scrypt(
    _ password: String, _ salt: [UInt8], _ n: UInt64, _ r: UInt64, _ p: UInt64
  ) -> [UInt8]? {
    let secret = Array(password.utf8)
    var hash = [UInt8](repeating: 0, count: 32)
    let code = unsafe secret.withUnsafeBytes { secret in
      unsafe hash.withUnsafeMutableBufferPointer { out in
        unsafe EVP_PBE_scrypt(
          secret.baseAddress?.assumingMemoryBound(to: CChar.self), secret.count, salt, salt.count,
          n, r, p, mostMemory, out.baseAddress, out.count)
      }
    }
    return code == 1 ? hash : nil
  }
}
