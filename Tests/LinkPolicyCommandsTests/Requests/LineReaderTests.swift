import Foundation
import LinkPolicySystem
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

@Suite("Lines come out of a stream as they went in")
struct LineReaderTests {
  private static func lines(_ input: ByteInput, limit: Int = 1 << 20) throws -> [[UInt8]?] {
    var reader = LineReader(input, limit: limit)
    var lines: [[UInt8]?] = []
    while let line = try reader.next(wait: {}) {
      if case .bytes(let bytes) = line {
        lines.append(bytes)
      } else {
        lines.append(nil)
      }
      #expect(reader.number == lines.count)
    }
    return lines
  }

  private static func memory(_ text: String) -> ByteInput {
    ByteInput(.memory(Array(text.utf8)))
  }

  @Test("ends of lines and of streams")
  func ends() throws {
    let cases: [(String, [String])] = [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("\n", [""]),
      ("\n\na\r\n", ["", "", "a\r"]),
    ]
    for (text, expected) in cases {
      let lines = try Self.lines(Self.memory(text)).map {
        $0.map { String(decoding: $0, as: UTF8.self) }
      }
      #expect(lines == expected, "\(text.debugDescription)")
    }
  }

  @Test("lines of every length around the size of a chunk, from a file")
  func chunks() throws {
    let scratch = try Scratch()
    var expected: [[UInt8]] = []
    for length in [0, 1, 65_534, 65_535, 65_536, 65_537, 3, 200_000, 0, 131_072] {
      expected.append([UInt8](repeating: UInt8(ascii: "a") + UInt8(expected.count), count: length))
    }
    var bytes = Array(expected.joined(separator: [UInt8(ascii: "\n")]))
    for end in [[], [UInt8(ascii: "\n")]] {
      bytes += end
      let path = try scratch.write("lines", bytes)
      let lines = try Self.lines(ByteInput(.file(ReadableFile(stream: path))))
      #expect(lines == expected)
    }
  }

  @Test("a line over the limit is left out, and what follows is read")
  func limit() throws {
    let scratch = try Scratch()
    for length in [11, 65_536, 300_000] {
      let long = [UInt8](repeating: UInt8(ascii: "x"), count: length)
      let newline = [UInt8(ascii: "\n")]
      let path = try scratch.write("lines", [97] + newline + long + newline + [98] + newline + long)
      #expect(
        try Self.lines(ByteInput(.file(ReadableFile(stream: path))), limit: 10) == [
          [97], nil, [98], nil,
        ])
    }
  }

  @Test("a blank line over the limit is a blank line, unless something stands behind the blanks")
  func blanks() throws {
    let scratch = try Scratch()
    for length in [11, 65_536, 300_000] {
      let blank = [UInt8](repeating: 0x20, count: length)
      let path = try scratch.write(
        "lines", [97, 10] + blank + [10] + blank + [98, 10] + [98] + blank + [10] + blank)
      let lines = try Self.lines(ByteInput(.file(ReadableFile(stream: path))), limit: 10)
      #expect(lines == [[97], [], nil, nil, []])
    }
  }
}
