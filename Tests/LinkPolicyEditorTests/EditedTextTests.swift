import LinkPolicy
import Testing

@testable import LinkPolicyCommands

@Suite("Positions and edits of texts")
struct EditedTextTests {
  /// Letters of one to four bytes, of one and two units of UTF-16.
  private static let text = "aä€😀b\r\nx\ry\n\n😀"

  private static func offset(
    _ line: Int, _ character: Int, _ encoding: PositionEncoding = .utf16
  ) -> Int {
    EditedText(Array(text.utf8)).offset(of: TextPosition(line, character), encoding)
  }

  @Test("characters count bytes, units of UTF-16 or scalars")
  func encodings() {
    #expect([0, 1, 2, 3, 5, 6].map { Self.offset(0, $0) } == [0, 1, 3, 6, 10, 11])
    #expect([0, 1, 3, 6, 10, 11].map { Self.offset(0, $0, .utf8) } == [0, 1, 3, 6, 10, 11])
    #expect([0, 1, 2, 3, 4, 5].map { Self.offset(0, $0, .utf32) } == [0, 1, 3, 6, 10, 11])
    let text = EditedText(Array(Self.text.utf8))
    for encoding in PositionEncoding.allCases {
      for offset in [0, 1, 3, 6, 10, 11, 13, 15, 17, 18, 22] {
        let position = text.position(of: offset, encoding)
        #expect(text.offset(of: position, encoding) == offset)
      }
    }
  }

  @Test("lines end with LF, CR LF, and CR alone")
  func lines() {
    #expect((0...4).map { Self.offset($0, 0) } == [0, 13, 15, 17, 18])
  }

  @Test("what is outside of a line or inside of a character is brought to what is there")
  func outside() {
    // Between the two units of a character; behind the end of a line; behind the text.
    #expect(Self.offset(0, 4) == 6)
    #expect(Self.offset(0, 2, .utf8) == 1)
    #expect(Self.offset(0, 99) == 11)
    #expect(Self.offset(4, 99) == 22)
    #expect(Self.offset(5, 0) == 22)
    #expect(Self.offset(Int(UInt32.max), Int(UInt32.max)) == 22)
  }

  @Test("an edit leaves the lines as they are found in the whole text")
  func edits() {
    let pieces = ["", "\r", "\n", "\r\n", "x", "ab\ncd", "\n\r", "😀"].map { Array($0.utf8) }
    var state: UInt64 = 7
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    for _ in 0..<300 {
      var bytes: [UInt8] = []
      for _ in 0..<next(6) {
        bytes += pieces[next(pieces.count)]
      }
      var table = LineTable(bytes)
      for _ in 0..<6 {
        let start = next(bytes.count + 1)
        let end = start + next(bytes.count - start + 1)
        let new = pieces[next(pieces.count)]
        let before = bytes
        bytes.replaceSubrange(start..<end, with: new)
        table.replace(start..<end, count: new.count, in: bytes)
        #expect(table == LineTable(bytes), "\(before) \(start..<end) \(new)")
      }
    }
  }

  @Test("an edit replaces a range, whichever end comes first")
  func replaces() {
    var text = EditedText(Array("one\r\n😀two\r\n".utf8))
    let range = TextRange(TextPosition(1, 2), TextPosition(0, 1))
    text.replace(range, with: Array("\n".utf8), .utf16)
    #expect(String(decoding: text.bytes, as: UTF8.self) == "o\ntwo\r\n")
    #expect(text.position(of: 5, .utf16) == TextPosition(1, 3))
  }

  @Test("positions of findings count scalars and lines that end with LF")
  func sources() {
    let lines = SourceLines(Array("\u{FEFF}a: 😀b\r\nkey: \"x y\" # z\nlast".utf8))
    #expect(lines.offset(of: SourcePosition(line: 1, column: 2)) == 3)
    #expect(lines.offset(of: SourcePosition(line: 1, column: 6)) == 10)
    #expect(lines.offset(of: SourcePosition(line: 1, column: 99)) == 11)
    #expect(lines.range(from: SourcePosition(line: 2, column: 1)) == 13..<16)
    #expect(lines.range(from: SourcePosition(line: 2, column: 6)) == 18..<23)
    #expect(lines.offset(of: SourcePosition(line: 9, column: 1)) == 32)
    #expect(lines.range(from: SourcePosition(line: 3, column: 5)) == 32..<32)
  }

  @Test("places in long lines are those that counting from the start of the line finds")
  func longLines() {
    var bytes: [UInt8] = []
    for index in 0..<2100 {
      bytes += Array(["a", "ä", "€", "😀", "key: x, "][index % 5].utf8)
    }
    let lines = SourceLines(bytes)
    let text = EditedText(bytes)
    var column = 1
    for offset in bytes.indices where bytes[offset] & 0xC0 != 0x80 {
      let position = SourcePosition(line: 1, column: column)
      column += 1
      // Around the notes, and some between.
      guard offset % 1024 < 8 || offset % 1024 > 1016 || column % 97 == 0 else { continue }
      #expect(lines.offset(of: position) == offset)
      for encoding in PositionEncoding.allCases {
        let range = lines.textRange(of: offset..<offset, encoding)
        #expect(range.start == text.position(of: offset, encoding))
      }
    }
    #expect(lines.offset(of: SourcePosition(line: 1, column: column)) == bytes.count)
    #expect(lines.offset(of: SourcePosition(line: 1, column: .max)) == bytes.count)
    for count in [0, 1, 1023, 1024, 1025, 2048] {
      let plain = SourceLines([UInt8](repeating: 0x61, count: count))
      #expect(plain.offset(of: SourcePosition(line: 1, column: count + 1)) == count)
      #expect(plain.offset(of: SourcePosition(line: 1, column: count + 9)) == count)
    }
  }
}
