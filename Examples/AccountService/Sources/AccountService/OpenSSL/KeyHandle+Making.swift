internal import COpenSSL

extension KeyHandle {
  /// A new key for an algorithm. Without it the providers cannot start, so a failure ends the process.
  static func made(for algorithm: TokenAlgorithm) -> KeyHandle {
    let key: KeyHandle? =
      switch algorithm {
      case .rs256: unsafe KeyHandle(account_service_rsa_key())
      case .es256: unsafe KeyHandle(account_service_p256_key())
      }
    guard let key else { preconditionFailure("OpenSSL makes no key") }
    return key
  }

  /// The public key of RSA with these numbers; nil for one that is shorter than 2048 bits or longer than 8192.
  static func rsa(modulus: [UInt8], exponent: [UInt8]) -> KeyHandle? {
    guard (256...1024).contains(modulus.count), (1...8).contains(exponent.count) else { return nil }
    let builder = unsafe OSSL_PARAM_BLD_new()
    let n = unsafe BN_bin2bn(modulus, CInt(modulus.count), nil)
    let e = unsafe BN_bin2bn(exponent, CInt(exponent.count), nil)
    defer {
      unsafe OSSL_PARAM_BLD_free(builder)
      unsafe BN_free(n)
      unsafe BN_free(e)
    }
    guard unsafe OSSL_PARAM_BLD_push_BN(builder, "n", n) == 1,
      unsafe OSSL_PARAM_BLD_push_BN(builder, "e", e) == 1
    else { return nil }
    return unsafe made(of: "RSA", builder)
  }

  /// The public key on P-256 with these coordinates; nil where they are no point of it.
  static func p256(x: [UInt8], y: [UInt8]) -> KeyHandle? {
    guard x.count == 32, y.count == 32 else { return nil }
    let builder = unsafe OSSL_PARAM_BLD_new()
    defer { unsafe OSSL_PARAM_BLD_free(builder) }
    let point = [4] + x + y
    guard unsafe OSSL_PARAM_BLD_push_utf8_string(builder, "group", "prime256v1", 0) == 1 else {
      return nil
    }
    // The bytes have to stay where they are until the parameters are made of them.
    return unsafe point.withUnsafeBytes { bytes in
      guard
        unsafe OSSL_PARAM_BLD_push_octet_string(builder, "pub", bytes.baseAddress, bytes.count) == 1
      else { return nil }
      return unsafe made(of: "EC", builder)
    }
  }

  private static func made(of type: String, _ builder: OpaquePointer?) -> KeyHandle? {
    let context = unsafe EVP_PKEY_CTX_new_from_name(nil, type, nil)
    let parameters = unsafe OSSL_PARAM_BLD_to_param(builder)
    defer {
      unsafe EVP_PKEY_CTX_free(context)
      unsafe OSSL_PARAM_free(parameters)
    }
    var key: OpaquePointer?
    guard unsafe EVP_PKEY_fromdata_init(context) == 1,
      unsafe EVP_PKEY_fromdata(context, &key, account_service_public_key(), parameters) == 1
    else { return nil }
    return unsafe KeyHandle(key)
  }
}
