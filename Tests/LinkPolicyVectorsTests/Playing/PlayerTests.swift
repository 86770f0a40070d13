import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyTesting

@Suite("Cases are played on the store and compared")
struct PlayerTests {
  @Test func theFixturesPass() throws {
    let player = Player(try Fixtures.policy())
    for vector in try Fixtures.cases() {
      let played = player.play(vector)
      #expect(played.mismatches.map { "\($0.step ?? 0) \($0.key): \($0.got)" } == [])
      #expect(played.steps.count == vector.stepCount)
    }
  }

  private func mismatches(_ steps: String, tail: String = "") throws -> [String] {
    let played = Player(try Fixtures.policy()).play(try Fixtures.vector(steps, tail: tail))
    return played.mismatches.map { mismatch in
      "\(mismatch.step ?? 0) \(mismatch.key): \(mismatch.expected) | \(mismatch.got)"
        + " @\(mismatch.position.line):\(mismatch.position.column)"
    }
  }

  private let attempt =
    "      - attempt: {action: sign-in, provider: facebook.com, subject: f1, email: a@b.org}\n"

  /// Every account is looked at by an expectation of its own.
  @Test func oneAccountDoesNotStandForTwo() throws {
    let expect = "        expect: {outcome: allowed}\n"
    let two =
      attempt + expect
      + "      - attempt: {action: sign-in, provider: facebook.com, subject: f2, email: c@b.org}\n"
      + expect
    let good = try mismatches(two, tail: "    accounts: [{email: a@b.org}, {id: u2}]\n")
    #expect(good == [])
    let twice = try mismatches(two, tail: "    accounts: [{email: a@b.org}, {id: u1}]\n")
    #expect(twice.count == 1 && twice[0].contains("accounts.u1: an account | none"), "\(twice)")
    let since =
      "    accounts: [{id: u1, methods: [{provider: facebook.com, since: 99}]}, {id: u2}]\n"
    #expect(try mismatches(two, tail: since).contains { $0.contains("since: 99 | ") })
  }

