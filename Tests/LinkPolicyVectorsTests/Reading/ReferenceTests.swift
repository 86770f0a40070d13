import Testing

@testable import LinkPolicyTesting

@Suite("Steps name what can be there")
struct ReferenceTests {
  private static let join =
    "{attempt: {action: sign-in, provider: google.com, subject: g}, expect: {outcome: allowed}}"

  private func findings(_ steps: [String], tail: String = "") -> [String] {
    let lines = steps.map { "      - \($0)\n" }.joined()
    return Fixtures.findings(
      "vectors: 1\npolicy: p\ncases:\n  - id: x\n    steps:\n" + lines + tail)
  }

  @Test("accounts, sessions, codes and tickets")
  func references() {
    let act = "attempt: {action: admin-delete}"
    let cases: [([String], String)] = [
      (
        ["{\(act), target: ann, expect: {outcome: refused}}"],
        "6:51 vector-unknown-account: no account `ann` can exist before this step"
      ),
      (
        ["{\(act), target: u1, expect: {outcome: allowed}}"],
        "6:51 vector-unknown-account: no account `u1` can exist before this step"
      ),
      (["{\(act), target: u9, expect: {outcome: refused}}"], ""),
      ([Self.join, "{\(act), target: u1, expect: {outcome: allowed}}"], ""),
      (
        [Self.join, "{\(act), target: u2, expect: {outcome: allowed}}"],
        "7:51 vector-unknown-account: no account `u2` can exist before this step"
      ),
      (
        ["{wait: old}", "{\(act), target: u01, expect: {outcome: refused}}"],
        "7:51 vector-unknown-account: no account `u01` can exist"
      ),
      (
        ["{\(act), expect: {outcome: refused, account: u2}}"],
        "6:79 vector-unknown-account: no account `u2` can exist after this step"
      ),
      (
        ["{\(act), as: last, expect: {outcome: refused}}"],
        "6:47 vector-unknown-step: no step before this one opens a session"
      ),
      (
        ["{wait: old}", "{\(act), as: 1, expect: {outcome: refused}}"],
        "7:47 vector-unknown-step: step `1` attempts nothing, so it opens no session"
      ),
      (
        ["{wait: old}", "{\(act), ticket: 1, expect: {outcome: refused}}"],
        "7:51 vector-unknown-step: step `1` attempts nothing, so it hands out no ticket"
      ),
      (
        ["{\(act), code: last, expect: {outcome: refused}}"],
        "6:49 vector-unknown-code: no code was mailed before this step"
      ),
      (
        ["{\(act), code: c1, expect: {outcome: allowed}}"],
        "6:49 vector-unknown-code: no code was mailed before this step"
      ),
      (["{\(act), code: c9, expect: {outcome: refused}}"], ""),
      (
        ["{\(act), code: x, expect: {outcome: refused}}"],
        "6:49 vector-unknown-code: no code can be called `x`"
      ),
    ]
    for (steps, expected) in cases {
      let found = findings(steps)
      #expect(found.count == (expected.isEmpty ? 0 : 1), "\(steps): \(found)")
      #expect(expected.isEmpty || found.first?.hasPrefix(expected) == true, "\(steps): \(found)")
    }
  }

  @Test("accounts at the end, given ones among them")
  func end() {
    #expect(
      findings([Self.join], tail: "    accounts: [{id: u2}]\n").first?.hasPrefix(
        "7:21 vector-unknown-account: no account `u2` can exist at the end") == true)
    #expect(findings([Self.join], tail: "    accounts: [{id: u1}]\n").isEmpty)
    let given = "    given: {accounts: [{id: ann}, {id: u1}]}\n"
    #expect(
      findings([Self.join], tail: given + "    accounts: [{id: ann}, {id: u1}, {id: u2}]\n")
        .isEmpty)
    #expect(findings([Self.join], tail: given + "    accounts: [{id: bob}]\n").count == 1)
  }
}
