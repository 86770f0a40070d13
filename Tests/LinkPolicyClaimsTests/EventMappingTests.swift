import LinkPolicy
import LinkPolicyClaims
import Testing

/// A token that reports events, and the expected result.
struct EventCase: Sendable, CustomTestStringConvertible {
  /// The mapping of the token's sender.
  enum Sender: Sendable {
    case google, apple, corporate, opaque

    var mapping: EventMapping {
      switch self {
      case .google: .google
      case .apple: .apple
      case .corporate:
        EventMapping(
          provider: "oidc.corp", issuers: ["https://idp.example.com/"],
          addressDomains: ["example.com"])
      case .opaque:
        EventMapping(
          provider: "oidc.corp", issuers: ["https://idp.example.com/"], hasOpaqueSubjects: true)
      }
    }
  }

  let testDescription: String
  let sender: Sender
  let payload: String
  /// `action provider subject`, `action address`, `unrecognized: types`, or `error: reason`.
  let expected: String

  init(_ name: String, _ sender: Sender, _ payload: String, _ expected: String) {
    testDescription = name
    self.sender = sender
    self.payload = payload
    self.expected = expected
  }

  /// A token of `idp.example.com` with the given claims.
  static func token(_ claims: String) -> String {
    #"{"iss":"https://idp.example.com/","jti":"j1","iat":1508184845,"aud":"client",\#(claims)}"#
  }

  /// A token with one event of RISC about a subject, in the form of the final specification.
  static func risc(_ type: String, _ subject: String = issSub) -> String {
    token(
      #""sub_id":\#(subject),"events":{"https://schemas.openid.net/secevent/risc/event-type/\#(type)":{}}"#
    )
  }

  /// A notification of Apple with one event as text.
  static func notification(_ event: String) -> String {
    let text = event.split(separator: "\"", omittingEmptySubsequences: false).joined(
      separator: "\\\"")
    return
      #"{"iss":"https://appleid.apple.com","aud":"client","iat":1508184845,"exp":1508271245,"jti":"j1","events":"\#(text)"}"#
  }

  static let issSub = #"{"format":"iss_sub","iss":"https://idp.example.com/","sub":"7375626A"}"#
  static let email = #"{"format":"email","email":"foo@example.com"}"#
  static let riscTypes = "https://schemas.openid.net/secevent/risc/event-type/"
  static let caepTypes = "https://schemas.openid.net/secevent/caep/event-type/"

  static let all: [EventCase] =
    known + identifiers + google + notifications + refusedSubjects + refusedTokens

