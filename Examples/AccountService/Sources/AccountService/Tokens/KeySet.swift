internal import FoundationEssentials

/// The public keys that a provider publishes (RFC 7517).
struct KeySet: Sendable {
  /// A public key with its name, for the provider's algorithm.
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

  /// Reads the keys for an algorithm from a document; returns nil if the document is not a key set.
  ///
  /// - Parameters:
  ///   - document: the document that the provider published.
  ///   - algorithm: the algorithm with which the provider signs.
  init?(_ document: [UInt8], for algorithm: TokenAlgorithm) {
    // An unreadable document results in no keys, so that no token is accepted.
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

  /// Returns the key with a name; nil if no key or several keys have the name.
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
