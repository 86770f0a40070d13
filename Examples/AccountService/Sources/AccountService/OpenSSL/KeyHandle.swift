internal import COpenSSL

/// A key of OpenSSL, freed with the last reference to it.
///
/// Nothing changes it, so threads may share it.
@safe
final class KeyHandle: @unchecked Sendable {
  private let key: OpaquePointer

  /// Takes a key that OpenSSL made; nil for none.
  init?(_ key: OpaquePointer?) {
    guard let key = unsafe key else { return nil }
    unsafe self.key = unsafe key
  }

  deinit {
    unsafe EVP_PKEY_free(key)
  }

  /// Uses the key for the time of a call.
  func with<Value>(_ body: (OpaquePointer) -> Value) -> Value {
    unsafe body(key)
  }

  /// The signature of bytes with SHA-256, in OpenSSL's form; nil where it cannot sign.
  func signature(of bytes: [UInt8]) -> [UInt8]? {
    let context = unsafe EVP_MD_CTX_new()
    defer { unsafe EVP_MD_CTX_free(context) }
    guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1 else { return nil }
    var count = 0
    guard unsafe EVP_DigestSign(context, nil, &count, bytes, bytes.count) == 1 else { return nil }
    var signature = [UInt8](repeating: 0, count: count)
    guard unsafe EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1 else {
      return nil
    }
    return Array(signature.prefix(count))
  }

  /// Whether a signature, in OpenSSL's form, is that of bytes.
  func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    let context = unsafe EVP_MD_CTX_new()
    defer { unsafe EVP_MD_CTX_free(context) }
    guard unsafe EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else {
      return false
    }
    return unsafe EVP_DigestVerify(
      context, signature, signature.count, bytes, bytes.count) == 1
  }

  /// A number of the key, such as `n` of an RSA key, in as many bytes as are given.
  func number(_ name: String, count: Int? = nil) -> [UInt8]? {
    var number: OpaquePointer?
    guard unsafe EVP_PKEY_get_bn_param(key, name, &number) == 1 else { return nil }
    defer { unsafe BN_free(number) }
    let needed = Int(unsafe BN_num_bits(number) + 7) / 8
    var bytes = [UInt8](repeating: 0, count: max(count ?? needed, needed))
    let written = unsafe BN_bn2binpad(number, &bytes, CInt(bytes.count))
    return Int(written) == bytes.count ? bytes : nil
  }
}
