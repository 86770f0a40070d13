internal import Testing

@testable internal import AccountService

@Suite struct ECDSASignatureTests {
  @Test func bothFormsAreOfOneSignature() throws {
    let key = try #require(KeyHandle.newP256())
    for number in 0..<50 {
      let message = Array("message \(number)".utf8)
      let der = try #require(key.signature(of: message))
      let raw = try #require(ECDSASignature.raw(der))
      #expect(raw.count == 64)
      #expect(ECDSASignature.der(raw) == der)
      #expect(key.verifies(der, of: message))
      #expect(!key.verifies(der, of: message + [0]))
    }
  }

  @Test func whatIsNoSignatureHasNoOtherForm() throws {
    for bytes in [[], [0], [UInt8](repeating: 1, count: 63), [UInt8](repeating: 1, count: 65)] {
      #expect(ECDSASignature.der(bytes) == nil)
      #expect(ECDSASignature.raw(bytes) == nil)
    }
    // Zeros are a well-formed signature, but never a valid one.
    let zeros = [UInt8](repeating: 0, count: 64)
    let key = try #require(KeyHandle.newP256())
    #expect(ECDSASignature.der(zeros).map { key.verifies($0, of: []) } == false)
  }
}