  /// What says nothing is refused, and not taken for what is so.
  @Test func anExpectationOfNothingIsRefused() {
    for (steps, tail) in [
      (attempt + "        expect: {outcome: null}\n", ""),
      (attempt + "        expect: {input-error: null}\n", ""),
      (attempt, "    accounts: [{id: u1, profile: null}]\n"),
      (attempt, "    accounts: [{id: u1, profile: {}}]\n"),
      (attempt, "    accounts: [{id: u1, codes: null}]\n"),
    ] {
      #expect(throws: InvalidInput.self, "\(steps) \(tail)") {
        try Fixtures.vector(steps, tail: tail)
      }
    }
  }

  @Test func everyKeyOfAnExpectationIsCompared() throws {
    for (expected, mismatch) in [
      ("outcome: refused", "outcome: refused | allowed"),
      ("outcome: refused, error: exists", "outcome: refused | allowed"),
      ("outcome: allowed, shown: vague", "shown: vague | allowed"),
      ("outcome: allowed, row: returning", "row: returning | first"),
      ("outcome: allowed, table: guards", "table: guards | sign-in.federated"),
      ("outcome: allowed, account: null", "account: none | u1"),
      ("outcome: allowed, account: null", "account: none | u1"),
      ("outcome: allowed, new: false", "new: false | true"),
      (
        "outcome: allowed, effects: [create, sign-in]",
        "effects: [create, sign-in] | [create, fill-profile, sign-in]"
      ),
      ("outcome: allowed, ask: consent", "ask: consent | none"),
      ("outcome: allowed, tell: [account]", "tell: [account] | []"),
      ("outcome: allowed, session: false", "session: false | true"),
      (
        "outcome: allowed, listeners: [signed-in, code-mailed: reset]",
        "listeners: [signed-in, code-mailed: reset] | [signed-in]"
      ),
      ("outcome: allowed, removed: [password]", "removed: [password] | []"),
      ("outcome: allowed, names: {web: x}", "names.web: x | none"),
      ("outcome: allowed, told: {account: u1}", "told.account: u1 | none"),
      ("outcome: allowed, told: {methods: [password]}", "told.methods: [password] | []"),
      (
        "outcome: allowed, told: {address-methods: [password]}",
        "told.address-methods: [password] | []"
      ),
      ("outcome: allowed, told: {providers: [p]}", "told.providers: [p] | []"),
      ("outcome: allowed, told: {credential: c}", "told.credential: c | none"),
      ("outcome: allowed, told: {registered: true}", "told.registered: true | false"),
      (
        "outcome: allowed, changes: {writes: []}",
        "changes.writes[0]: nothing more | insert-account"
      ),
      ("outcome: allowed, facts: {trust: trusted}", "facts.trust: trusted | untrusted"),
      (
        "outcome: allowed, facts: {relay: both}",
        "facts.relay: both | not a fact that the policy tests"
      ),
      ("input-error: missing", "input-error: missing | none, it is allowed"),
    ] {
      let found = try mismatches(attempt + "        expect: {\(expected)}")
      #expect(found.first == "1 \(mismatch) @6:9", "\(expected)")
    }
  }

  @Test func anAccountThatIsNotThereIsAMismatch() throws {
    let again = attempt + "        expect: {outcome: allowed}\n"
    #expect(
      try mismatches(again + again, tail: "    accounts: [{id: u2}]\n")
        == ["0 accounts.u2: an account | none @11:16"])
  }

  @Test func everyKeyOfAnAccountIsCompared() throws {
    let steps = attempt + "        expect: {outcome: allowed}"
    for (expected, mismatch) in [
      ("", "accounts: 0 | 1 (u1)"),
      ("{id: u1, email: null}", "accounts.u1.email: none | a@b.org"),
      ("{email: x@b.org}", "accounts[0].email: x@b.org | a@b.org"),
      ("{verified: true}", "accounts[0].verified: true | false"),
      ("{methods: []}", "accounts[0].methods: [] | [facebook.com]"),
      (
        "{methods: [facebook.com/custom]}",
        "accounts[0].methods: [facebook.com/custom] | [facebook.com]"
      ),
      (
        "{methods: [{provider: facebook.com, subject: f2}]}",
        "accounts[0].methods.facebook.com.subject: f2 | f1"
      ),
      (
        "{methods: [{provider: facebook.com, proved: a@b.org}]}",
        "accounts[0].methods.facebook.com.proved: a@b.org | none"
      ),
      (
        "{labels: {tier: gold}}",
        "accounts[0].labels.tier: gold | not a label that the policy declares"
      ),
      ("{profile: {name: N}}", "accounts[0].profile.name: N | none"),
      ("{state: disabled}", "accounts[0].state: disabled | active"),
      ("{tenant: t}", "accounts[0].tenant: t | none"),
      ("{factors: 2}", "accounts[0].factors: 2 | 0"),
      ("{codes: {undo: o@b.org}}", "accounts[0].codes.undo: o@b.org | none"),
      (
        "{codes: {sign-in: null}}",
        "accounts[0].codes.sign-in: none | not a purpose of accounts' codes"
      ),
      (
        "{codes: {invite: null}}",
        "accounts[0].codes.invite: none | not a purpose of accounts' codes"
      ),
    ] {
      let found = try mismatches(steps, tail: "    accounts: [\(expected)]\n")
      let place = expected.isEmpty ? "4:5" : "8:16"
      #expect(found == ["0 \(mismatch) @\(place)"], "\(expected)")
    }
    #expect(
      try mismatches(
        steps,
        tail: "    accounts: [{methods: [{provider: facebook.com, subject: f1, proved: null}]}]\n")
        == [])
  }

  @Test func malformedAttemptsAreInputErrors() throws {
    let malformed = "      - attempt: {action: sign-in, provider: facebook.com}\n"
    #expect(
      try mismatches(malformed + "        expect: {outcome: allowed}") == [
        "1 outcome: allowed | input error missing:"
          + " a `federated` assertion needs a subject @6:9"
      ])
    #expect(
      try mismatches(malformed + "        expect: {input-error: undeclared}") == [
        "1 input-error: undeclared | missing @6:9"
      ])
    #expect(try mismatches(malformed + "        expect: {input-error: missing}") == [])
  }

  @Test func whatNoStepMadeCannotBeUsed() throws {
    #expect(
      try mismatches(
        "      - {attempt: {action: delete}, expect: {outcome: refused}}\n"
          + "      - {attempt: {action: delete}, as: last, expect: {outcome: refused}}")
        == ["2 as: something that an earlier step made | no session was opened there @7:9"])
    #expect(
      try mismatches(
        "      - {attempt: {action: delete}, expect: {outcome: refused}}\n"
          + "      - {attempt: {action: sign-in, provider: password, kind: email-link, email: a@b.c},"
          + " code: last, expect: {outcome: refused}}")
        == ["2 code: something that an earlier step made | no code was mailed before @7:9"])
  }

  @Test func codesExpireWhenTimePasses() throws {
    let steps = """
            - {attempt: {action: send-link, address: a@b.org}, expect: {outcome: allowed}}
            - {wait: expired}
            - attempt: {action: sign-in, provider: password, kind: email-link, email: a@b.org}
              code: c1
              expect: {outcome: refused, facts: {code: expired}}
      """
    #expect(try mismatches(steps) == [])
  }

  @Test func theTenantOfACaseIsThatOfItsParts() throws {
    let text = """
      {"id":"t","policy":"linking","tenant":"t1","given":{"accounts":[
      {"id":"u1","email":"a@gmail.com"}]},"steps":[{"attempt":{"action":"sign-in",
      "provider":"google.com","subject":"g","email":"a@gmail.com"},
      "expect":{"outcome":"allowed","account":"u1"}}],"accounts":[{"tenant":"t1"}]}
      """
    let line = text.split(separator: "\n").joined()
    let vector = try #require(
      VectorReader.read(Array(line.utf8), name: "t.jsonl", format: .jsonLines).first)
    #expect(Player(try Fixtures.policy()).play(vector).mismatches.map(\.key) == [])
  }
}