  static let known: [EventCase] = [
    EventCase("RISC 2.2", .corporate, risc("account-purged"), "account-purged oidc.corp 7375626A"),
    EventCase(
      "RISC 2.3, whose reason decides nothing", .corporate,
      token(
        #""sub_id":\#(issSub),"events":{"\#(riscTypes)account-disabled":{"reason":"hijacking"}}"#),
      "account-disabled oidc.corp 7375626A"),
    EventCase(
      "RISC 2.4", .corporate, risc("account-enabled"), "account-enabled oidc.corp 7375626A"),
    EventCase(
      "RISC 2.1", .corporate, risc("account-credential-change-required"),
      "credential-compromise oidc.corp 7375626A"),
    EventCase(
      "RISC 2.7", .corporate,
      token(
        #""sub_id":\#(issSub),"events":{"\#(riscTypes)credential-compromise":{"credential_type":"password"}}"#
      ), "credential-compromise oidc.corp 7375626A"),
    EventCase(
      "RISC 2.11, deprecated", .corporate, risc("sessions-revoked"),
      "session-revoked oidc.corp 7375626A"),
    EventCase(
      "CAEP 3.1 with a complex subject", .corporate,
      token(
        #""sub_id":{"format":"complex","session":{"format":"opaque","id":"s"},"user":\#(issSub)},"events":{"\#(caepTypes)session-revoked":{"event_timestamp":1615304991}}"#
      ), "session-revoked oidc.corp 7375626A"),
    EventCase(
      "CAEP 3.3", .corporate,
      token(
        #""sub_id":\#(issSub),"events":{"\#(caepTypes)credential-change":{"credential_type":"fido2-roaming","change_type":"create"}}"#
      ), "credential-change oidc.corp 7375626A"),
    EventCase(
      "two types of one event", .corporate,
      token(
        #""sub_id":\#(issSub),"events":{"\#(caepTypes)session-revoked":{},"\#(riscTypes)sessions-revoked":{}}"#
      ),
      "session-revoked oidc.corp 7375626A"),
    EventCase(
      "RISC 2.5: the old address", .corporate,
      token(
        #""sub_id":\#(email),"events":{"\#(riscTypes)identifier-changed":{"new-value":"bar@example.com"}}"#
      ),
      "identifier-changed foo@example.com"),
    EventCase(
      "RISC 2.6", .corporate, risc("identifier-recycled", email),
      "identifier-recycled foo@example.com"),
    EventCase(
      "a domain in capitals", .corporate,
      risc("identifier-recycled", #"{"format":"email","email":"Foo@EXAMPLE.com"}"#),
      "identifier-recycled Foo@EXAMPLE.com"),
    EventCase(
      "an unknown type is no error", .corporate, risc("recovery-activated"),
      "unrecognized: \(riscTypes)recovery-activated"),
    EventCase(
      "the verification of a stream has no user", .corporate,
      token(
        #""sub_id":{"format":"opaque","id":"stream"},"events":{"https://schemas.openid.net/secevent/ssf/event-type/verification":{"state":"x"}}"#
      ), "unrecognized: https://schemas.openid.net/secevent/ssf/event-type/verification"),
    EventCase(
      "an unknown type hides no known one", .corporate,
      token(
        #""sub_id":\#(issSub),"events":{"urn:own:event":{},"\#(riscTypes)account-purged":{}}"#),
      "account-purged oidc.corp 7375626A, unrecognized: urn:own:event"),
  ]

  static let identifiers: [EventCase] = [
    EventCase(
      "an opaque id of a provider that sends its subjects so", .opaque,
      risc("account-purged", #"{"format":"opaque","id":"o1"}"#), "account-purged oidc.corp o1"),
    EventCase(
      "aliases: the subject of this provider", .corporate,
      risc(
        "account-purged",
        #"{"format":"aliases","identifiers":[\#(email),{"format":"iss_sub","iss":"https://other.example/","sub":"x"},\#(issSub)]}"#
      ), "account-purged oidc.corp 7375626A"),
    EventCase(
      "aliases: the address", .corporate,
      risc("identifier-recycled", #"{"format":"aliases","identifiers":[\#(issSub),\#(email)]}"#),
      "identifier-recycled foo@example.com"),
    EventCase(
      "a complex subject without a format, as in drafts", .corporate,
      token(
        #""events":{"\#(caepTypes)session-revoked":{"subject":{"user":\#(issSub),"device":{"format":"opaque","id":"d"}}}}"#
      ), "session-revoked oidc.corp 7375626A"),
    EventCase(
      "several recipients", .corporate,
      #"{"iss":"https://idp.example.com/","jti":"j1","iat":1508184845,"aud":["other","client"],"sub_id":\#(issSub),"events":{"\#(riscTypes)account-purged":{}}}"#,
      "account-purged oidc.corp 7375626A"),
  ]

  static let google: [EventCase] = [
    EventCase(
      "Google writes `subject_type`, with a hyphen", .google,
      #"{"iss":"https://accounts.google.com/","aud":"client","iat":1508184845,"jti":"j1","events":{"\#(riscTypes)account-disabled":{"subject":{"subject_type":"iss-sub","iss":"https://accounts.google.com/","sub":"7375626A"},"reason":"hijacking"}}}"#,
      "account-disabled google.com 7375626A"),
    EventCase(
      "Google's revoked tokens", .google,
      #"{"iss":"https://accounts.google.com/","aud":"client","iat":1508184845,"jti":"j1","events":{"https://schemas.openid.net/secevent/oauth/event-type/tokens-revoked":{"subject":{"subject_type":"id_token_claims","iss":"https://accounts.google.com/","sub":"7375626A","email":"a@gmail.com"}}}}"#,
      "tokens-revoked google.com 7375626A"),
    EventCase(
      "an address of gmail.com", .google,
      #"{"iss":"https://accounts.google.com/","aud":"client","iat":1508184845,"jti":"j1","sub_id":{"format":"email","email":"a@gmail.com"},"events":{"\#(riscTypes)identifier-recycled":{}}}"#,
      "identifier-recycled a@gmail.com"),
  ]

  static let notifications: [EventCase] = [
    EventCase(
      "email-disabled", .apple,
      notification(
        #"{"type":"email-disabled","sub":"820417.faa.0219","event_time":1508184845000,"email":"x@privaterelay.appleid.com","is_private_email":"true"}"#
      ), "email-disabled apple.com 820417.faa.0219"),
    EventCase(
      "email-enabled", .apple,
      notification(#"{"type":"email-enabled","sub":"820417.faa.0219","event_time":1}"#),
      "email-enabled apple.com 820417.faa.0219"),
    EventCase(
      "consent-revoked", .apple,
      notification(#"{"type":"consent-revoked","sub":"820417.faa.0219","event_time":1}"#),
      "consent-revoked apple.com 820417.faa.0219"),
    EventCase(
      "account-delete", .apple,
      notification(#"{"type":"account-delete","sub":"820417.faa.0219","event_time":1}"#),
      "account-purged apple.com 820417.faa.0219"),
    EventCase(
      "account-deleted, as an object", .apple,
      #"{"iss":"https://appleid.apple.com","aud":"client","iat":1508184845,"exp":1508271245,"jti":"j1","events":{"type":"account-deleted","sub":"820417.faa.0219"}}"#,
      "account-purged apple.com 820417.faa.0219"),
    EventCase(
      "an unknown type", .apple, notification(#"{"type":"account-moved","sub":"1"}"#),
      "unrecognized: account-moved"),
    EventCase("no subject", .apple, notification(#"{"type":"email-enabled"}"#), "error: subject"),
    EventCase("no type", .apple, notification(#"{"sub":"1"}"#), "error: claim"),
    EventCase(
      "a subject that is a number", .apple, notification(#"{"type":"email-enabled","sub":1}"#),
      "error: claim"),
    EventCase("text that is no JSON", .apple, notification("{"), "error: malformed"),
    EventCase("text that is a list", .apple, notification("[]"), "error: malformed"),
    EventCase(
      "a security event token", .apple,
      #"{"iss":"https://appleid.apple.com","aud":"client","iat":1508184845,"jti":"j1","events":{"\#(riscTypes)account-purged":{}}}"#,
      "error: claim"),
    EventCase(
      "an expired notification", .apple,
      #"{"iss":"https://appleid.apple.com","aud":"client","iat":1508100000,"exp":1508100001,"jti":"j1","events":{"type":"email-enabled","sub":"1"}}"#,
      "error: expired"),
  ]

  static let refusedSubjects: [EventCase] = [
    EventCase(
      "an opaque id of an unknown namespace", .corporate,
      risc("account-purged", #"{"format":"opaque","id":"o1"}"#), "error: subject"),
    EventCase(
      "an address in place of a subject", .corporate, risc("account-purged", email),
      "error: subject"),
    EventCase(
      "a subject in place of an address", .corporate, risc("identifier-recycled"),
      "error: subject"),
    EventCase(
      "a telephone number", .corporate,
      risc("identifier-recycled", #"{"format":"phone_number","phone_number":"+12065550100"}"#),
      "error: subject"),
    EventCase(
      "an unknown format", .corporate,
      risc("account-purged", #"{"format":"did","url":"did:example:1"}"#), "error: subject"),
    EventCase(
      "an address of another domain", .corporate,
      risc("identifier-recycled", #"{"format":"email","email":"foo@gmail.com"}"#),
      "error: subject"),
    EventCase(
      "an address of a lookalike domain", .corporate,
      risc("identifier-recycled", #"{"format":"email","email":"foo@evil-example.com"}"#),
      "error: subject"),
    EventCase(
      "an address without a domain", .corporate,
      risc("identifier-recycled", #"{"format":"email","email":"example.com"}"#), "error: subject"),
    EventCase(
      "a subject of another issuer", .corporate,
      risc("account-purged", #"{"format":"iss_sub","iss":"https://other.example/","sub":"x"}"#),
      "error: issuer"),
    EventCase(
      "a session without its user", .corporate,
      token(
        #""sub_id":{"format":"complex","session":{"format":"opaque","id":"s"}},"events":{"\#(caepTypes)session-revoked":{}}"#
      ), "error: subject"),
    EventCase(
      "no identifier", .corporate, token(#""events":{"\#(riscTypes)account-purged":{}}"#),
      "error: subject"),
    EventCase(
      "an identifier without a format", .corporate, risc("account-purged", #"{"sub":"x"}"#),
      "error: claim"),
    EventCase(
      "an identifier that is text", .corporate, risc("account-purged", #""x""#), "error: claim"),
    EventCase(
      "an empty subject", .corporate,
      risc("account-purged", #"{"format":"iss_sub","iss":"https://idp.example.com/","sub":""}"#),
      "error: claim"),
    EventCase(
      "aliases in aliases", .corporate,
      risc(
        "account-purged",
        #"{"format":"aliases","identifiers":[{"format":"aliases","identifiers":[\#(issSub)]}]}"#),
      "error: claim"),
  ]

  static let refusedTokens: [EventCase] = [
    EventCase(
      "several events", .corporate,
      token(
        #""sub_id":\#(issSub),"events":{"\#(riscTypes)account-purged":{},"\#(riscTypes)account-enabled":{}}"#
      ),
      "error: claim"),
    EventCase("no events", .corporate, token(#""sub_id":\#(issSub)"#), "error: claim"),
    EventCase("empty events", .corporate, token(#""events":{}"#), "error: claim"),
    EventCase("events as text", .corporate, token(#""events":"{}""#), "error: claim"),
    EventCase(
      "an ID token", .google,
      #"{"iss":"https://accounts.google.com","aud":"client","iat":1508184845,"exp":1608184845,"sub":"g1","jti":"j1"}"#,
      "error: claim"),
    EventCase(
      "another issuer", .google, risc("account-purged"), "error: issuer"),
    EventCase(
      "another service", .corporate,
      #"{"iss":"https://idp.example.com/","jti":"j1","iat":1508184845,"aud":"other","sub_id":\#(issSub),"events":{"\#(riscTypes)account-purged":{}}}"#,
      "error: audience"),
    EventCase(
      "no audience", .corporate,
      #"{"iss":"https://idp.example.com/","jti":"j1","iat":1508184845,"sub_id":\#(issSub),"events":{"\#(riscTypes)account-purged":{}}}"#,
      "error: claim"),
    EventCase(
      "no id", .corporate,
      #"{"iss":"https://idp.example.com/","iat":1508184845,"aud":"client","sub_id":\#(issSub),"events":{"\#(riscTypes)account-purged":{}}}"#,
      "error: claim"),
    EventCase(
      "no time", .corporate,
      #"{"iss":"https://idp.example.com/","jti":"j1","aud":"client","sub_id":\#(issSub),"events":{"\#(riscTypes)account-purged":{}}}"#,
      "error: claim"),
    EventCase(
      "the future", .corporate,
      #"{"iss":"https://idp.example.com/","jti":"j1","iat":1808184845,"aud":"client","sub_id":\#(issSub),"events":{"\#(riscTypes)account-purged":{}}}"#,
      "error: not-yet-valid"),
    EventCase("no JSON", .corporate, "eyJhbGciOi", "error: malformed"),
    EventCase(
      "a claim given twice", .corporate, token(#""jti":"j2","events":{}"#), "error: malformed"),
  ]
}

@Suite("events of providers become attempts")
struct EventMappingTests {
  private static func outcome(
    of payload: String, _ mapping: EventMapping, at time: LongInteger? = 1_508_184_900
  ) -> String {
    do throws(ClaimsError) {
      let mapped = try mapping.event(
        from: Array(payload.utf8), expecting: EventExpectation(audiences: ["client"], at: time))
      var parts: [String] = []
      if let attempt = mapped.attempt {
        let who = attempt.assertion.map { $0.provider + " " + ($0.subject ?? "") }
        parts.append(attempt.action.name + " " + (who ?? attempt.address ?? ""))
      }
      if !mapped.unrecognized.isEmpty {
        parts.append("unrecognized: " + mapped.unrecognized.joined(separator: " "))
      }
      return parts.joined(separator: ", ")
    } catch {
      return "error: " + error.reason.rawValue
    }
  }

  @Test("tokens of the specifications and their malformed kin", arguments: EventCase.all)
  func tokens(_ one: EventCase) {
    #expect(Self.outcome(of: one.payload, one.sender.mapping) == one.expected)
  }

  @Test("the id of the token and the checks are reported")
  func report() throws {
    let payload = Array(EventCase.risc("account-purged").utf8)
    let mapping = EventCase.Sender.corporate.mapping
    let timed = try mapping.event(
      from: payload, expecting: EventExpectation(audiences: ["client"], at: 1_508_184_800))
    #expect(timed.id == "j1")
    #expect(timed.event == .accountPurged)
    #expect(timed.checked == [.issuer, .audience, .time])
    #expect(timed.unchecked == [.signature])
    let untimed = try mapping.event(
      from: payload, expecting: EventExpectation(audiences: ["client"], at: nil))
    #expect(untimed.checked == [.issuer, .audience])
    #expect(untimed.unchecked == [.signature, .time])
  }

  @Test("an expectation without an audience, an issuer or a sane leeway is refused")
  func expectations() {
    let payload = Array(EventCase.risc("account-purged").utf8)
    let corporate = EventCase.Sender.corporate.mapping
    let wrong: [(EventMapping, EventExpectation)] = [
      (corporate, EventExpectation(audiences: [], at: nil)),
      (corporate, EventExpectation(audiences: [""], at: nil)),
      (corporate, EventExpectation(audiences: ["client"], at: nil, leeway: 601)),
      (
        EventMapping(provider: "oidc.corp", issuers: []),
        EventExpectation(audiences: ["client"], at: nil)
      ),
    ]
    for (mapping, expected) in wrong {
      let error = #expect(throws: ClaimsError.self) {
        try mapping.event(from: payload, expecting: expected)
      }
      #expect(error?.reason == .expectation)
    }
  }

  @Test("a subject has at most 255 bytes")
  func subjectLength() {
    func payload(_ count: Int) -> String {
      let subject = String(repeating: "x", count: count)
      return EventCase.risc(
        "account-purged",
        #"{"format":"iss_sub","iss":"https://idp.example.com/","sub":"\#(subject)"}"#)
    }
    let mapping = EventCase.Sender.corporate.mapping
    #expect(Self.outcome(of: payload(255), mapping).hasPrefix("account-purged oidc.corp x"))
    #expect(Self.outcome(of: payload(256), mapping) == "error: claim")
  }

  @Test("no message repeats what a token holds")
  func messages() {
    for one in EventCase.all where one.expected.hasPrefix("error") {
      let payload = one.payload.replacing("7375626A", with: "sECRET").replacing(
        "foo@", with: "sECRET@")
      let error = #expect(throws: ClaimsError.self, "\(one.testDescription)") {
        try one.sender.mapping.event(
          from: Array(payload.utf8),
          expecting: EventExpectation(audiences: ["client"], at: 1_508_184_900))
      }
      #expect(error?.message.contains("sECRET") == false, "\(one.testDescription)")
      #expect(error?.message.isEmpty == false, "\(one.testDescription)")
    }
  }
}
