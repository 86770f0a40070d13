/// A checksum of the facts of a policy and their words, in order.
///
/// Records carry it, so that a reader can tell whether the words of a record are those of a policy that it has. Equal
/// policies have equal checksums in every version of the engine that has the same facts. The checksum detects mistakes,
/// not forgery.
public struct FactSchemaDigest: Sendable, Hashable {
  /// The 64 bits of the checksum (FNV-1a).
  package let number: UInt64

  // A byte that UTF-8 text cannot contain ends a word; another one ends a fact.
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
