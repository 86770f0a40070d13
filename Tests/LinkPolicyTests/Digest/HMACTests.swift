import Testing

@testable import LinkPolicy

/// The test cases of RFC 4231 for HMAC-SHA-256, in its own order.
@Suite struct HMACTests {
  private static func bytes(_ count: Int, of byte: UInt8) -> [UInt8] {
    [UInt8](repeating: byte, count: count)
  }

  private static let cases: [(key: [UInt8], data: [UInt8], code: String)] = [
    (
      bytes(20, of: 0x0B), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      bytes(20, of: 0xAA), bytes(50, of: 0xDD),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      Array(1...25), bytes(50, of: 0xCD),
      "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
    ),
    // Only the first 16 bytes of this one are published.
    (bytes(20, of: 0x0C), Array("Test With Truncation".utf8), "a3b6167473100ee06e0c796c2955552b"),
    (
      bytes(131, of: 0xAA), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    (
      bytes(131, of: 0xAA),
      Array(
        ("This is a test using a larger than block-size key and a larger than block-size data. "
          + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
    ),
  ]

  @Test func publishedVectors() {
    for (number, vector) in Self.cases.enumerated() {
      let code = Hexadecimal.text(HMAC.sha256(vector.data, key: vector.key))
      #expect(code.hasPrefix(vector.code), "case \(number + 1)")
      #expect(code.utf8.count == 64)
    }
  }

  @Test("a key of exactly a block is neither hashed nor filled up")
  func blockLength() {
    // As Python's hmac has them.
    for (count, code) in [
      (63, "783cf4c2c285aa5f6de2e985a243347b9a78476a6747ca5b0f16e7c9e6ab6f6b"),
      (64, "b389ef8fc24e40e35b42b70221b466916836a241257699d090bc736b8ad21b98"),
      (65, "e400297d15af5719b8ef44afd790a1d705a4a36e4f49b69b4015c0ed86bf607f"),
    ] {
      #expect(
        Hexadecimal.text(HMAC.sha256([], key: Self.bytes(count, of: 0x61))) == code, "\(count)")
    }
  }
}
