import Testing

@testable import LinkPolicy

/// A hash under a key stands for an account.
@Suite struct RecordKeyTests {
  @Test func aKeyIsLongEnoughAndGivesOneHash() throws {
    let bytes = Array("0123456789abcdef0123456789abcdef".utf8)
    #expect(RecordKey(bytes: []) == nil && RecordKey(bytes: Array(bytes.dropLast())) == nil)
    let key = try #require(RecordKey(bytes: bytes))
    // As Python's hmac has it.
    #expect(
      key.hash(of: "u1") == "39536bc0c20e6efcd22ec30bb96eec5aff9be6a37fe8e9db166b4cc950c94e7e")
    #expect(key.hash(of: "u2") != key.hash(of: "u1"))
    let other = try #require(RecordKey(bytes: bytes + [0x21]))
    #expect(other.hash(of: "u1") != key.hash(of: "u1"))
  }
}
