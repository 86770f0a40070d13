/// A checksum of the policy's facts: the names of the facts and the names of their values, in order.
///
/// Every record carries the checksum, so that a reader can detect a record that uses another policy's facts. A policy
/// has the same checksum in all versions of the engine that have the same facts. The checksum detects mistakes, but not
/// forgery.
public struct FactSchemaDigest: Sendable, Hashable {
  /// The 64 bits of the checksum (FNV-1a).
  package let number: UInt64

  // UTF-8 text cannot contain these two bytes, so no word can imitate the end of a word or fact.
  private static var endOfWord: UInt8 { 0xFE }
  private static var endOfFact: UInt8 { 0xFF }

  /// Computes the checksum of the facts of a schema.
  package init(_ schema: FactSchema) {
    var number: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) {
      number = (number ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    func add(_ word: Name) {
      for byte in word.bytes {
        add(byte)
      }
      add(Self.endOfWord)
    }
    for fact in schema.facts {
      add(fact.name)
      for value in fact.values {
        add(value)
      }
      add(Self.endOfFact)
    }
    self.number = number
  }

  /// The checksum as 16 hexadecimal digits in lower case.
  public var text: String {
    Hexadecimal.text((0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) })
  }
}
