import LinkPolicyClaims
import LinkPolicyPresets
import Testing

@testable import LinkPolicy
@testable import LinkPolicyDiagnostics
@testable import LinkPolicyJSON

/// A record is a few words about a decision, the same bytes from Swift and from lines.
@Suite struct DecisionRecordTests {
  private let context = DecisionRecord.Context(
    time: "2026-11-25T04:05:06.789Z", correlation: "req-\"1\"")

  private func key() throws -> RecordKey {
    try #require(RecordKey(bytes: Array("0123456789abcdef0123456789abcdef".utf8)))
  }

  private let holder: Account = {
    var account = Account(id: "u1", email: "ada@gmail.com", isEmailVerified: true)
    account.methods = [Method("google.com", .federated, subject: "g1")]
    account.version = 3
    return account
  }()

  private func attempt(tenant: String? = nil) -> Attempt {
    Attempt(
      .signIn,
      with: Assertion(
        verified: "facebook.com", subject: "f1", addresses: [AddressRecord("Ada@Gmail.com")]),
      tenant: tenant)
  }

  private func decide(_ account: Account?, tenant: String? = nil) throws -> Decision {
    let lookup = try Presets.firebase.lookup(
      for: attempt(tenant: tenant), by: .nobody, under: [:])
    return try Presets.firebase.decide(
      try lookup.answered(
        credential: .nobody, addresses: [account.map { [$0] } ?? []], session: .notAsked,
        target: .notAsked, code: .notAsked, method: .enabled))
  }

  private func text(_ record: DecisionRecord) -> String {
    String(decoding: record.line(), as: UTF8.self)
  }

