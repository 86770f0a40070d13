internal import COpenSSL

/// An OpenSSL key, freed together with the last reference to the object.
///
/// The key is immutable, so threads may share the key.
@safe
final class KeyHandle: @unchecked Sendable {
  private let key: OpaquePointer

  /// Takes ownership of a key that OpenSSL created; returns nil if there is no key.
  init?(_ key: OpaquePointer?) {
    guard let key = unsafe key else { return nil }
    unsafe self.key = unsafe key
  }

  deinit {
    unsafe EVP_PKEY_free(key)
  }

  /// Calls a function with the key, which is valid during the call.
  func with<Value>(_ body: (OpaquePointer) -> Value) -> Value {
    unsafe body(key)
  }

  /// Signs bytes with SHA-256, in OpenSSL's encoding; returns nil if the key cannot sign.
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

  /// Returns whether a signature in OpenSSL's encoding is valid for the bytes.
  func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    let context = unsafe EVP_MD_CTX_new()
    defer { unsafe EVP_MD_CTX_free(context) }
    guard unsafe EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else {
      return false
    }
    return unsafe EVP_DigestVerify(
      context, signature, signature.count, bytes, bytes.count) == 1
  }

  /// Returns a number of the key, such as `n` of an RSA key, padded to at least `count` bytes.
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
