internal import Testing

@testable internal import AccountService

@Suite struct Base64URLTests {
  @Test func itReadsWhatItWrites() {
    for count in 0..<70 {
      let bytes = Random.bytes(count)
      #expect(Base64URL.decoded(Base64URL.encoded(bytes)) == bytes)
    }
    // The test vectors of RFC 4648, section 10, without the padding.
    let known = [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
      ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ]
    for (text, encoded) in known {
      #expect(Base64URL.encoded(Array(text.utf8)) == encoded)
    }
    #expect(Base64URL.encoded([0xFB, 0xFF]) == "-_8")
  }

  @Test func itHasOneTextForOneValue() {
    for text in ["Z", "Zh", "Zm9", "Zg==", "Zg=", "Z g", "-_9", "+/8", "Zmé", "Zm9vY"] {
      #expect(Base64URL.decoded(text) == nil, "\(text)")
    }
  }
}
