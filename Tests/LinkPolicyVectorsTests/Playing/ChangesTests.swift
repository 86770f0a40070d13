import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyJSON
@testable import LinkPolicyTesting

@Suite("Change sets are compared entry by entry")
struct ChangesTests {
  private static let attempt =
    "      - attempt: {action: sign-in, provider: facebook.com, subject: f1, email: a@b.org}\n"

  private func mismatches(_ changes: String) throws -> [String] {
    let steps = Self.attempt + "        expect: {outcome: allowed, changes: \(changes)}"
    return Player(try Fixtures.policy()).play(try Fixtures.vector(steps)).mismatches.map {
      "\($0.key): \($0.expected) | \($0.got)"
    }
  }

  @Test("what is written is compared, the lists as a whole, and a difference is told at its place")
  func differences() throws {
    let right = "{write: insert-account}, {write: put-method}, {write: open-session}"
    for (changes, expected) in [
      ("{writes: [\(right)]}", []),
      ("{notices: []}", []),
      ("{notices: [{notice: owner}]}", ["changes.notices[0]: owner | nothing more"]),
      ("{writes: [{write: insert-account}]}", ["changes.writes[1]: nothing more | put-method"]),
      (
        "{writes: [{write: put-method}, {write: insert-account}]}",
        ["changes.writes[0]: put-method | insert-account"]
      ),
      (
        "{writes: [\(right), {write: end-session}]}",
        ["changes.writes[3]: end-session | nothing more"]
      ),
      (
        "{writes: [{write: insert-account, email: x@b.org, verified: true, tenant: null}, "
          + "{write: put-method, account: {id: u1}, kind: custom, place: {issuer: i}}, "
          + "{write: open-session, account: {new: true}}]}",
        [
          "changes.writes[0].email: x@b.org | a@b.org", "changes.writes[0].verified: true | false",
          "changes.writes[1].account.id: u1 | no answer",
          "changes.writes[1].kind: custom | federated",
          "changes.writes[1].place: {\"issuer\":\"i\"} | none",
        ]
      ),
      (
        "{requires: [{credential: {subject: f1, tenant: t}, holder: u1}, "
          + "{address: {address: a@b.org, pool: ['*']}, holders: [u1]}]}",
        [
          "changes.requires[0].credential.tenant: t | none",
          "changes.requires[0].holder: u1 | none",
          "changes.requires[1].holders: [\"u1\"] | []",
        ]
      ),
      ("{requires: [{account: u1, version: 0}]}", ["changes.requires[0]: account | credential"]),
    ] as [(String, [String])] {
      #expect(try mismatches(changes) == expected, "\(changes)")
    }
  }

  @Test("what could never be is refused where it stands")
  func refusals() {
    for (changes, expected) in [
      ("{}", "vector-contradiction: nothing is expected of the changes"),
      ("{writes: null}", "vector-contradiction: nothing is expected of the changes"),
      ("[]", "json-wrong-type: expected an object in `changes`"),
      ("{write: []}", "json-unknown-key: unknown key `write`"),
      ("{writes: {}}", "json-wrong-type: expected an array in `writes`"),
      ("{writes: [{}]}", "json-missing-key: the key `write` is missing"),
      ("{writes: [{write: putmethod}]}", "json-unknown-value: unknown value `putmethod`"),
      ("{writes: [{write: put-method, sub: x}]}", "json-unknown-key: unknown key `sub`"),
      ("{writes: [{write: put-method, subject: 1}]}", "json-wrong-type: expected a string"),
      ("{writes: [{write: put-method, kind: mail}]}", "json-unknown-value: unknown value `mail`"),
      ("{writes: [{write: set-state, state: off}]}", "json-unknown-value: unknown value `off`"),
      (
        "{writes: [{write: put-method, account: {}}]}",
        "vector-contradiction: an object without keys"
      ),
      ("{writes: [{write: put-method, account: u1}]}", "json-wrong-type: expected an object"),
      ("{writes: [{write: end-sessions, epoch: x}]}", "json-wrong-type: expected an integer"),
      ("{requires: [{version: 1}]}", "json-missing-key: nothing is named that is required"),
      ("{requires: [{account: u1, session: s1}]}", "json-missing-key: several things are required"),
      ("{requires: [{session: 1}]}", "json-wrong-type: expected a string in `session`"),
      ("{requires: [{credential: {gone: true}}]}", "json-unknown-key: unknown key `gone`"),
      ("{requires: [{credential: {subject: s}, holder: {gone: 1}}]}", "json-wrong-type"),
      ("{notices: [{notice: mails}]}", "json-unknown-value: unknown value `mails`"),
      ("{notices: [{notice: mail, code: c1}]}", "json-wrong-type: expected an integer in `code`"),
    ] {
      let text =
        "vectors: 1\npolicy: p\ncases:\n  - id: x\n    steps:\n" + Self.attempt
        + "        expect: {outcome: allowed, changes: \(changes)}\n"
      let found = Fixtures.findings(text)
      #expect(found.count == 1, "\(changes): \(found)")
      #expect(found.first?.contains(" " + expected) ?? false, "\(changes): \(found)")
      #expect(found.first?.hasPrefix("7:") ?? false, "\(changes): \(found)")
    }
  }

  /// What an expectation may say of each word is what change sets carry: a list read back by itself.
  @Test("every change set of the fixtures can be expected as it is")
  func everyKey() throws {
    let player = Player(try Fixtures.policy())
    var words: Set<String> = []
    for vector in try Fixtures.cases() {
      for decision in player.play(vector).steps.compactMap({ $0.decision }) {
        let document = try JSONDocument(decision.changes.json, name: "changes")
        var findings = JSONFindings(document)
        let expected = ExpectedChanges(document.root, &findings)
        #expect(findings.diagnostics.map { $0.message } == [])
        var list = MismatchList(step: 1, at: SourcePosition(line: 1, column: 1))
        expected?.compare(ExpectedChanges.json(of: decision.changes), into: &list)
        #expect(list.items.isEmpty)
        words.formUnion(decision.changes.writes.map { $0.word })
      }
    }
    #expect(words.count >= 5)
  }
}
