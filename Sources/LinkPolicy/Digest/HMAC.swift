/// HMAC with SHA-256, as RFC 2104 has it.
package enum HMAC {
  private static var blockLength: Int { 64 }

  /// The 32 bytes of the code of a message under a key of any length.
  package static func sha256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    var block = key.count > blockLength ? SHA256.digest(of: key) : key
    block += [UInt8](repeating: 0, count: blockLength - block.count)
    var inner = SHA256()
    inner.update(block.map { $0 ^ 0x36 })
    inner.update(message)
    var outer = SHA256()
    outer.update(block.map { $0 ^ 0x5C })
    outer.update(inner.finalize())
    return outer.finalize()
  }
}
