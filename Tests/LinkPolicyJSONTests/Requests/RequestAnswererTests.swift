import LinkPolicy
import LinkPolicyClaims
import LinkPolicyPresets
import Testing

@testable import LinkPolicyJSON

@Suite("An answerer gives one line of JSON for each request")
struct RequestAnswererTests {
  private static let token =
    #"{\"iss\":\"https://accounts.google.com\",\"aud\":\"app1\",\"sub\":\"g1\",\"exp\":100,"#
    + #"\"email\":\"Ada@Gmail.com\",\"email_verified\":true,\"hd\":\"gmail.com\",\"nonce\":\"n\"}"#

  private static let decide =
    #"{"id":1,"decide":{"attempt":{"action":"sign-in","provider":"google.com","subject":"g1"},"#
    + #""answers":{"credential":null,"method":"enabled"}}}"#

  private let answerer = RequestAnswerer(Presets.firebase, claims: .mappings)

  private func answer(_ request: String) -> String {
    String(decoding: answerer.answer(Array(request.utf8)), as: UTF8.self)
  }

  private func claims(_ members: String) -> String {
    answer(#"{"id":1,"claims":{"mapping":"google","payload":"\#(Self.token)""# + members + "}}")
  }

  @Test("claims become the assertion of an attempt, and the attempt is decided")
  func claimsOfAnIDToken() {
    let text = claims(#","audiences":["app1"],"time":99,"nonce":{"raw":"n"}"#)
    let assertion =
      #"{"provider":"google.com","subject":"g1","addresses":[{"email":"Ada@Gmail.com","#
      + #""claims":{"email_verified":true}}],"nonce":"matched"}"#
    #expect(
      text == #"{"id":1,"claims":{"assertion":"# + assertion
        + #","checked":["issuer","audience","time","nonce"],"unchecked":["signature"],"#
        + #""notes":[],"undeclared":["hd"]}}"# + "\n")
    let attempt = #"{"action":"sign-in","# + assertion.dropFirst()
    let decided = answer(
      #"{"id":2,"decide":{"attempt":\#(attempt),"answers":{"credential":null,"addresses":[[]],"#
        + #""method":"enabled"},"fields":["outcome"]}}"#)
    #expect(decided == #"{"id":2,"decision":{"outcome":"allowed"}}"# + "\n")
  }

  @Test(
    "claims that are refused have a reason",
    arguments: [
      (#","audiences":["app2"],"nonce":"not-sent""#, "audience"),
      (#","audiences":["app1"],"time":200,"nonce":"not-sent""#, "expired"),
      (#","audiences":["app1"],"issuers":["https://other"],"nonce":"not-sent""#, "issuer"),
      // An ID token needs a nonce or the statement that none was sent.
      (#","audiences":["app1"]"#, "expectation"),
      (#","audiences":["app1"],"nonce":"not-sent","subject":"g1""#, "expectation"),
    ])
  func refusedClaims(_ members: String, _ reason: String) {
    let text = claims(members)
    #expect(text.hasPrefix(#"{"id":1,"error":{"code":"claims","message":""#), "\(text)")
    #expect(text.hasSuffix(#"","reason":"\#(reason)"}}"# + "\n"), "\(text)")
  }

  /// A request with a mapping of the caller, which gives the payload `{"id":7,"mail":{"at":"a@b.example"}}`.
  private func own(_ members: String) -> String {
    let payload = #""{\"id\":7,\"mail\":{\"at\":\"a@b.example\"}}""#
    return answer(
      #"{"id":1,"claims":{"payload":\#(payload),"provider":"github.com","mapping":{"linkpolicy-claims":1,"#
        + #""source":"user-info","subject":["id"],"name":[]\#(members)}}}"#)
  }

  @Test("a request can contain a mapping of its own")
  func ownMapping() {
    let address = #","email":["mail","at"],"about-email":[]"#
    #expect(
      own(address + #","number-subject":true"#)
        == #"{"id":1,"claims":{"assertion":{"provider":"github.com","subject":"7","#
        + #""addresses":[{"email":"a@b.example"}],"nonce":"not-sent"},"checked":[],"#
        + #""unchecked":["signature","subject"],"#
        + #""notes":[],"undeclared":[]}}"# + "\n")
    // The mapping says that the subject is text.
    #expect(own(address).hasPrefix(#"{"id":1,"error":{"code":"claims","#))
    for members in [
      "", address + #","email":["a"]"#, address + #","mail":1"#, address + #","photo":[]"#,
      address + #","issuers":["x"]"#, address + #","linkpolicy-claims":1"#,
    ] {
      let text = own(members)
      #expect(text.hasPrefix(#"{"id":1,"error":{"code":"malformed","#), "\(text)")
      #expect(text.contains(#","column":"#), "\(text)")
    }
    for mapping in ["1", "[]", "null", "true", "{}"] {
      let text = answer(#"{"id":1,"claims":{"mapping":\#(mapping),"payload":"{}"}}"#)
      #expect(text.hasPrefix(#"{"id":1,"error":{"code":"malformed","#), "\(text)")
    }
  }

  @Test("keys that do not apply to a user-info answer are refused")
  func userInfo() {
    for (members, isAnswered) in [
      ("", true), (#","nonce":"not-sent""#, false), (#","time":1"#, false),
      (#","leeway":1"#, false),
      (#","audiences":[]"#, false), (#","issuers":[]"#, false), (#","subject":"f1""#, true),
      (#","subject":"f2""#, false),
    ] {
      let text = answer(
        #"{"id":1,"claims":{"mapping":"facebook","payload":"{\"id\":\"f1\",\"sub\":\"f1\"}""#
          + members + "}}")
      #expect(text.hasPrefix(#"{"id":1,"claims":"#) == isAnswered, "\(text)")
    }
  }

  @Test("a request about claims is read strictly")
  func malformedClaims() {
    for body in [
      "1", "{}", #"{"mapping":"google"}"#, #"{"payload":"{}"}"#,
      #"{"mapping":"google","payload":{}}"#,
      #"{"mapping":"google","payload":"{}","nonce":"n"}"#,
      #"{"mapping":"google","payload":"{}","nonce":{}}"#,
      #"{"mapping":"google","payload":"{}","nonce":{"raw":"a","claim":"b"}}"#,
      #"{"mapping":"google","payload":"{}","time":-1}"#,
      #"{"mapping":"google","payload":"{}","audiences":"a"}"#,
      #"{"mapping":"google","payload":"{}","more":1}"#,
    ] {
      let text = answer(#"{"id":1,"claims":\#(body)}"#)
      #expect(text.hasPrefix(#"{"id":1,"error":{"code":"malformed","#), "\(text)")
    }
    let twice = answer(#"{"id":1,"claims":{"mapping":"google","payload":"{}"},"lookup":{}}"#)
    #expect(twice.contains("two requests, `lookup` and `claims`"), "\(twice)")
    let unknown = answer(#"{"id":1,"claims":{"mapping":"gogle","payload":"{}"}}"#)
    #expect(unknown.hasPrefix(#"{"id":1,"error":{"code":"not-offered","#), "\(unknown)")
    #expect(unknown.contains("`facebook-limited`"), "\(unknown)")
  }

  @Test("after many decisions the bytes are the same")
  func renderedParts() {
    let first = answer(Self.decide)
    for _ in 0..<300 {
      #expect(answer(Self.decide) == first)
    }
  }

  @Test("threads that share an answerer get the same bytes")
  func sharedByThreads() async {
    let request = Array(Self.decide.utf8)
    let expected = RequestAnswerer(Presets.firebase, claims: .mappings).answer(request)
    let shared = answerer
    let same = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<200).count { _ in shared.answer(request) == expected } }
      }
      return await group.reduce(0, +)
    }
    #expect(same == 1600)
  }

  @Test("several lines have an answer each; blank ones have none")
  func lines() {
    let answers = answerer.answers(toLines: Array("\n\(Self.decide)\n \t\r\n{\n".utf8))
    let parts = answers.split(separator: UInt8(ascii: "\n"))
    #expect(parts.count == 2)
    #expect(Array(parts[0]) + [UInt8(ascii: "\n")] == Array(answer(Self.decide).utf8))
    #expect(parts[1].starts(with: Array(#"{"id":null,"error":{"code":"malformed""#.utf8)))
  }

  @Test("a request that is too long is answered without being read")
  func tooLong() {
    var request = Array(Self.decide.utf8)
    request += Array(repeating: UInt8(ascii: " "), count: RequestAnswerer.longestRequest)
    let text = String(decoding: answerer.answer(request), as: UTF8.self)
    #expect(
      text.hasPrefix(#"{"id":null,"error":{"code":"malformed","message":"the line is longer"#))
  }
}
