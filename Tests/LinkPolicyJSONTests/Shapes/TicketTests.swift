import LinkPolicyPresets
import Testing

@testable import LinkPolicy
@testable import LinkPolicyDiagnostics
@testable import LinkPolicyJSON

/// A ticket goes out with a decision and comes back with the attempt that resumes.
@Suite struct TicketTests {
  private static func holder() -> Account {
    var account = Account(id: "u1", email: "a@gmail.com", isEmailVerified: true)
    account.methods = [Method("google.com", .federated, subject: "g1")]
    return account
  }

  private func refused() throws -> Decision {
    let attempt = Attempt(
      .signIn,
      with: Assertion(
        verified: "facebook.com", subject: "f1", addresses: [AddressRecord("a@gmail.com")]))
    let situation = Situation(addressHolders: [Self.holder()])
    return try Presets.firebase.decide(attempt, in: situation)
  }

  @Test func aDecisionSaysWhatMayBeToldAndHandsOutATicket() throws {
    let decision = try refused()
    #expect(decision.disclosed.methods == ["google.com"])
    #expect(decision.disclosed.account == nil)
    let text = String(decoding: decision.json(), as: UTF8.self)
    #expect(text.contains(#""told":{"methods":["google.com"]}"#))
    let ticket = try #require(decision.ticket)
    #expect(text.contains(#""ticket":{"policy":""# + ticket.policy.text))
    #expect(ticket.subject == "f1" && ticket.address == "a@gmail.com" && ticket.account == "u1")
  }

  /// A link that resumes the refused sign-in, as a line has it, with a ticket edited by hand.
  private func resumed(
    _ edits: [(key: String, value: String?)], tenant: String? = nil, settings: String = "{}"
  ) throws -> DecisionRequest {
    var ticket = [
      (key: "policy", value: "\"\(Presets.firebase.digest.text)\""),
      (key: "ask", value: "\"existing-credential\""), (key: "provider", value: "\"facebook.com\""),
      (key: "kind", value: "\"federated\""), (key: "subject", value: "\"f1\""),
      (key: "address", value: "\"a@gmail.com\""), (key: "account", value: "\"u1\""),
      (key: "settings", value: Self.settings), (key: "action", value: "\"sign-in\""),
      (key: "row", value: "\"\(try Self.row())\""),
    ]
    for (key, value) in edits {
      ticket.removeAll { $0.key == key }
      if let value { ticket.append((key: key, value: value)) }
    }
    let members = ticket.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    let tenant = tenant.map { "\"tenant\":\"\($0)\"," } ?? ""
    return try DecisionRequest(
      json: Array(
        """
        {"attempt":{"action":"link","provider":"facebook.com","subject":"f1",\(tenant)
         "addresses":[{"email":"a@gmail.com"}],"ticket":{\(members)}},"settings":\(settings),
         "caller":{"session":"s1"},
         "answers":{"accounts":[{"id":"u1",\(tenant)"email":"a@gmail.com","verified":true,
          "methods":[{"provider":"google.com","subject":"g1"}],"state":"active","epoch":0,"version":1}],
          "credential":null,"addresses":[["u1"]],"method":"enabled",
          "session":{"account":"u1","epoch":0,"ended":false,"recent":true}}}
        """.replacing("\n", with: "").utf8), name: "request")
  }

  /// The row that refused, as a ticket has it.
  private static func row() throws -> String {
    let row = try #require(try TicketTests().refused().row)
    return row.table + "/" + row.id
  }

  /// The settings that the policy tests, as a ticket has them.
  private static let settings: String = {
    let settings = try? TicketTests().refused().ticket?.settings.values
    let members = (settings ?? []).map { "\"\($0.name)\":\"\($0.value)\"" }
    return "{" + members.joined(separator: ",") + "}"
  }()

  @Test func aTicketReadsBackAndIsGoodForWhatItWasFor() throws {
    #expect(Self.settings.contains("one-account-per-email"))
    let ticket = try #require(try refused().ticket)
    #expect(ticket.kind == .federated && ticket.tenant == nil)
    #expect(try resumed([]).decide(by: Presets.firebase).isAllowed)
    // What is spelt otherwise and means the same.
    #expect(
      try resumed([("address", "\"A@Gmail.com\"")]).decide(by: Presets.firebase).isAllowed)
  }

  @Test("a ticket that no longer means the same is refused, and the person starts again")
  func stale() throws {
    let other = Self.settings.replacing("\"on\"", with: "\"off\"")
    #expect(other != Self.settings)
    for (key, value) in [
      ("subject", "\"f2\""), ("address", "\"b@gmail.com\""), ("address", nil),
      ("account", "\"u2\""), ("provider", "\"github.com\""), ("kind", nil),
      ("policy", "\"\(String(repeating: "0", count: 64))\""), ("tenant", "\"t1\""),
      ("settings", other), ("settings", nil), ("settings", #"{"unheard-of":"on"}"#),
    ] as [(String, String?)] {
      let decision = try resumed([(key, value)]).decide(by: Presets.firebase)
      #expect(decision.outcome.word == "start-again", "\(key)")
      #expect(decision.shown.word == "start-again" && decision.row == nil, "\(key)")
      #expect(decision.changes.isEmpty && decision.ticket == nil && decision.tell.isEmpty, "\(key)")
      #expect(decision.explanation == "no row: the ticket is stale", "\(key)")
    }
    // The other side has changed: the tenant of the attempt, and a setting in force.
    for request in [
      try resumed([], tenant: "t1"),
      try resumed([], settings: #"{"one-account-per-email":"off"}"#),
    ] {
      #expect(try request.decide(by: Presets.firebase).outcome.word == "start-again")
    }
  }

  @Test("a ticket that nothing hands out is a fault of the caller")
  func malformed() throws {
    for (edits, what) in [
      ([("provider", nil)], "subject"), ([("provider", nil), ("subject", nil)], "kind"),
      ([("address", "\"nobody\"")], "`nobody`"),
    ] as [([(String, String?)], String)] {
      let error = #expect(throws: InputError.self) {
        try resumed(edits.map { (key: $0.0, value: $0.1) }).decide(by: Presets.firebase)
      }
      #expect(error?.reason == .malformedTicket)
      #expect(error?.message.contains(what) ?? false, "\(error?.message ?? "")")
    }
    for (key, value) in [
      ("policy", "\"0\""), ("policy", nil), ("ask", "\"money\""), ("kind", "\"mail\""),
      ("settings", "[]"), ("colour", "\"red\""),
    ] as [(String, String?)] {
      #expect(throws: InvalidInput.self, "\(key)") { try resumed([(key, value)]) }
    }
  }

  @Test func aDigestReadsBack() throws {
    let digest = Presets.firebase.digest
    #expect(PolicyDigest(text: digest.text) == digest)
    for text in ["", "0", String(repeating: "g", count: 64), digest.text.uppercased() + "!"] {
      #expect(PolicyDigest(text: text) == nil, "\(text)")
    }
  }
}
