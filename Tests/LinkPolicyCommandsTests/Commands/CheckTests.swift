import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyCommands
@testable import LinkPolicyReview

@Suite("How check ends")
struct CheckTests {
  private static func report(_ levels: [Diagnostic.Level]) -> PolicyReport {
    let findings = levels.enumerated().map { index, level in
      Diagnostic(
        .gap, level, "finding \(index)", at: SourcePosition(line: 9 - index, column: 1))
    }
    return PolicyReport(
      PolicyReview(
        document: PolicyDocument(name: Located("p")), compiled: nil, findings: findings,
        sources: SourceMap(files: [SourceMap.File(name: "p.yaml")])), named: "policy")
  }

  @Test("notes stop nothing; warnings and errors do")
  func levels() {
    #expect(Self.report([]).exitCode() == .clean)
    #expect(Self.report([.note, .note]).exitCode() == .clean)
    #expect(Self.report([.note, .warning]).exitCode() == .findings)
    #expect(Self.report([.error]).exitCode() == .findings)
    let unread = PolicyReport(
      PolicyReview(document: nil, compiled: nil, findings: [], sources: SourceMap()), named: "p")
    #expect(unread.exitCode() == .invalidInput)
  }

  @Test("the summary counts by level, worst first")
  func summary() {
    #expect(
      Self.report([.note, .error, .note, .warning]).summary.text
        == "p: 0 tables, 0 rows, 0 guards: 1 error, 1 warning, 2 notes")
    #expect(Self.report([]).summary.text == "p: 0 tables, 0 rows, 0 guards: no findings")
  }

  @Test("findings stand in the order of their places, those without one last")
  func order() {
    var findings = Self.report([.note, .note, .note]).findings
    #expect(findings.map { $0.position?.line } == [7, 8, 9])
    findings.insert(Diagnostic(.gap, .note, "nowhere", at: nil), at: 0)
    let report = PolicyReport(
      PolicyReview(document: nil, compiled: nil, findings: findings, sources: SourceMap()),
      named: "p")
    #expect(report.findings.last?.message == "nowhere")
  }

  @Test("codes that weigh more win, in whatever order they come")
  func codes() {
    let ascending: [ExitCode] = [
      .clean, .findings, .undecided, .invalidInput, .usage, .internalError,
    ]
    for (low, a) in ascending.enumerated() {
      for (high, b) in ascending.enumerated() {
        var joined = a
        joined.join(b)
        #expect(joined == ascending[max(low, high)])
      }
    }
  }
}
