import LinkPolicy
import LinkPolicyClaims
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyJSON

@Suite("Lines are answered, whatever they hold")
struct RequestLineTests {
  private static func answer(_ bytes: [UInt8]) throws -> String {
    let answerer = RequestAnswerer(try SmallPolicy.make(), claims: .mappings)
    return String(decoding: answerer.answer(bytes), as: UTF8.self)
  }

  private static func answer(_ text: String) throws -> String {
    try answer(Array(text.utf8))
  }

  private static func error(
    _ id: String, _ code: String, _ message: String, _ column: Int? = nil
  ) -> String {
    let place = column.map { ",\"column\":\($0)" } ?? ""
    return "{\"id\":\(id),\"error\":{\"code\":\"\(code)\",\"message\":\"\(message)\"\(place)}}\n"
  }

  @Test("what is no request, with the first thing that is wrong and its place")
  func malformed() throws {
    let help = #"; write {\"id\": …, \"decide\": {\"attempt\": …, \"answers\": …}}"#
    let empty = "the line has no request: `decide`, `lookup` or `claims` is missing" + help
    let attempt = #"{"attempt":{"action":"fly"}}"#
    for (line, id, message, column) in [
      ("[]", "null", "expected an object, found an array", 1),
      ("{}", "null", empty, 1),
      (#"{"id":1}"#, "1", empty, 1),
      (
        #"{"id":1,"attempt":{"action":"a"},"answers":{}}"#, "1",
        "unknown key `attempt`; known keys: `id`, `decide`, `lookup`, `claims`", 9
      ),
      (
        #"{"id":1,"decide":\#(attempt),"lookup":\#(attempt)}"#, "1",
        "the line has two requests, `decide` and `lookup`; write one line for each request", 56
      ),
      (#"{"id":1,"decide":null}"#, "1", "expected an object in `decide`, found null", 18),
      (
        #"{"id":1,"lookup":null,"decide":\#(attempt)}"#, "1",
        "the line has two requests, `decide` and `lookup`; write one line for each request", 32
      ),
      (
        #"{"id":true,"decide":\#(attempt)}"#, "null",
        "expected a string or a number in `id`, found a boolean", 7
      ),
      (
        #"{"id":[1],"decide":\#(attempt)}"#, "null",
        "expected a string or a number in `id`, found an array", 7
      ),
      (
        #"{"id":1,"id":1,"decide":\#(attempt)}"#, "null",
        "the key `id` is used twice in one object; remove one of the two keys", 9
      ),
      (
        #"{"id":1,"decied":\#(attempt)}"#, "1",
        "unknown key `decied`; did you mean `decide`?", 9
      ),
      (
        #"{"id":1,"decide":{"attempt":17}}"#, "1",
        "expected an object in `attempt`, found a number", 29
      ),
      (
        #"{"id":1,"decide":{"attempt":{"action":"\ud800"}}}"#, "1",
        "half of a surrogate pair is not a character; write both halves, high half first", 40
      ),
      (#"{"id":1,"decide":{"attempt":"#, "null", "the JSON ends before its value is complete", 29),
      (
        #"{"id":1,"lookup":{"attempt":{"action":"a"},"situation":{}}}"#, "1",
        "unknown key `situation`; known keys: `attempt`, `caller`, `settings`, `answers`", 44
      ),
      (
        #"{"id":1,"lookup":{"attempt":{"action":"a"},"caller":{"session":5}}}"#, "1",
        "expected a string in `session`, found a number", 64
      ),
      (
        #"{"id":1,"lookup":{"attempt":{"action":"a"},"answers":{"session":null}}}"#, "1",
        "unknown key `session`; known keys: `accounts`, `code`", 55
      ),
    ] {
      #expect(try Self.answer(line) == Self.error(id, "malformed", message, column), "\(line)")
    }
  }

  @Test("an identifier is a string, because equal numbers have several spellings")
  func identifiers() throws {
    for (line, id, message, column) in [
      (
        #"{"id":1,"lookup":{"attempt":{"action":"a","identifiers":{"username":1.50}}}}"#, "1",
        "expected a string in `username`, found a number", 69
      ),
      (
        #"{"id":1,"lookup":{"attempt":{"action":"a","identifiers":{"username":1e999}}}}"#, "1",
        "expected a string in `username`, found a number", 69
      ),
      (
        #"{"id":1,"lookup":{"attempt":{"action":"a","identifiers":{"username":5}}}}"#, "1",
        "expected a string in `username`, found a number", 69
      ),
      (
        #"{"id":1,"lookup":{"attempt":{"action":"a","identifiers":{"username":true}}}}"#, "1",
        "expected a string in `username`, found a boolean", 69
      ),
      (
        #"{"id":1,"lookup":{"attempt":{"action":"a","identifiers":{"username":null}}}}"#, "1",
        "expected a string in `username`, found null", 69
      ),
      (
        #"{"id":1,"lookup":{"attempt":{"action":"a","identifiers":{"username":[]}}}}"#, "1",
        "expected a string in `username`, found an array", 69
      ),
      (
        #"{"id":1,"decide":{"attempt":{"action":"a"}"#
          + #","answers":{"accounts":[{"id":"u1","email":null,"verified":false"#
          + #","methods":[],"state":"active","version":1,"identifiers":{"username":true}}]}}}"#,
        "1",
        "expected a string in `username`, found a boolean", 176
      ),
      (
        #"{"id":1,"decide":{"attempt":{"action":"a"}"#
          + #","answers":{"accounts":[{"id":"u1","email":null,"verified":false"#
          + #","methods":[],"state":"active","version":1,"identifiers":{"username":1.50}}]}}}"#,
        "1",
        "expected a string in `username`, found a number", 176
      ),
    ] {
      #expect(try Self.answer(line) == Self.error(id, "malformed", message, column), "\(line)")
    }
  }

  @Test("bytes that are no text, and columns in characters")
  func bytes() throws {
    let broken = Array("{\"id\":1,\"x\":\"é".utf8) + [0xFF] + Array("\"}".utf8)
    let help = "this byte is not valid UTF-8; save the file as UTF-8"
    #expect(try Self.answer(broken) == Self.error("1", "malformed", help, 15))
    let control = Array("{\"id\":1,\"x\":\"".utf8) + [0] + Array("\"}".utf8)
    let message = "control character in a string; write the character as an escape, such as `\\\\n`"
    #expect(try Self.answer(control) == Self.error("1", "malformed", message, 14))
  }

  @Test("a request that is read and still cannot be answered says no place")
  func undecidable() throws {
    let attempt = #""action":"sign-in","provider":"google.com","subject":"g1""#
    let nothing = #""credential":null,"addresses":[],"method":"enabled""#
    for (body, code) in [
      (#"{"attempt":{"action":"fly"}}"#, "not-offered"),
      (#"{"attempt":{\#(attempt),"kind":"phone"}}"#, "not-offered"),
      (
        #"{"attempt":{\#(attempt)},"settings":{"no":"such"},"answers":{\#(nothing)}}"#,
        "not-offered"
      ),
      (#"{"attempt":{\#(attempt)}}"#, "unanswered"),
      (#"{"attempt":{"action":"sign-in"}}"#, "malformed"),
      (#"{"attempt":{\#(attempt),"addresses":[{"email":"nobody"}]}}"#, "malformed"),
      (#"{"attempt":{\#(attempt)},"caller":{"code":"c1"}}"#, "not-asked"),
      (
        #"{"attempt":{\#(attempt)},"answers":{"accounts":[{"id":"u1","email":null,"#
          + #""verified":false,"methods":[],"state":"active","version":0}],"credential":"u1"}}"#,
        "contradiction"
      ),
      (
        #"{"attempt":{\#(attempt)},"caller":{"session":"s1"},"answers":{"accounts":[{"id":"u1","#
          + #""email":null,"verified":false,"methods":[],"state":"active","epoch":0,"version":0}],"#
          + #""session":{"account":"u1","epoch":1,"ended":false,"recent":true}}}"#, "torn"
      ),
      (
        #"{"attempt":{\#(attempt),"ticket":{"policy":"\#(String(repeating: "0", count: 64))","#
          + #""ask":"existing-credential","subject":"s"}},"answers":{\#(nothing)}}"#, "malformed"
      ),
    ] {
      let text = try Self.answer(#"{"id":"x","decide":\#(body)}"#)
      let error = try #require(JSONDocument(Array(text.utf8), name: "a").root["error"])
      #expect(error["code"]?.text == code, "\(text)")
      #expect(error["message"]?.text?.isEmpty == false && error["column"] == nil, "\(text)")
    }
  }

  @Test("each reason of an input error has one code, and the codes are those of the protocol")
  func codes() {
    #expect(
      AnswerError.AnswerErrorCode.allCases.map { $0.rawValue } == [
        "malformed", "unanswered", "not-asked", "torn", "contradiction", "not-offered",
        "claims",
      ])
    let codes = InputError.Reason.words.values.map { AnswerError.AnswerErrorCode($0).rawValue }
    #expect(
      codes == [
        "not-offered", "not-offered", "malformed", "not-asked", "malformed", "not-offered",
        "malformed", "contradiction", "unanswered", "torn", "malformed",
      ])
  }

  @Test("an answer is one line with the id as it was sent")
  func oneLine() throws {
    for id in ["1e2", #""\u0041""#, #""\n""#, String(repeating: "7", count: 400)] {
      for verb in ["decide", "lookup"] {
        let line =
          #"{"\#(verb)":{"attempt":{"action":"sign-in","provider":"google.com","subject":"\n"}},"#
          + #""id":\#(id)}"#
        let text = try Self.answer(line)
        #expect(text.hasPrefix("{\"id\":\(id),"))
        #expect(text.hasSuffix("}\n") && text.utf8.count { $0 == 0x0A } == 1)
      }
    }
    #expect(
      try Self.answer(#"{"decide":{"attempt":{"action":"fly\n"}}}"#).hasPrefix(#"{"id":null,"#))
    #expect(
      try Self.answer(#"{"id":null,"decide":{"attempt":{"action":"fly"}}}"#)
        .hasPrefix(#"{"id":null,"#))
  }

  @Test("places and excerpts count from the line's number without any line before it")
  func excerpts() {
    let line = RequestLine(Array(#"  {"id":1,"x":nul}"#.utf8), name: "l", line: 1_000_000)
    guard case .failure(let input) = line.request else {
      Issue.record("the line must be refused")
      return
    }
    #expect(input.sources.files[0].bytes.count == 18)
    let text = input.description
    #expect(text.hasPrefix("l:1000000:15: error[json-syntax]"))
    #expect(text.contains(#" 1000000 |   {"id":1,"x":nul}"#))
  }
}
