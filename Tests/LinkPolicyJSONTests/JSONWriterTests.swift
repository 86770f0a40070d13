import LinkPolicy
import Testing

@testable import LinkPolicyJSON

@Suite struct JSONWriterTests {
  private func written(_ layout: JSONWriter.Layout = .compact, _ write: (inout JSONWriter) -> Void)
    -> String
  {
    var writer = JSONWriter(layout)
    write(&writer)
    return String(decoding: writer.take(), as: UTF8.self)
  }

  private func sample(_ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("b")
    writer.int(-12)
    writer.key("a")
    writer.beginArray()
    writer.bool(true)
    writer.null()
    writer.beginObject()
    writer.endObject()
    writer.beginArray()
    writer.endArray()
    writer.endArray()
    writer.endObject()
  }

  @Test func layouts() {
    #expect(written(.compact, sample) == #"{"b":-12,"a":[true,null,{},[]]}"#)
    #expect(
      written(.pretty, sample) == """
        {
          "b": -12,
          "a": [
            true,
            null,
            {},
            []
          ]
        }
        """)
  }

  @Test func integers() {
    for value in [0, 1, -1, 9, 10, 99, 100, -100, 1_234_567_890, Int.max, Int.min] {
      #expect(written { $0.int(value) } == String(value))
    }
  }

  @Test func stringsAndNamesAreTheSame() {
    for text in ["", "a", "é\u{0}\"\\/\u{8}\u{9}\u{A}\u{C}\u{D}\u{1F}", "\u{7F}\u{9F}\u{A0}"] {
      #expect(written { $0.string(text) } == written { $0.string(Name(text)) })
    }
    #expect(
      written { $0.string("\u{8}\u{9}\u{A}\u{C}\u{D}\u{1F}\"\\/\u{7F}\u{80}\u{2029}\u{2066}") }
        == #""\b\t\n\f\r\u001f\"\\/\u007f\u0080\u2029\u2066""#)
  }

  @Test func allScalarsSurvive() throws {
    for value in 0...0x10FFFF as ClosedRange<UInt32> {
      // Beyond the first planes every scalar takes the same path.
      if value > 0x2FFF, value % 97 != 0 { continue }
      guard let scalar = Unicode.Scalar(value) else { continue }
      var writer = JSONWriter()
      writer.string(String(scalar))
      let root = try JSONDocument(writer.take(), name: "scalar").root
      #expect(root.string == Name(String(scalar)), "\(value)")
    }
  }

  @Test func bytesThatAreNotTextAreReplaced() {
    #expect(written { $0.string(Name(bytes: [0x61, 0xFF, 0xC3])) } == "\"a\u{FFFD}\u{FFFD}\"")
    #expect(
      written { $0.string(Name(bytes: [0xED, 0xA0, 0x80])) } == "\"\u{FFFD}\u{FFFD}\u{FFFD}\"")
  }

  @Test func linesFollowEachOther() {
    var writer = JSONWriter(appendingTo: Array("# ".utf8))
    writer.int(1)
    writer.endLine()
    writer.beginArray()
    writer.endArray()
    writer.endLine()
    #expect(writer.take() == Array("# 1\n[]\n".utf8))
    writer.null()
    #expect(writer.take() == Array("null".utf8))
  }

  @Test func wrongNestingStops() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.beginObject()
      writer.int(1)
    }
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.beginArray()
      writer.endObject()
    }
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.null()
      writer.null()
    }
  }
}
