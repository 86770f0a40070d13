import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyYAML

@testable import LinkPolicyTesting

/// Vectors run under the policy of the tests, and everything that was told.
struct TestRun {
  /// The policy of the tests under its name; every other is unknown.
  private struct Policies: VectorPolicies {
    var finder: PolicyFinder

    func policy(named name: String) throws(InvalidInput) -> RunnerPolicy {
      guard name == "linking" else {
        throw InvalidInput(
          [Diagnostic(.unknownName, .error, "no policy `\(name)`", at: nil)], in: SourceMap())
      }
      return try RunnerPolicy(Fixtures.policyText())
    }
  }

  let run: VectorRun
  /// The report for people.
  var report: String
  /// The results that were told.
  let results: [CaseResult]
  let notes: [String]

  var rows: [String] { run.tallies[0].rows.map { "\($0.name) \($0.count)" } }
  var steps: Int { run.counts.steps }
  /// The first thing that kept input from being read or run.
  var problem: InvalidInput? { run.problems.first }

  init(
    _ inputs: [VectorInput], today: CalendarDate = Fixtures.today, finder: PolicyFinder = .none,
    format: ReportFormat = .pretty, _ change: (inout VectorRunner) -> Void = { _ in }
  ) throws(UnusableRunner) {
    var runner = VectorRunner(
      policies: Policies(finder: finder), known: KnownFailures(today: today))
    change(&runner)
    var report = RunReport(format)
    var bytes: [UInt8] = []
    var results: [CaseResult] = []
    var notes: [String] = []
    run = try runner.run(inputs) { event in
      switch event {
      case .started(let implementations): bytes += report.begin(implementations)
      case .result(let result):
        results.append(result)
        bytes += report.add(result)
      case .note(let note): notes.append(note)
      case .problem, .progress: break
      }
    }
    self.results = results
    self.notes = notes
    self.report = String(decoding: bytes + report.finish(run), as: UTF8.self)
  }

  init(
    _ text: String, name: String = "x.yaml", today: CalendarDate = Fixtures.today,
    finder: PolicyFinder = .none, format: ReportFormat = .pretty,
    _ change: (inout VectorRunner) -> Void = { _ in }
  ) throws(UnusableRunner) {
    let input = VectorInput.text(
      Array(text.utf8), name: name, format: VectorReader.Format(ofFile: name) ?? .yaml)
    try self.init([input], today: today, finder: finder, format: format, change)
  }
}
