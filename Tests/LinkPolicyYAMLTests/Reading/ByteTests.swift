import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyYAML

@Suite("No byte escapes the look at characters")
struct ByteTests {
  /// Placed where a look at many bytes at once begins, goes on and ends.
  private static let places = [0, 1, 7, 15, 16, 17, 31, 32, 33, 63, 64, 65, 99]

  @Test("finds each byte that is no printable ASCII, wherever it stands", arguments: 0..<8)
  func everyByte(octave: Int) {
    for byte in UInt8(octave * 32)...UInt8(octave * 32 + 31) {
      let isUsual = (0x20..<0x7F).contains(byte) || [0x09, 0x0A].contains(byte)
      for place in Self.places {
        var problems = ProblemList(limit: 10)
        var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 100)
        bytes[place] = byte
        let text = SourceText(bytes, file: 0, into: &problems)
        #expect(problems.items.count == (isUsual ? 0 : 1), "byte \(byte) at \(place)")
        #expect(problems.items.first?.position?.column ?? place + 1 == place + 1)
        #expect(text.end.line == (byte == 0x0A ? 2 : 1))
      }
    }
  }

  @Test("counts the lines of a text of any length")
  func lines() {
    for count in [0, 1, 2, 15, 16, 17, 255, 256, 257, 300, 1000, 70_000] {
      var problems = ProblemList(limit: 10)
      let text = SourceText([UInt8](repeating: 0x0A, count: count), file: 0, into: &problems)
      #expect(text.end == SourcePosition(line: count + 1, column: 1))
    }
  }
}
