import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy

/// Base64, by the test vectors of RFC 4648, section 10.
@Suite("Base64")
struct Base64Tests {
  @Test(
    "the RFC's examples, both ways",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func examples(plain: String, coded: String) {
    #expect(Base64.text(of: Array(plain.utf8)) == coded)
    #expect(Base64.bytes(of: coded) == Array(plain.utf8))
  }

  @Test("every length and byte comes back")
  func roundTrip() {
    for count in 0..<300 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      #expect(Base64.bytes(of: Base64.text(of: bytes)) == bytes)
    }
  }

  @Test(
    "every other text is refused",
    arguments: [
      "Z", "Zg", "Zg=", "Zg===", "=", "====", "Z===", "Zh==", "Zm9=", "Zg==Zg==", "Zm=v", "Zm9v\n",
      "Zm 9v", "Zm9-", "Zm9_", "Zmü=",
    ])
  func refused(text: String) {
    #expect(Base64.bytes(of: text) == nil)
    #expect(throws: InvalidImage.self) { try Policy(imageText: text) }
  }
}
