import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyDiagnostics

/// Excerpts are the lines of a file, and finding one takes no longer in a long file.
@Suite struct ExcerptTests {
  /// The slow way: the whole text is split and decoded.
  private func slow(_ bytes: [UInt8], _ position: SourcePosition) -> String {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.indices.contains(position.line - 1) else { return "" }
    var line = Array(lines[position.line - 1])
    if position.line == lines.count, line.isEmpty { return "" }
    if line.last == 0x0D { line.removeLast() }
    var scalars = Array(String(decoding: line, as: UTF8.self).unicodeScalars)
    var column = position.column - 1
    if scalars.count > 140 {
      let start = max(0, min(column - 70, scalars.count - 140))
      scalars = Array(scalars[start..<(start + 140)])
      column -= start
    }
    let number = "\(position.line)"
    let shown = scalars.map { (0x7F..<0xA0).contains($0.value) ? "·" : $0 }
    let text = String(String.UnicodeScalarView(shown))
    return " \(number) | \(text)\n " + String(repeating: " ", count: number.count) + " | "
      + String(repeating: " ", count: column) + "^\n"
  }

  private func text(using generator: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...12, using: &generator) {
      for _ in 0..<Int.random(in: 0...(generator.oneIn(3) ? 6000 : 150), using: &generator) {
        switch Int.random(in: 0...9, using: &generator) {
        case 0: bytes += Array("é".utf8)
        case 1: bytes += Array("\u{10348}".utf8)
        case 2: bytes.append(UInt8.random(in: 0x80...0xFF, using: &generator))
        default: bytes.append(UInt8.random(in: 0x20...0x7E, using: &generator))
        }
      }
      bytes += generator.oneIn(4) ? [0x0D, 0x0A] : [0x0A]
    }
    return bytes
  }

  @Test func excerptsAreTheLines() {
    for seed in 0..<60 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let bytes = text(using: &generator)
      let plain = SourceMap(files: [SourceMap.File(name: "a", bytes: bytes)])
      let map = plain.indexed()
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        // A carriage return at the end is not shown and has no column.
        let shown = line.last == 0x0D ? line.dropLast() : line
        let count = String(decoding: shown, as: UTF8.self).unicodeScalars.count
        for column in [
          1, 2, 70, 71, 72, 139, 140, 141, 142, 211, count / 2, count - 1, count, count + 1,
        ]
        where column >= 1 && column <= count + 1 {
          let position = SourcePosition(line: index + 1, column: column)
          #expect(
            map.excerpt(at: position) == slow(bytes, position),
            "seed \(seed), \(index + 1):\(column)")
        }
      }
      let beyond = SourcePosition(line: lines.count + 1, column: 1)
      #expect(map.excerpt(at: beyond).isEmpty && plain.excerpt(at: beyond).isEmpty)
    }
  }

  @Test func anExcerptTakesNoLongerInALongFile() {
    let oneLine = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    let manyLines = (0..<200_000).flatMap { _ in Array("abcd\n".utf8) }
    for (bytes, position) in [
      (oneLine, SourcePosition(line: 1, column: 999_990)),
      (oneLine, SourcePosition(line: 1, column: 500_000)),
      (manyLines, SourcePosition(line: 199_999, column: 3)),
    ] {
      let map = SourceMap(files: [SourceMap.File(name: "a", bytes: bytes)]).indexed()
      var steps = 0
      #expect(map.excerpt(at: position, steps: &steps).contains("^"))
      #expect(steps < 10_000, "\(steps)")
    }
  }

  @Test func aPartOfAFileKnowsItsFirstLine() {
    let file = SourceMap.File(name: "a", bytes: Array("x\nyz\n".utf8), firstLine: 1_000_000)
    let map = SourceMap(files: [file]).indexed()
    let place = SourcePosition(line: 1_000_001, column: 2)
    #expect(map.excerpt(at: place) == " 1000001 | yz\n         |  ^\n")
    #expect(map.excerpt(at: SourcePosition(line: 5, column: 1)).isEmpty)
  }
}