  @Test func aRefusalIsRecordedWithItsReasons() throws {
    let decision = try decide(holder)
    let record = text(DecisionRecord(of: decision, at: context, naming: .id))
    let facts = decision.factValues.map { #""\#($0.fact)":"\#($0.value)""# }.joined(separator: ",")
    let row = try #require(decision.row)
    #expect(
      record == #"{"record":1,"time":"2026-11-25T04:05:06.789Z","correlation":"req-\"1\"","#
        + #""policy":{"name":"firebase","digest":"\#(Presets.firebase.digest.text)"},"#
        + #""schema":"\#(Presets.firebase.vocabulary.schemaDigest.text)","#
        + #""action":"sign-in","provider":"facebook.com","outcome":"refused","#
        + #""error":"account-exists-with-different-credential","#
        + #""row":{"table":"\#(row.table)","id":"\#(row.id)"},"ask":"existing-credential","#
        + #""tell":["methods"],"writes":[],"notices":[],"account":{"id":"u1","version":3},"#
        + #""facts":{\#(facts)},"notes":[]}"# + "\n")
  }

  @Test func whatIsWrittenAndNotPointedToIsSaid() throws {
    let record = text(DecisionRecord(of: try decide(nil), at: context, naming: .id))
    #expect(record.contains(#""outcome":"allowed","row":{"#) && !record.contains("\"error\""))
    #expect(
      record.contains(#""writes":["insert-account","put-method","#)
        && record.contains(#""account":null"#))
    var account = holder
    account.tenant = "t1"
    let tenant = DecisionRecord(of: try decide(account, tenant: "t1"), at: context, naming: .id)
    #expect(text(tenant).contains(#""tenant":"t1","action":"sign-in""#))
  }

  @Test("a record can stand for several decisions, and never for none")
  func weights() throws {
    let decision = try decide(holder)
    #expect(DecisionRecord.Context(time: "t", correlation: "c", weight: 0) == nil)
    #expect(DecisionRecord.Context(time: "t", correlation: "c", weight: -1) == nil)
    let weighted = try #require(
      DecisionRecord.Context(time: "t", correlation: "c", weight: 100))
    let record = text(DecisionRecord(of: decision, at: weighted, naming: .omitted))
    #expect(record.hasPrefix(#"{"record":1,"time":"t","correlation":"c","weight":100,"policy""#))
    for (part, expected) in [
      (#","weight":100"#, #""weight":100,"#),
      (#","weight":100,"facts":"tested""#, #""weight":100,"#),
    ] {
      let line = line(#","record":{"time":"t","correlation":"c"\#(part)}"#)
      let answer = answerer(naming: .omitted).answer(line)
      #expect(String(decoding: answer.line(), as: UTF8.self).contains(expected))
    }
    for part in [#""weight":0"#, #""weight":-3"#, #""weight":"1""#, #""facts":"some""#] {
      let line = line(#","record":{"time":"t","correlation":"c",\#(part)}"#)
      #expect(throws: InvalidInput.self) { try line.request.get() }
    }
  }

  @Test("all facts include those that no condition tests")
  func allFacts() throws {
    let decision = try decide(holder)
    var context = context
    context.facts = .all
    let record = DecisionRecord(of: decision, at: context, naming: .omitted)
    let tested = DecisionRecord(of: decision, at: self.context, naming: .omitted)
    let names = record.summary.facts.map { $0.name }
    #expect(names.contains("claim.email_verified"))
    #expect(!tested.summary.facts.contains { $0.name == "claim.email_verified" })
    for fact in tested.summary.facts {
      #expect(record.summary.facts.contains(fact))
    }
    let line = line(#","record":{"time":"t","correlation":"c","facts":"all"}"#)
    let answer = answerer(naming: .omitted).answer(line)
    #expect(
      String(decoding: answer.line(), as: UTF8.self).contains(#""claim.email_verified":"absent""#))
  }

  @Test func accountsAreNamedAsTheServiceWants() throws {
    let decision = try decide(holder)
    let key = try key()
    for (naming, expected) in [
      (.keyed(key), #"{"keyed":"\#(key.hash(of: "u1"))","version":3}"#),
      (.named { "p-" + $0 + "\n" }, #"{"named":"p-u1\n","version":3}"#), (.omitted, "null"),
    ] as [(RecordedAccount, String)] {
      let record = text(DecisionRecord(of: decision, at: context, naming: naming))
      #expect(record.contains(#""account":\#(expected),"facts""#), "\(record)")
      #expect(record.utf8.count { $0 == 0x0A } == 1)
    }
  }

  @Test func aFaultIsRecordedWithoutItsMessage() throws {
    let policy = Presets.firebase
    let attempt = Attempt(
      Action("ada@gmail.com"), with: Assertion(verified: "ada@x.example", subject: "f1"))
    let error = #expect(throws: InputError.self) {
      try policy.lookup(for: attempt, by: .nobody, under: [:])
    }
    let record = text(
      DecisionRecord(of: try #require(error), deciding: attempt, by: policy, at: context))
    #expect(
      record.hasSuffix(
        #""digest":"\#(policy.digest.text)"},"schema":"\#(policy.vocabulary.schemaDigest.text)","#
          + #""outcome":"fault","error":"action-not-offered","#
          + #""row":null,"tell":[],"writes":[],"notices":[],"account":null,"facts":{},"notes":[]}"#
          + "\n"))
    #expect(!record.contains("ada"))
  }

  private static let answers =
    #""answers":{"accounts":[{"id":"u1","email":"ada@gmail.com","verified":true,"methods":"#
    + #"[{"provider":"google.com","subject":"g1"}],"state":"active","version":3}],"#
    + #""credential":null,"addresses":[["u1"]],"method":"enabled"}"#

  private func line(_ record: String, _ answers: String = answers) -> RequestLine {
    let text =
      #"{"id":7,"decide":{"attempt":{"action":"sign-in","provider":"facebook.com","subject":"f1","#
      + #""addresses":[{"email":"Ada@Gmail.com"}]},\#(answers)\#(record)}}"#
    return RequestLine(Array(text.utf8), name: "l", line: 1)
  }

  private let asked =
    #","record":{"time":"2026-11-25T04:05:06.789Z","correlation":"req-\"1\""}"#

  private func answerer(naming: RecordedAccount) -> RequestAnswerer {
    RequestAnswerer(Presets.firebase, claims: .mappings, needsRecords: false, naming: naming)
  }

  @Test("from a line and from Swift a record has the same bytes")
  func sameBytes() throws {
    let decision = try decide(holder)
    for naming in [.id, .keyed(try key()), .omitted] as [RecordedAccount] {
      let line = line(asked)
      let answer = answerer(naming: naming).answer(line)
      let own = DecisionRecord(of: decision, at: context, naming: naming).line()
      let expected =
        Array(AnswerLine(answer.content, to: line.id).line().dropLast(2))
        + Array(",\"record\":".utf8)
        + own.dropLast() + Array("}\n".utf8)
      #expect(answer.line() == expected)
    }
    // What cannot be decided.
    let line = line(asked, #""answers":{}"#)
    guard case .decide(let request) = try line.request.get() else {
      Issue.record("the line decides nothing")
      return
    }
    let error = #expect(throws: InputError.self) { try request.decide(by: Presets.firebase) }
    let fault = try #require(error)
    let record = try #require(answerer(naming: .id).answer(line).record)
    #expect(
      record.line()
        == DecisionRecord(of: fault, deciding: attempt(), by: Presets.firebase, at: context).line())
  }

  @Test func aLineThatAsksForNoRecordHasNone() throws {
    for (record, lacks) in [("", true), (#","record":null"#, true), (asked, false)] {
      let request = try line(record).request.get()
      #expect(request.lacksRecord == lacks)
      #expect((answerer(naming: .id).answer(line(record)).record == nil) == lacks)
    }
    let lookup = RequestLine(
      Array(#"{"lookup":{"attempt":{"action":"reload"}}}"#.utf8), name: "l", line: 1)
    #expect(try !lookup.request.get().lacksRecord)
  }

  @Test func whatIsNoRecordIsAFinding() {
    for record in [
      "1", "{}", #"{"time":"t"}"#, #"{"correlation":"c"}"#, #"{"time":1,"correlation":"c"}"#,
      #"{"time":"t","correlation":"c","account":"u1"}"#,
    ] {
      #expect(throws: InvalidInput.self, "\(record)") {
        try line(#","record":\#(record)"#).request.get()
      }
    }
  }
}
