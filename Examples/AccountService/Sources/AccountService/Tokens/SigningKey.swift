/// A provider's private key, with the name under which the public key is published.
struct SigningKey: Sendable {
  let name: String
  let algorithm: TokenAlgorithm
  let key: KeyHandle

  /// Creates a key with a random name.
  ///
  /// If OpenSSL fails, the process ends, because a provider cannot start without a key.
  init(_ algorithm: TokenAlgorithm) {
    self.algorithm = algorithm
    name = Base64URL.encoded(Random.bytes(9))
    let made =
      switch algorithm {
      case .rs256: KeyHandle.newRSA()
      case .es256: KeyHandle.newP256()
      }
    guard let made else { preconditionFailure("OpenSSL makes no key") }
    key = made
  }

  /// Returns a signed token with a payload.
  ///
  /// - Parameter payload: the claims as JSON.
  /// - Returns: the token in its compact form.
  func token(of payload: String) -> String {
    let head = JSONText.object([("alg", .text(algorithm.rawValue)), ("kid", .text(name))])
    let signed = Base64URL.encoded(Array(head.utf8)) + "." + Base64URL.encoded(Array(payload.utf8))
    let made = key.signature(of: Array(signed.utf8))
    let signature =
      switch algorithm {
      case .rs256: made
      case .es256: made.flatMap { ECDSASignature.raw($0) }
      }
    guard let signature else { preconditionFailure("OpenSSL does not sign") }
    return signed + "." + Base64URL.encoded(signature)
  }

  /// The public key as a JSON Web Key.
  var publicKey: JSONText.Value {
    var members: [(String, JSONText.Value)] = [
      ("kid", .text(name)), ("alg", .text(algorithm.rawValue)), ("use", .text("sig")),
    ]
    func number(_ name: String, of parameter: String, _ count: Int? = nil) {
      let bytes = key.number(parameter, count: count) ?? []
      members.append((name, .text(Base64URL.encoded(bytes))))
    }
    switch algorithm {
    case .rs256:
      members.append(("kty", .text("RSA")))
      number("n", of: "n")
      number("e", of: "e")
    case .es256:
      members += [("kty", .text("EC")), ("crv", .text("P-256"))]
      number("x", of: "qx", 32)
      number("y", of: "qy", 32)
    }
    return .object(members)
  }
}
