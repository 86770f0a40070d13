import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyYAML
import Testing

@testable import LinkPolicyTesting

@Suite("What no decision could have left behind is not given")
struct GivenTests {
  private static let step =
    "    steps: [{attempt: {action: refresh}, expect: {outcome: refused}}]\n"

  private func text(_ given: String, policy: String = "p") -> String {
    "vectors: 1\npolicy: \(policy)\ncases:\n  - id: x\n    given:\n"
      + "      accounts: [{id: u1, email: a@b.org}, {id: u2, epoch: 1}]\n"
      + "      \(given)\n" + Self.step
  }

  @Test("what shows without a policy is refused where it stands")
  func withoutPolicy() {
    for (given, expected) in [
      ("sessions: [{account: u1}, {account: u2, state: revoked}]", ""),
      (
        "sessions: [{account: u3}]",
        "7:28 vector-unknown-account: a session needs an account of `given`, and `u3` is not one"
      ),
      ("sessions: [{state: old}]", "7:18 json-missing-key: the key `account` is missing"),
      ("sessions: [{account: u1, state: olds}]", "7:39 json-unknown-value: unknown value `olds`"),
      ("sessions: [{account: u1, id: s1}]", "7:32 json-unknown-key: unknown key `id`"),
      ("sessions: [s1]", "7:18 json-wrong-type: expected an object in `sessions`"),
      (
        "sessions: [{account: u1, state: revoked}]",
        "7:39 vector-impossible: no session of `u1` was ever revoked"
      ),
      (
        "codes: [{purpose: verify, address: a@b.org, account: u1, requester: s1}]",
        "7:75 vector-unknown-session: no session `s1` is given"
      ),
      (
        "codes: [{purpose: verify, address: a@b.org, account: u9}]",
        "7:60 vector-unknown-account: a code of this purpose needs an account of `given`"
      ),
      (
        "codes: [{purpose: verify, address: a@b.org, account: u1, tenant: t}]",
        "7:72 vector-impossible: a code of an account has the account's tenant"
      ),
      (
        "codes: [{purpose: sign-in, address: a@b.org, account: u1}]",
        "7:61 vector-unknown-account: a code for a sign-in link has no account"
      ),
      (
        "codes: [{purpose: Verify, address: a@b.org, account: u1}]",
        "7:25 json-unknown-value: expected a purpose of codes"
      ),
      (
        "codes: [{purpose: verify, address: a@b.org, account: u1, expired: 1}]",
        "7:73 json-wrong-type: expected `true` or `false` in `expired`"
      ),
      ("orphans: [{provider: p, subject: s, kind: email}]", "7:49 json-unknown-value"),
      ("orphans: [{provider: p, subject: s, tenant: ''}]", "7:51 json-unknown-value"),
      (
        "orphans: [{provider: p, subject: s, undoAddress: x}]",
        "7:43 json-unknown-key: unknown key `undoAddress`"
      ),
    ] {
      let found = Fixtures.findings(text(given))
      #expect(found.count == (expected.isEmpty ? 0 : 1), "\(given): \(found)")
      #expect(found.first?.hasPrefix(expected) ?? true, "\(given): \(found)")
    }
  }

  @Test("accounts carry no keys that nothing reads")
  func deadKeys() {
    for key in ["phone", "username", "undoAddress"] {
      for place in [
        "    given: {accounts: [{id: u1, \(key): x}]}\n", "    accounts: [{\(key): x}]\n",
      ] {
        let text = "vectors: 1\npolicy: p\ncases:\n  - id: x\n" + place + Self.step
        let found = Fixtures.findings(text)
        #expect(found.count == 1 && found[0].contains("unknown key `\(key)`"), "\(found)")
      }
    }
  }

