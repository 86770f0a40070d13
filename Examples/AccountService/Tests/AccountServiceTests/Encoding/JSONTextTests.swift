internal import Testing

@testable internal import AccountService

@Suite struct JSONTextTests {
  @Test func itEscapesWhatEndsAString() {
    let text = JSONText.object([
      ("a\"", .text("\\ \" \n \u{0} ä")), ("b", .list([.number(-1), .flag(true), .flag(false)])),
      ("c", .object([])),
    ])
    #expect(text == #"{"a\"":"\\ \" \u000a \u0000 ä","b":[-1,true,false],"c":{}}"#)
  }
}
