internal import COpenSSL

/// A password under scrypt with a salt, as a text: `scrypt$N$r$p$salt$hash`.
enum PasswordHash {
  private static var cost: (n: UInt64, r: UInt64, p: UInt64) { (1 << 15, 8, 1) }
  private static var mostMemory: UInt64 { 64 * 1024 * 1024 }

  /// What is stored of a password.
  static func make(of password: String) -> String {
    let salt = Random.bytes(16)
    let hash = scrypt(password, salt, cost.n, cost.r, cost.p) ?? []
    precondition(hash.count == 32, "OpenSSL has no scrypt")
    return [
      "scrypt", String(cost.n), String(cost.r), String(cost.p), Base64URL.encoded(salt),
      Base64URL.encoded(hash),
    ].joined(separator: "$")
  }

  /// Whether a password is the one that is stored.
  ///
  /// Where nothing is stored it takes as long, and is not.
  static func matches(_ password: String, _ stored: String?) -> Bool {
    let parts = (stored ?? absent).split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0] == "scrypt", let n = UInt64(parts[1]),
      let r = UInt64(parts[2]), let p = UInt64(parts[3]),
      let salt = Base64URL.decoded(String(parts[4])),
      let hash = Base64URL.decoded(String(parts[5])), hash.count == 32,
      let made = scrypt(password, salt, n, r, p)
    else { return false }
    // A password with zeros behind it has the same hash, since scrypt begins with HMAC, which fills keys up with them.
    return Digest.isSame(made, hash) && stored != nil && !password.utf8.contains(0)
  }

  /// What is compared with where there is no password, so that the time does not tell.
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
