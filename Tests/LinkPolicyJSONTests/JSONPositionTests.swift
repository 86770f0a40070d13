import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyJSON

@Suite struct JSONPositionTests {
  @Test func positionsCountScalarsFromOne() throws {
    let text = "{\n  \"é😀\": [1,\r\n\t\"日本\", true],\n\"b\": {}}\n"
    let document = try JSONDocument(Array(text.utf8), name: "p")
    let members = try #require(document.root.members)
    let elements = try #require(members[0].value.elements)
    let locator = document.locator
    #expect(locator.position(of: document.root) == SourcePosition(line: 1, column: 1))
    #expect(locator.key(of: members[0]).position == SourcePosition(line: 2, column: 3))
    #expect(locator.key(of: members[0]).value == "é😀")
    #expect(locator.position(of: members[0].value) == SourcePosition(line: 2, column: 9))
    #expect(locator.position(of: elements[0]) == SourcePosition(line: 2, column: 10))
    #expect(locator.position(of: elements[1]) == SourcePosition(line: 3, column: 2))
    #expect(locator.position(of: elements[2]) == SourcePosition(line: 3, column: 8))
    #expect(locator.position(of: members[1].value) == SourcePosition(line: 4, column: 6))
    #expect(locator.position(at: -5) == SourcePosition(line: 1, column: 1))
    #expect(locator.position(at: .max) == SourcePosition(line: 5, column: 1))
  }

  @Test func positionsAreThoseOfASlowCount() throws {
    var random = SeededGenerator(seed: 7)
    for round in 0..<60 {
      var writer = JSONWriter(round % 2 == 0 ? .pretty : .compact)
      writer.beginArray()
      for _ in 0..<round { writer.value(RandomValue.make(depth: 4, &random)) }
      writer.endArray()
      let bytes = writer.take()
      let locator = try JSONDocument(bytes, name: "slow").locator
      var line = 1
      var column = 1
      for (offset, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
        if offset % 7 == 0 || byte == 0x0A {
          #expect(locator.position(at: offset) == SourcePosition(line: line, column: column))
        }
        column = byte == 0x0A ? 1 : column + 1
        line += byte == 0x0A ? 1 : 0
      }
    }
  }

  @Test func errorsRenderWithTheirLine() throws {
    let bytes = Array("{\n  \"key\": True\n}".utf8)
    let error = #expect(throws: InvalidInput.self) { try JSONDocument(bytes, name: "a.json") }
    let invalid = try #require(error)
    let text = invalid.diagnostics[0].rendered(in: invalid.sources)
    #expect(
      text == """
        a.json:2:10: error[json-syntax]: expected a value, found `True`
         2 |   "key": True
           |          ^
          = help: write `true`

        """)
  }

  @Test func messagesCannotDriveATerminal() throws {
    let key = "\u{1B}]0;x\u{7}\u{202E}" + String(repeating: "é", count: 500)
    var writer = JSONWriter()
    writer.beginObject()
    writer.key(Name(key))
    writer.null()
    let bytes = Array((String(decoding: writer.bytes, as: UTF8.self) + ",").utf8)
    let twice = bytes + bytes.dropFirst()
    let error = #expect(throws: InvalidInput.self) { try JSONDocument(twice, name: "x") }
    let message = try #require(error?.diagnostics.first?.message)
    #expect(message.unicodeScalars.count < 120)
    #expect(message.unicodeScalars.allSatisfy { !UTF8Sequence.isHazardous($0.value) })
  }

  @Test func filesOfASourceMapKeepTheirIndex() throws {
    var sources = SourceMap(files: [SourceMap.File(name: "a", bytes: Array("1".utf8))])
    let file = sources.add(SourceMap.File(name: "b", bytes: Array(" [tru]".utf8)))
    let error = #expect(throws: InvalidInput.self) {
      try JSONDocument(file: file, of: sources)
    }
    let position = try #require(error?.diagnostics.first?.position)
    #expect(sources.describe(position) == "b:1:3")
    let document = try JSONDocument(file: 0, of: sources)
    #expect(document.locator.position(of: document.root) == SourcePosition(line: 1, column: 1))
  }
}
