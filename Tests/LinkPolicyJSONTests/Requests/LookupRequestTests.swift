import LinkPolicy
import LinkPolicyPresets
import Testing

@testable import LinkPolicyJSON

@Suite("A look-up says what to fetch, and nothing else")
struct LookupRequestTests {
  private static func answer(_ body: String) throws -> String {
    let line = RequestLine(Array("{\"id\":1,\"lookup\":\(body)}".utf8), name: "l", line: 1)
    guard case .lookup(let request) = try line.request.get() else {
      Issue.record("the line is no lookup")
      return ""
    }
    let answer = AnswerLine(.lookup(try request.lookup(by: Presets.firebase)), to: line.id)
    let text = String(decoding: answer.line(), as: UTF8.self)
    return text.replacing(#"{"id":1,"lookup":"#, with: "").replacing("}}\n", with: "}")
  }

  private static func reason(_ body: String) throws -> InputError.Reason? {
    do {
      _ = try answer(body)
      return nil
    } catch let error as InputError {
      return error.reason
    }
  }

  @Test("credentials, canonical addresses, tenant and what the caller brings")
  func questions() throws {
    let none = #""session":null,"target":null,"code":null,"#
    let google = #""method":{"tenant":null,"provider":"google.com","kind":"federated"}}"#
    let password = #""method":{"tenant":null,"provider":"password","kind":"password"}}"#
    let ada = #"{"tenant":null,"address":"ada@gmail.com","heldBy":"account","pool":["*"]}"#
    for (body, expected) in [
      (
        #"{"attempt":{"action":"sign-in","provider":"google.com","subject":"g1","#
          + #""addresses":[{"email":"Ada@Gmail.com"}]}}"#,
        #"{"credential":{"tenant":null,"issuer":"google.com","kind":"federated","subject":"g1"},"#
          + #""addresses":[\#(ada)],"# + none + google
      ),
      (
        #"{"attempt":{"action":"sign-in","provider":"google.com","subject":"g1","tenant":"t"},"#
          + #""caller":{"session":"s1"}}"#,
        #"{"credential":{"tenant":"t","issuer":"google.com","kind":"federated","subject":"g1"},"#
          + #""addresses":[],"session":{"id":"s1"},"target":null,"code":null,"#
          + #""method":{"tenant":"t","provider":"google.com","kind":"federated"}}"#
      ),
      (
        #"{"attempt":{"action":"sign-in","provider":"password","secret":"right","#
          + #""addresses":[{"email":"Ada@Gmail.com"}]}}"#,
        #"{"credential":{"tenant":null,"issuer":"password","kind":"password","#
          + #""subject":"ada@gmail.com"},"addresses":[\#(ada)],"# + none + password
      ),
      (
        #"{"attempt":{"action":"update-profile"}}"#,
        #"{"credential":null,"addresses":[],"# + none + #""method":null}"#
      ),
      (
        #"{"attempt":{"action":"disable"},"caller":{"target":"u1"}}"#,
        #"{"credential":null,"addresses":[],"session":null,"target":{"id":"u1"},"code":null,"#
          + #""method":null}"#
      ),
    ] {
      #expect(try Self.answer(body) == expected, "\(body)")
    }
  }

  @Test("a code first, then the addresses it brings")
  func codes() throws {
    let attempt = #""attempt":{"action":"reset-password"},"caller":{"code":"c1"}"#
    #expect(
      try Self.answer("{\(attempt)}")
        == #"{"credential":null,"addresses":[],"session":null,"target":null,"#
        + #""code":{"id":"c1","bringsAddress":true},"method":null}"#)
    for (purpose, asked) in [
      ("reset", #"{"tenant":null,"address":"ada@gmail.com","heldBy":"account","pool":["*"]}"#),
      ("verify", ""),
    ] {
      let found =
        #""code":{"purpose":"\#(purpose)","address":"Ada@Gmail.com","account":null,"bound":null,"#
        + #""requester":null,"tenant":null,"used":false,"expired":false}"#
      #expect(
        try Self.answer("{\(attempt),\"answers\":{\(found)}}")
          == #"{"credential":null,"addresses":[\#(asked)],"session":null,"target":null,"#
          + #""code":null,"method":null}"#)
    }
    #expect(
      try Self.answer(#"{\#(attempt),"answers":{"code":null}}"#)
        == #"{"credential":null,"addresses":[],"session":null,"target":null,"code":null,"#
        + #""method":null}"#)
    let link =
      #"{"attempt":{"action":"sign-in","provider":"password","kind":"email-link","#
      + #""addresses":[{"email":"ada@gmail.com"}]},"caller":{"code":"c2"}}"#
    let text = try Self.answer(link)
    #expect(text.contains(#""code":{"id":"c2","bringsAddress":false}"#))
    #expect(text.contains(#""address":"ada@gmail.com""#))
  }

  @Test("what the attempt does not ask for is an error here as it is in a decision")
  func notAsked() throws {
    let attempt = #""attempt":{"action":"sign-in","provider":"google.com","subject":"g1"}"#
    for more in [
      #""caller":{"target":"u1"}"#, #""caller":{"code":"c1"}"#,
    ] {
      #expect(try Self.reason("{\(attempt),\(more)}") == .unexpected, "\(more)")
    }
    // That there is none may be said of what is not asked.
    #expect(try Self.reason("{\(attempt),\"answers\":{\"code\":null}}") == nil)
    #expect(try Self.reason(#"{"attempt":{"action":"fly"}}"#) == .actionNotOffered)
  }
}
