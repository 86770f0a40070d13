internal import Testing

@testable internal import AccountService

@Suite struct TokenVerifierTests {
  private static let payload = #"{"sub":"ada"}"#

  private func keys(of key: SigningKey) throws -> KeySet {
    let document = JSONText.object([("keys", .list([key.publicKey]))])
    return try #require(KeySet(Array(document.utf8), for: key.algorithm))
  }

  /// Returns a token with the given header and a valid signature.
  private func token(head: String, by key: SigningKey) throws -> String {
    let signed =
      Base64URL.encoded(Array(head.utf8)) + "." + Base64URL.encoded(Array(Self.payload.utf8))
    let made = try #require(key.key.signature(of: Array(signed.utf8)))
    let signature = key.algorithm == .rs256 ? made : try #require(ECDSASignature.raw(made))
    return signed + "." + Base64URL.encoded(signature)
  }

  @Test(arguments: [TokenAlgorithm.rs256, .es256])
  func itTakesWhatTheProviderHasSigned(_ algorithm: TokenAlgorithm) throws {
    let key = SigningKey(algorithm)
    let keys = try keys(of: key)
    #expect(keys.keys.count == 1)
    // Each ECDSA signature is different, and some numbers have leading zeros.
    for _ in 0..<20 {
      let payload = try TokenVerifier.payload(of: key.token(of: Self.payload), by: keys)
      #expect(payload == Array(Self.payload.utf8))
    }
  }

  @Test(arguments: [TokenAlgorithm.rs256, .es256])
  func itRefusesWhatWasChanged(_ algorithm: TokenAlgorithm) throws {
    let key = SigningKey(algorithm)
    let keys = try keys(of: key)
    let parts = key.token(of: Self.payload).split(separator: ".").map { String($0) }
    let other = Base64URL.encoded(Array(#"{"sub":"eve"}"#.utf8))
    #expect(throws: TokenError.signature) {
      try TokenVerifier.payload(of: parts[0] + "." + other + "." + parts[2], by: keys)
    }
    var signature = try #require(Base64URL.decoded(parts[2]))
    for index in [0, signature.count / 2, signature.count - 1] {
      signature[index] ^= 1
      #expect(throws: TokenError.signature) {
        try TokenVerifier.payload(
          of: parts[0] + "." + parts[1] + "." + Base64URL.encoded(signature), by: keys)
      }
      signature[index] ^= 1
    }
    for wrong in [[], Array(signature.dropLast()), signature + [0]] {
      #expect(throws: TokenError.signature) {
        try TokenVerifier.payload(
          of: parts[0] + "." + parts[1] + "." + Base64URL.encoded(wrong), by: keys)
      }
    }
  }

  @Test func itTakesNoOtherAlgorithmThanTheProviders() throws {
    let (rsa, elliptic) = (SigningKey(.rs256), SigningKey(.es256))
    let rsaKeys = try keys(of: rsa)
    for word in ["none", "None", "HS256", "ES256", "RS384", "PS256", ""] {
      let head = #"{"alg":"\#(word)","kid":"\#(rsa.name)"}"#
      let forged = try token(head: head, by: rsa)
      #expect(throws: TokenError.algorithm) {
        try TokenVerifier.payload(of: forged, by: rsaKeys)
      }
    }
    // A token that the other key signed, but with this key's name and algorithm.
    let head = #"{"alg":"RS256","kid":"\#(rsa.name)"}"#
    let forged = try token(head: head, by: elliptic)
    #expect(throws: TokenError.signature) { try TokenVerifier.payload(of: forged, by: rsaKeys) }
    let unsigned = try token(head: head, by: rsa).split(separator: ".").prefix(2)
      .joined(separator: ".")
    #expect(throws: TokenError.signature) {
      try TokenVerifier.payload(of: unsigned + ".", by: rsaKeys)
    }
  }

  @Test(arguments: [TokenAlgorithm.rs256, .es256])
  func itTakesNoOtherKeyThanTheProviders(_ algorithm: TokenAlgorithm) throws {
    let (key, other) = (SigningKey(algorithm), SigningKey(algorithm))
    let keys = try keys(of: key)
    #expect(throws: TokenError.unknownKey) {
      try TokenVerifier.payload(of: other.token(of: Self.payload), by: keys)
    }
    let forged = try token(
      head: #"{"alg":"\#(algorithm.rawValue)","kid":"\#(key.name)"}"#, by: other)
    #expect(throws: TokenError.signature) { try TokenVerifier.payload(of: forged, by: keys) }
    // If two keys have the same name, neither is used.
    let document = JSONText.object([("keys", .list([key.publicKey, key.publicKey]))])
    let twice = try #require(KeySet(Array(document.utf8), for: algorithm))
    #expect(throws: TokenError.unknownKey) {
      try TokenVerifier.payload(of: key.token(of: Self.payload), by: twice)
    }
  }

  @Test func itRefusesHeadsThatAskForMore() throws {
    let key = SigningKey(.rs256)
    let keys = try keys(of: key)
    let head = #"{"alg":"RS256","kid":"\#(key.name)","crit":["exp"],"exp":1}"#
    let forged = try token(head: head, by: key)
    #expect(throws: TokenError.critical) { try TokenVerifier.payload(of: forged, by: keys) }
  }

  @Test func itRefusesWhatIsNoToken() throws {
    let key = SigningKey(.es256)
    let keys = try keys(of: key)
    let good = key.token(of: Self.payload)
    let wrong = [
      "", ".", "..", "...", "a.b.c", good + ".", "." + good, good + "=", good + " ",
      good.replacing(".", with: ".."), String(repeating: "a", count: 20_000),
      "e30.e30.e30", "bnVsbA.e30.e30", "W10.e30.e30",
    ]
    for text in wrong {
      #expect(throws: TokenError.malformed) { try TokenVerifier.payload(of: text, by: keys) }
    }
  }
}
