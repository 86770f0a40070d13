import LinkPolicy
import Testing

@testable import LinkPolicyTesting

@Suite("A run says the same whatever the number of threads")
struct ParallelTests {
  /// Cases of which every seventh fails, long enough for many blocks.
  private static let lines: String = {
    var lines = ""
    let padding = String(repeating: "x", count: 2000)
    for number in 0..<1500 {
      let outcome = number % 7 == 3 ? "allowed" : "refused"
      lines += #"{"id":"n\#(number)","policy":"linking","comment":"\#(padding)","flags":["F"],"#
      lines += #""proves":["P\#(number % 3)"],"steps":[{"attempt":{"action":"delete"},"#
      lines += #""expect":{"outcome":"\#(outcome)"}}]}"# + "\n"
    }
    return lines
  }()

  private func run(
    _ jobs: Int, _ format: ReportFormat, _ change: (inout VectorRunner) -> Void = { _ in }
  ) throws -> TestRun {
    let scratch = try Scratch()
    try scratch.write("lines.jsonl", Self.lines)
    var run = try TestRun([.path(scratch.folder)], format: format) { runner in
      runner.jobs = jobs
      change(&runner)
    }
    run.report = run.report.replacing(scratch.folder, with: "")
    return run
  }

  @Test("every report, with failures, is the same for 1, 2 and 5")
  func reports() throws {
    for format in ReportFormat.allCases {
      let one = try run(1, format)
      #expect(one.run.failed == 214 && one.run.passed == 1286)
      for jobs in [2, 5] {
        #expect(try run(jobs, format).report == one.report, "\(format) \(jobs)")
      }
    }
  }

  @Test("the first failure ends the run at one place")
  func failFast() throws {
    for jobs in [1, 2, 5] {
      let run = try run(jobs, .pretty) { runner in
        runner.stopsAtFailure = true
        runner.selection.statements = ["P1"]
      }
      #expect(run.results.map { $0.vector.id } == ["n10"])
      #expect(run.run.passed == 3 && run.run.failed == 1, "\(jobs)")
      #expect(run.run.counts.skipped == 7)
    }
  }

  @Test("selections of several kinds must all hold, of one kind any")
  func selection() throws {
    let both = try run(2, .pretty) { $0.selection.statements = ["P0", "P1"] }
    #expect(both.run.count == 1000)
    let flag = try run(2, .pretty) { runner in
      runner.selection.flags = ["F"]
      runner.selection.ids = ["n0", "n1", "n1500"]
    }
    #expect(flag.run.count == 2 && flag.run.isClean)
    let tier = try run(2, .pretty) { $0.selection.tiers = [.core] }
    #expect(tier.run.count == 0 && !tier.run.isClean)
    #expect(tier.run.explanation == "no case has the tier `core`")
    let misspelt = try run(1, .pretty) { $0.selection.flags = ["G"] }
    #expect(misspelt.run.explanation == "no case has the flag `G`")
  }
}
