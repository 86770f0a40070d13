import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import LinkPolicyTesting
import LinkPolicyYAML
import Testing

@testable import LinkPolicyProof

@Suite("What a report says that a verdict depends on")
struct ProofReportTests {
  private static func report(
    _ policy: CompiledPolicy, _ invariants: [String], assuming text: String = HarbourProof.text
  ) throws -> ProofReport {
    let assumptions = try Assumptions(Array(text.utf8), name: "rows.yaml", isStrict: true)
    var options = Proof.Options()
    options.invariants = invariants
    options.worlds = 500
    let proof = Proof(policy, under: assumptions, in: assumptions.environment, options)
    return ProofReport(proof, named: "harbour")
  }

  @Test("the rows that are used, in words, and the file first and last")
  func rows() throws {
    let text = try Self.report(Harbour.policy(), ["I3"]).text.text
    let lines = text.split(separator: "\n").map { String($0) }
    #expect(lines.first == "harbour, under the assumptions of rows.yaml")
    #expect(lines.last == "proved: 1 invariant, only under the assumptions of rows.yaml")
    let rows = lines.filter { $0.hasPrefix("  A4 row") }
    #expect(
      rows == [
        "  A4 row 1 (rows.yaml:4): login.harbour.example asserts an address at harbour.example only for its owner",
        "  A4 row 2 (rows.yaml:5): unless an earlier row matches, any provider asserts an address at any domain, "
          + "even for a stranger",
      ])
  }

  @Test("a row that is not used is listed with the reason, and not among those that are")
  func idle() throws {
    let text = HarbourProof.text + "same-mailbox: [{domain: gmail.com, also: [googlemail.com]}]\n"
    func lines(_ policy: CompiledPolicy) throws -> [Substring] {
      try Self.report(policy, ["I3"], assuming: text).text.text.split(separator: "\n")
        .filter { $0.contains("same-mailbox") }
    }
    let apart = try lines(Harbour.policy())
    let start = "  without effect: row 1 of same-mailbox (rows.yaml:6)"
    #expect(apart.count == 1 && apart[0].hasPrefix(start))
    let joined = "name: harbour\naddresses: {aliases: {googlemail.com: gmail.com}}"
    let together = try lines(Harbour.policy(("name: harbour", joined)))
    #expect(
      together == [
        "  A3 same-mailbox row 1 (rows.yaml:6): the same name at gmail.com, googlemail.com is one mailbox"
      ])
  }

  @Test("an open verdict names the row that leads to an account which may break it")
  func open() throws {
    // Nobody has proved anything, and the last person to name the address has the account alone.
    let policy = try Harbour.policy(
      (
        "address: taken, trust: untrusted, refuse: already-registered",
        "address: taken, trust: untrusted, do: [revoke-sessions, drop: [federated], replace-subject, sign-in]"
      ),
      (
        "do: [drop-unproven, replace-subject, sign-in]",
        "do: [revoke-sessions, drop: [federated], replace-subject, sign-in]"
      ),
      (
        "credential: new, do: [replace-subject]", "credential: new, refuse: taken-by-another"
      ))
    let report = try Self.report(
      policy, ["I8"], assuming: "assume: 1\nassertions: [{who: anyone}]\n")
    guard case .undecided? = report.proof.verdicts.first?.verdict else {
      Issue.record("\(report.text.text)")
      return
    }
    let text = report.reasons(.safeLanding).joined(separator: "\n")
    #expect(text.contains("sign-in.federated/stranger"))
    #expect(text.contains("in which the attacker may have a session"))
    let json = String(decoding: report.json, as: UTF8.self)
    #expect(json.contains(#""rows":["sign-in.federated/"#))
    #expect(json.contains(#""closest":"an account with "#))
    let finding = try #require(report.hosted.findings.first)
    #expect(finding.level == .warning && finding.rule == "prove/I8")
    #expect(finding.story == report.reasons(.safeLanding) && finding.place != nil)
  }

  @Test("code hosts get an error with the steps for a broken invariant, at a row of a step")
  func hosted() throws {
    let policy = try Harbour.policy(
      ("do: [drop-unproven, replace-subject, sign-in]", "do: [replace-subject, sign-in]"))
    let report = try Self.report(policy, ["I1", "I2", "I5"])
    let broken = report.proof.counterexamples
    #expect(!broken.isEmpty && report.proof.isProved == broken.isEmpty)
    let errors = report.hosted.findings.filter { $0.level == .error }
    #expect(errors.map { $0.rule } == broken.map { "prove/" + $0.invariant.id })
    for (finding, example) in zip(errors, broken) {
      #expect(finding.story == report.storyLines(example) && finding.story.count > 3)
      #expect(finding.place?.file == "harbour.yaml")
    }
    #expect(report.hosted.github.text.hasPrefix("::error file=harbour.yaml,line="))
  }

  @Test("an invariant of values that occur together nowhere is proved of nothing, and says so")
  func nothing() throws {
    let invariants = """
      invariants:
        - {id: nothing, action: link, session: none, account: verified, never: link}
        - {id: something, action: link, session: none, never: link}
      """
    let policy = try Harbour.policy(("guards:", invariants + "\nguards:"))
    let report = try Self.report(policy, ["nothing", "something"])
    #expect(report.proof.isProved)
    let found = report.proof.verdicts.map { report.proof.holdsOfNothing($0.invariant) }
    #expect(found == [true, false])
    #expect(
      report.text.text.hasSuffix(
        "rows.yaml; nothing proves nothing, because it applies to no attempt\n"))
    let json = String(decoding: report.json, as: UTF8.self)
    #expect(json.contains(#""verdict":"proved","holdsOfNothing":true"#))
  }

  @Test("an action of the policy's own that counts as an administrator's is named in the last line")
  func administration() throws {
    let policy = try Harbour.policy(
      ("settings:", "actions: {take: {points-to: target}, quit: {points-to: session}}\nsettings:"),
      (
        "  link.federated:",
        "  take: {rows: [{id: any, do: []}]}\n  quit: {rows: [{id: any, do: []}]}\n  link.federated:"
      ))
    let last = try Self.report(policy, ["I3"]).text.text.split(separator: "\n").last ?? ""
    #expect(
      last.contains(
        "`prove` does not play the policy's own action `take`, because administrators perform this action"
      ))
    #expect(!last.contains("quit"))
  }
}
