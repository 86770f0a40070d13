internal import FoundationEssentials

/// The public keys that a provider publishes (RFC 7517).
struct KeySet: Sendable {
  /// A key with its name; one for another algorithm than the provider's is left out.
  struct Key: Sendable {
    let name: String
    let key: KeyHandle
  }

  private struct Document: Decodable {
    struct Key: Decodable {
      var kid: String?
      var alg: String?
      var use: String?
      var kty: String?
      var crv: String?
      var n: String?
      var e: String?
      var x: String?
      var y: String?
    }
    var keys: [Key]
  }

  let algorithm: TokenAlgorithm
  let keys: [Key]

  /// Reads the keys of a document that are for an algorithm; nil where it is no set of keys.
  ///
  /// - Parameters:
  ///   - document: what the provider published.
  ///   - algorithm: the one that the provider signs with.
  init?(_ document: [UInt8], for algorithm: TokenAlgorithm) {
    // What cannot be read has no keys, so that no token is believed by it.
    let data = Data(document)
    guard let read = try? JSONDecoder().decode(Document.self, from: data) else { return nil }
    self.algorithm = algorithm
    keys = read.keys.compactMap { key in
      guard let name = key.kid, key.alg == nil || key.alg == algorithm.rawValue,
        key.use == nil || key.use == "sig"
      else { return nil }
      return Self.handle(key, algorithm).map { Key(name: name, key: $0) }
    }
  }

  /// The key of a name; nil where none has it, and where several do.
  func key(named name: String) -> KeyHandle? {
    let found = keys.filter { $0.name == name }
    return found.count == 1 ? found[0].key : nil
  }

  private static func handle(_ key: Document.Key, _ algorithm: TokenAlgorithm) -> KeyHandle? {
    func bytes(_ text: String?) -> [UInt8]? { text.flatMap { Base64URL.decoded($0) } }
    switch algorithm {
    case .rs256:
      guard key.kty == "RSA", let n = bytes(key.n), let e = bytes(key.e) else { return nil }
      return .rsa(modulus: n, exponent: e)
    case .es256:
      guard key.kty == "EC", key.crv == "P-256", let x = bytes(key.x), let y = bytes(key.y) else {
        return nil
      }
      return .p256(x: x, y: y)
    }
  }
}
