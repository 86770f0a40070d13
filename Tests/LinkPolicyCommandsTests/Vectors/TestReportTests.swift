import Foundation
import LinkPolicyTestSupport
import LinkPolicyTesting
import Testing

@testable import LinkPolicyCommands

@Suite("Reports and runners from the command line")
struct TestReportTests {
  private static let failing = Fixtures.path("failing.yaml")

  @Test("several reports of one run, each as if it were alone")
  func files() throws {
    let scratch = try Scratch()
    let formats = ReportFormat.allCases.map { $0.rawValue }
    let reports = formats.flatMap { ["--report", $0 + "=" + scratch.path("report." + $0)] }
    let run = ToolRun(["test", Self.failing, "--format", "github"] + reports)
    #expect(run.code == .findings)
    for format in formats {
      let alone = ToolRun(["test", Self.failing, "--format", format])
      let written = String(decoding: try scratch.read("report." + format), as: UTF8.self)
      #expect(Fixtures.relative(written) == alone.output, "\(format)")
      if format == "github" {
        #expect(run.output == alone.output)
      }
    }
  }

  @Test("a report that cannot be written is told before anything is run")
  func unwritable() throws {
    let scratch = try Scratch()
    let run = ToolRun("test", Self.failing, "--report", "json=" + scratch.path("none/report"))
    #expect(run.code == .internalError && run.output.isEmpty)
    #expect(run.errors.hasSuffix("there is no such file\n"))
    let full = ToolRun("test", Self.failing, "--report", "json=/dev/full")
    #expect(full.code == .internalError && full.errors.contains("no space is left"))
  }

  @Test("a runner that cannot be asked: code 4, and why")
  func unusable() {
    let run = ToolRun("test", Self.failing, "--runner", "exit 3", "--timeout", "20")
    #expect(run.code == .undecided && run.output.isEmpty)
    #expect(
      run.errors == "error: the runner `exit 3` cannot be asked: it ended with status 3\n")
  }

  @Test("a list of known failures that is none keeps everything from being run")
  func known() throws {
    let scratch = try Scratch()
    let path = try scratch.write("known.yaml", Array("known: [{id: a}]\n".utf8))
    let run = ToolRun("test", Self.failing, "--known", path)
    #expect(run.code == .invalidInput && run.output.isEmpty)
    #expect(run.errors.contains("`reason` is missing"))
    let missing = ToolRun("test", Self.failing, "--known", scratch.path("none.yaml"))
    #expect(missing.code == .invalidInput && missing.errors.contains("there is no such file"))
  }

  @Test("the line of progress: share, rate, and the time that is left")
  func progress() {
    let cases: [(RunProgress, Int, String)] = [
      (
        RunProgress(bytes: 1 << 20, totalBytes: 4 << 20, cases: 3000, failed: 0), 2000,
        "25 %, 3000 cases, 1500 a second, 6 s left"
      ),
      (
        RunProgress(bytes: 1 << 20, totalBytes: 101 << 20, cases: 10, failed: 2), 10_000,
        "0 %, 10 cases, 1 a second, 2 failed, 16 min 40 s left"
      ),
      (
        RunProgress(bytes: 9000, totalBytes: 9000, cases: 7, failed: 7), 1000,
        "100 %, 7 cases, 7 a second, 7 failed, 0 s left"
      ),
      (
        RunProgress(bytes: 0, totalBytes: 0, cases: 7, failed: 0), 0,
        "7 cases, 7000 a second"
      ),
    ]
    for (progress, milliseconds, text) in cases {
      #expect(ProgressLine.text(progress, milliseconds: milliseconds) == text)
    }
  }
}
