import Testing

@testable import LinkPolicyCommands

@Suite("Messages in a stream of bytes")
struct MessageReaderTests {
  private static func parts(_ text: String, blocks: Int = 1 << 20) -> [String] {
    var reader = MessageReader()
    var parts: [MessageReader.StreamPart] = []
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let end = min(start + blocks, bytes.count)
      parts += reader.read(Array(bytes[start..<end]))
      start = end
    }
    return parts.map { part in
      switch part {
      case .message(let content): String(decoding: content, as: UTF8.self)
      case .broken(let reason): "! " + reason
      }
    }
  }

  @Test("a message is as long as its header says, however its bytes come")
  func whole() {
    let text =
      "Content-Length: 2\r\n\r\n{}content-length:\t4 \r\nContent-Type: x\r\n\r\n[1\r]"
      + "Content-Length: 0\r\n\r\n"
    for blocks in [1, 2, 3, 7, 1 << 20] {
      #expect(Self.parts(text, blocks: blocks) == ["{}", "[1\r]", ""])
    }
  }

  @Test("a header that cannot be read is told once, and the next message is read")
  func broken() {
    let good = "Content-Length: 2\r\n\r\n{}"
    let cases = [
      ("Content-Length: two\r\n\r\n", "`Content-Length` is not a number of bytes"),
      ("Content-Length: -1\r\n\r\n", "`Content-Length` is not a number of bytes"),
      ("Content-Length: 99999999999999999999\r\n\r\n", "`Content-Length` is not a number of bytes"),
      ("Content-Length: 1\r\nContent-Length: 2\r\n\r\n", "a header has two lengths"),
      ("Content-Type: x\r\n\r\n", "a header has no `Content-Length`"),
      ("\r\n", "a header has no `Content-Length`"),
      ("{\"jsonrpc\":1}\n", "a header line does not end with CR LF"),
      ("GET / HTTP/1.1\r\n\r\n", "a header line is neither `Content-Length` nor `Content-Type`"),
      // The end of a message that was counted too short, and the next header on the same line.
      ("}}", "a header line is neither `Content-Length` nor `Content-Type`"),
      (String(repeating: "x", count: 9000), "a header line has more than 4096 bytes"),
    ]
    for (text, reason) in cases {
      for blocks in [1, 5, 1 << 20] {
        #expect(Self.parts(text + good, blocks: blocks) == ["! " + reason, "{}"], "\(text)")
      }
    }
  }

  @Test("a message that is too long is passed over without being kept")
  func tooLong() {
    var reader = MessageReader()
    let length = MessageReader.messageLimit + 1
    var parts = reader.read(Array("Content-Length: \(length)\r\n\r\n".utf8))
    #expect(parts == [.broken("a message has 67108865 bytes; the limit is 67108864 bytes")])
    let block = [UInt8](repeating: 0x20, count: 1 << 20)
    for _ in 0..<64 {
      #expect(reader.read(block) == [])
    }
    parts = reader.read(Array(" Content-Length: 1\r\n\r\n1".utf8))
    #expect(parts == [.message([0x31])])
  }

  @Test("a stream that ends between messages ends in order")
  func ends() {
    var reader = MessageReader()
    #expect(reader.isBetweenMessages)
    _ = reader.read(Array("Content-Length: 2\r\n\r\n{".utf8))
    #expect(!reader.isBetweenMessages)
    _ = reader.read(Array("}".utf8))
    #expect(reader.isBetweenMessages)
    _ = reader.read(Array("Con".utf8))
    #expect(!reader.isBetweenMessages)
  }
}
