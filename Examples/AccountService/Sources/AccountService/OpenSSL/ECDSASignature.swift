internal import COpenSSL

/// A P-256 signature in two encodings: OpenSSL uses ASN.1, and tokens use two numbers of 32 bytes each.
enum ECDSASignature {
  /// Converts a signature from OpenSSL's encoding to the encoding of tokens (RFC 7518, section 3.4).
  static func raw(_ der: [UInt8]) -> [UInt8]? {
    let signature = unsafe der.withUnsafeBufferPointer { bytes in
      var next = bytes.baseAddress
      return unsafe d2i_ECDSA_SIG(nil, &next, bytes.count)
    }
    guard let signature = unsafe signature else { return nil }
    defer { unsafe ECDSA_SIG_free(signature) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let isWhole = unsafe bytes.withUnsafeMutableBufferPointer { out in
      let s = unsafe out.baseAddress.map { unsafe $0 + 32 }
      return unsafe BN_bn2binpad(ECDSA_SIG_get0_r(signature), out.baseAddress, 32) == 32
        && BN_bn2binpad(ECDSA_SIG_get0_s(signature), s, 32) == 32
    }
    return isWhole ? bytes : nil
  }

  /// Converts a signature from the encoding of tokens to OpenSSL's encoding; returns nil unless it has 64 bytes.
  static func der(_ raw: [UInt8]) -> [UInt8]? {
    guard raw.count == 64, let signature = unsafe ECDSA_SIG_new() else { return nil }
    defer { unsafe ECDSA_SIG_free(signature) }
    let (r, s) = (Array(raw[..<32]), Array(raw[32...]))
    // From here on, the signature owns both numbers.
    guard
      unsafe ECDSA_SIG_set0(signature, BN_bin2bn(r, 32, nil), BN_bin2bn(s, 32, nil)) == 1
    else { return nil }
    let count = unsafe i2d_ECDSA_SIG(signature, nil)
    guard count > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    let written = unsafe bytes.withUnsafeMutableBufferPointer { out in
      var next = out.baseAddress
      return unsafe i2d_ECDSA_SIG(signature, &next)
    }
    return written == count ? bytes : nil
  }
}
