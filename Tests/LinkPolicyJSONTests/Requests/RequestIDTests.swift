import Testing

@testable import LinkPolicyJSON

@Suite("The id of a line")
struct RequestIDTests {
  private static func id(_ line: String) -> String? {
    RequestID(ofLine: Array(line.utf8)).token.map { String(decoding: $0, as: UTF8.self) }
  }

  private static let body = #""decide":{"attempt":{"action":"fly"}}"#

  /// Ids that come back byte for byte, each as it stands in a line.
  private static let tokens = [
    "0", "-0", "7", "1.0", "1e2", "1E+2", "-1.50e-07", "9007199254740993",
    String(repeating: "9", count: 400), #""""#, #""a""#, #""\u0041""#, #""\/""#, #""\ud83d\ude00""#,
    #""😀""#, #""\\""#, #""\"""#, #""\"id\":7""#, #""},{""#, #""\u0000""#, "\"\u{202E}\u{2028}\"",
    #"" ""#,
  ]

  @Test("numbers and strings come back as they are written")
  func verbatim() {
    for token in Self.tokens {
      for line in [
        "{\"id\":\(token),\(Self.body)}", "{\(Self.body),\"id\":\(token)}",
        " {\t\"id\" : \(token) ,\(Self.body) } \r", "{\"id\":\(token)}",
        "{\"\\u0069\\u0064\":\(token),\(Self.body)}", "{\"ID\":1,\"id\":\(token),\"i\":\"id\"}",
      ] {
        #expect(Self.id(line) == token, "\(line)")
        let bytes = Array(line.utf8)
        let read = RequestLine(bytes, name: "lines", line: 1).id
        #expect(read == RequestID(ofLine: bytes), "\(line)")
      }
    }
  }

  @Test("it can be told where something else is wrong with the line")
  func brokenElsewhere() {
    for rest in [
      #""decide":{"attempt":17}"#, #""decide":{"attempt":{"action":"a","action":"b"}}"#,
      #""decide":{"name":"\ud800"}"#, #""decide":{"name":"\x"}"#, #""decide":{"n":01,"m":1.}"#,
      #""decide":{"n":tru}"#, #""decide":nul"#, #""decide":[1,,2,]"#, #""decide":{"a" "b":}"#,
      #""decide":1,"decide":2"#, #""decide":"a\#u{0}b\#u{1F}""#, #""what":{"id":8,"x":{"id":9}}"#,
      #""what":"\",\"id\":8,\"x\":\"""#, #""what":[{"id":8}],"lookup":[["]"]]"#,
      "\"deep\":" + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000),
    ] {
      #expect(Self.id("{\"id\":7,\(rest)}") == "7", "\(rest.prefix(80))")
      #expect(Self.id("{\(rest),\"id\":7}") == "7", "\(rest.prefix(80))")
    }
    let bytes = Array("{\"id\":7,\"name\":\"".utf8) + [0xFF, 0xC0, 0x80] + Array("\"}".utf8)
    #expect(RequestID(ofLine: bytes).token == [UInt8(ascii: "7")])
  }

  @Test("null where it is missing, duplicated, nested or cannot be told for sure")
  func none() {
    for line in [
      "", " ", "7", "[]", #"["id",7]"#, #"[{"id":7}]"#, "{}", #"{"decide":{"id":7}}"#,
      #"{"ID":7}"#, #"{"id ":7}"#, #"{id:7}"#, #"{'id':7}"#,
      // Twice, however spelt and wherever the line goes wrong.
      #"{"id":7,"id":7}"#, #"{"id":7,"id":8}"#, #"{"id":7,"\u0069d":8}"#,
      #"{"\u0069\u0064":8,"id":7}"#,
      #"{"id":7,"x":tru,"id":8}"#, #"{"id":7,"x":{"a":1,"a":2},"id":[]}"#, #"{"id":7,"i\d":8}"#,
      // No string and no number.
      #"{"id":null}"#, #"{"id":true}"#, #"{"id":[7]}"#, #"{"id":{"id":7}}"#, #"{"id":tru}"#,
      #"{"id":01}"#, #"{"id":1.}"#, #"{"id":+1}"#, #"{"id":.5}"#, #"{"id":1e}"#, #"{"id":NaN}"#,
      #"{"id":--1}"#, #"{"id":"\ud800"}"#, #"{"id":"\x"}"#, "{\"id\":\"a\u{1}\"}", #"{"id":}"#,
      #"{"id":"a}"#, #"{"id":"a\"}"#,
      // Cut short: what stands there may be the beginning of another id.
      #"{"id":7"#, #"{"id":7,"#, #"{"id":7,"decide":{"attempt":{"action":"fly"#,
      #"{"id":7,"decide":{"attempt":{}}"#, #"{"id":7,"x":"#, #"{"id":7,"x""#, #"{"id":"7"#,
      // Two lines in one, and what is no JSON outside of strings.
      #"{"id":7}{"id":8}"#, #"{"id":7} x"#, #"{"id":7,"decide":{"at{"id":8,"decide":{}}"#,
      #"{"id":7,"x":[}]}"#, #"{"id":7,"x":]}"#, #"{"id":7,}"#, #"{,"id":7}"#, #"{"id":7 "x":1}"#,
      #"{"id":7,"x":'","id":8,"y":'}"#, #"{"id":7,"x":[']']}"#, #"{"id":7/*,"id":8*/}"#,
      #"{"id":7,"x":é}"#, "{\"id\":7,\"x\":\u{0}}", "\u{FEFF}{\"id\":7}", #"{"id":7;"x":1}"#,
      #"{"id":7,"x":[1 /* ] */ ]}"#, #"{"id":7,"x":{"y":#}}"#,
    ] {
      #expect(Self.id(line) == nil, "\(line)")
    }
    for byte: UInt8 in [0x80, 0xFF] {
      let key = Array("{\"id\":7,\"i".utf8) + [byte] + Array("d\":8}".utf8)
      #expect(RequestID(ofLine: key).token == [UInt8(ascii: "7")], "another key, whatever it is")
      let id = Array("{\"id\":\"".utf8) + [byte] + Array("\"}".utf8)
      #expect(RequestID(ofLine: id).token == nil)
    }
  }

  @Test("no prefix of a line has an id, and no two lines in one")
  func cuts() {
    let line = Array(#"{"id":12,"decide":{"attempt":{"name":"\"}","a":[{}]},"id":3},"x":"{"}"#.utf8)
    for length in 0..<line.count {
      let prefix = Array(line.prefix(length))
      #expect(RequestID(ofLine: prefix).token == nil, "\(length)")
      #expect(RequestID(ofLine: prefix + line).token == nil || length == 0, "\(length)")
    }
    #expect(RequestID(ofLine: line).token == Array("12".utf8))
  }

  @Test("where a line is read, the outline has the id that the document has")
  func sameAsTheDocument() throws {
    for token in Self.tokens {
      let bytes = Array("{\"x\":[\"id\",{}],\"id\":\(token)}".utf8)
      let document = try JSONDocument(bytes, name: "l")
      let value = try #require(document.root["id"])
      #expect(value.isStringOrNumber)
      let end = bytes.count - 1
      #expect(RequestID(ofLine: bytes).token == Array(bytes[value.offset..<end]))
    }
  }
}