  @Test("a step names a given session, or one that a step opened by its number")
  func references() throws {
    for (session, expected) in [
      ("s1", ""), ("last", ""), ("s2", "vector-unknown-session: no session `s2` is given"),
      ("s01", "vector-unknown-session: no session `s01` is given"),
      ("u1", "json-wrong-type: expected `last`, a given session such as `s1`, or the number"),
    ] {
      let text =
        "vectors: 1\npolicy: p\ncases:\n  - id: x\n    given:\n"
        + "      accounts: [{id: u1}]\n      sessions: [{account: u1}]\n    steps:\n"
        + "      - {attempt: {action: refresh}, as: \(session), expect: {outcome: refused}}\n"
      let found = Fixtures.findings(text)
      #expect(found.count == (expected.isEmpty ? 0 : 1), "\(session): \(found)")
      #expect(found.first?.hasPrefix("9:42 " + expected) ?? true, "\(session): \(found)")
    }
  }

  private static let policy = """
    linkpolicy: 1
    name: small
    providers:
      p: {kinds: [federated, custom], gives: [email]}
      word: {kind: password, gives: [email]}
    purposes:
      asked: {}
      home: {to: account}
      always: {stale: never}
      open: {for: nobody}
    decisions:
      sign-in.federated|custom: {hit: first, rows: [{id: r, credential: new, address: [absent, free], do: [create]},
        {id: x, refuse: no}]}
      sign-in.password: {rows: [{id: x, refuse: no}]}
    errors: {no: {}}
    """

  @Test("what a policy could not have left behind is refused under it, at its place")
  func underPolicy() throws {
    let policy = try Policy(yaml: Array(Self.policy.utf8), name: "small.yaml")
    for (given, message) in [
      ("codes: [{purpose: asked, address: c@b.org, account: u1, bound: o@b.org}]", nil),
      ("codes: [{purpose: askd, address: c@b.org, account: u1}]", "no purpose `askd` of codes"),
      ("codes: [{purpose: asked, address: c@b.org}]", "a code of `asked` belongs to an account"),
      ("codes: [{purpose: open, address: c@b.org, account: u1}]", "`open` has no account"),
      ("codes: [{purpose: open, address: c@b.org, tenant: t}]", nil),
      ("codes: [{purpose: open, address: c@b.org, bound: o@b.org}]", "bound to no address"),
      (
        "codes: [{purpose: always, address: c@b.org, account: u1, bound: o@b.org}]",
        "bound to no address"
      ),
      (
        "codes: [{purpose: home, address: c@b.org, account: u1, bound: o@b.org}]",
        "bound to the address that it was mailed to"
      ),
      ("codes: [{purpose: home, address: c@b.org, account: u1, bound: c@b.org}]", nil),
      ("codes: [{purpose: home, address: C@b.org, account: u1}]", "not in canonical form"),
      ("codes: [{purpose: asked, address: c@b.org, account: u1, bound: x}]", "`x`"),
      ("codes: [{purpose: asked, address: c, account: u1}]", "`c`"),
      ("orphans: [{provider: p, subject: s}, {provider: p, kind: custom, subject: s}]", nil),
      ("orphans: [{provider: q, subject: s}]", "the policy has no provider `q`"),
      (
        "orphans: [{provider: p, kind: phone, subject: s}]",
        "no credential of `p` of that kind can outlive"
      ),
      (
        "orphans: [{provider: word, subject: s}]",
        "no credential of `word` of that kind can outlive"
      ),
    ] as [(String, String?)] {
      let text = Array(text(given, policy: "small").utf8)
      let vector = try #require(
        try VectorReader.read(text, name: "x.yaml", format: .yaml).first, "\(given)")
      var found: [Diagnostic] = []
      do throws(InvalidInput) {
        try vector.check(under: policy)
      } catch {
        found = error.diagnostics
      }
      #expect(found.count == (message == nil ? 0 : 1), "\(given): \(found.map { $0.message })")
      #expect(found.first?.message.contains(message ?? "") ?? (message == nil), "\(given)")
      #expect(found.allSatisfy { $0.position?.line == 7 && $0.help != nil }, "\(given)")
      // Whoever plays it unchecked is told as well, and passes nothing.
      let fault = Player(policy).play(vector).mismatches.contains { $0.key == "given" }
      #expect(fault == (message != nil), "\(given)")
    }
  }
}
