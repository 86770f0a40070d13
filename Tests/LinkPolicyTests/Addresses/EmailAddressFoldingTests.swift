import Testing

@testable import LinkPolicy

@Suite struct EmailAddressFoldingTests {
  private let foldings: [AddressFolding] = (0..<8).map { bits in
    AddressFolding(
      foldsLocalCase: bits & 1 != 0, dropsDots: bits & 2 != 0, dropsPlusTag: bits & 4 != 0)
  }

  /// Short texts over an alphabet that reaches every rule, in the order of counting.
  private func text(_ number: Int) -> String {
    let alphabet = Array("aB1.+-x@".utf8)
    var bytes: [UInt8] = []
    var rest = number
    repeat {
      bytes.append(alphabet[rest % alphabet.count])
      rest /= alphabet.count
    } while rest > 0
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func canonicalAddressesAreFixedPoints() throws {
    var accepted = 0
    var number = 0
    while number < 3_000_000 {
      // A stride that shares no factor with the alphabet reaches all lengths and letters.
      number += 149
      let text = text(number) + "@Mail.Example"
      for folding in foldings {
        guard let address = try? EmailAddress(text, folding: folding) else { continue }
        accepted += 1
        let again = try EmailAddress(utf8: address.bytes.span, folding: folding)
        #expect(again == address, "\(text)")
        #expect(try EmailAddress.validate(address.bytes.span) == address.atIndex, "\(text)")
        let local = address.localPart
        #expect(!folding.dropsDots || !local.contains(UInt8(ascii: ".")), "\(text)")
        #expect(!folding.dropsPlusTag || !local.contains(UInt8(ascii: "+")), "\(text)")
        #expect(!folding.foldsLocalCase || !local.contains(UInt8(ascii: "B")), "\(text)")
      }
    }
    #expect(accepted > 10_000)
  }

  @Test func theWeakerFoldingNeverJoinsMoreThanTheStronger() throws {
    var number = 0
    while number < 400_000 {
      number += 97
      let text = text(number) + "@x.org"
      guard let plain = try? EmailAddress(text, folding: AddressFolding(foldsLocalCase: false))
      else { continue }
      for folding in foldings {
        let direct = try? EmailAddress(text, folding: folding)
        let later = try? EmailAddress(utf8: plain.bytes.span, folding: folding)
        #expect(direct == later, "\(text)")
      }
    }
  }

  @Test func generatedDomainsAreFoldedOrRefused() throws {
    var accepted = 0
    for number in 0..<60_000 {
      let text = "a@" + text(number)
      guard let address = try? EmailAddress(text, folding: AddressFolding()) else { continue }
      accepted += 1
      #expect(!address.domain.contains(UInt8(ascii: "B")), "\(text)")
      #expect(address.domain.count == text.utf8.count - 2, "\(text)")
    }
    #expect(accepted > 1000)
  }
}
