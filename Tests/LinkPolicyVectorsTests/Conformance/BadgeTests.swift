import Foundation
import LinkPolicy
import Testing

@testable import LinkPolicyTesting

@Suite("A badge stands for the whole of a suite, as it was made")
struct BadgeTests {
  private static let passing =
    #"{"id":"b1","policy":"linking","steps":[{"attempt":{"action":"sign-in","provider":"google.com","subject":"g1"},"expect":{"outcome":"allowed","account":"u1"}}]}"#
    + "\n"
  private static let failing =
    #"{"id":"b2","policy":"linking","steps":[{"attempt":{"action":"sign-in","provider":"google.com","subject":"g1"},"expect":{"outcome":"allowed"}},{"attempt":{"action":"sign-in","provider":"facebook.com","subject":"f1"},"expect":{"outcome":"refused"}}]}"#
    + "\n"

  private func levels(
    _ shard: String, _ edit: (inout String) -> Void = { _ in },
    _ change: (inout VectorRunner) -> Void = { _ in }
  ) throws -> (levels: SuiteLevels, run: TestRun) {
    let scratch = try Scratch()
    try scratch.writeSuite(shard, edit)
    let run = try TestRun([.path(scratch.folder)]) { runner in
      runner.countsLevels = true
      change(&runner)
    }
    return (try #require(run.run.tallies[0].levels.first), run)
  }

  @Test func levelsThatAreReached() throws {
    let (levels, run) = try levels(Self.passing + Scratch.shard)
    #expect(levels.badge == "LinkPolicy core (small 1.0.0, 3 vectors)")
    #expect(levels.missing == nil)
    #expect(
      run.report == """
        3 passed, 0 failed, 3 steps

        levels of small 1.0.0
          level     vectors  passed  missing
          core            3       3        0
          linking         0       0        0
          recovery        0       0        0
          tenants         0       0        0
        badge: LinkPolicy core (small 1.0.0, 3 vectors)

        """)
  }

  @Test func whatIsMissingForTheNextOne() throws {
    let (levels, run) = try levels(Self.passing + Self.failing)
    #expect(levels.badge == "LinkPolicy core (small 1.0.0, 1 vector)")
    #expect(levels.missing == "for linking: 1 of 1 vector: b2 failed")
    #expect(run.report.contains("missing for linking: 1 of 1 vector: b2 failed\n"))
    let none = try self.levels(Self.passing.replacing("allowed", with: "refused") + Self.failing)
    #expect(none.levels.badge == nil && none.levels.next?.level == .core)
    #expect(none.run.report.contains("no badge: the first level is not reached\n"))
  }

  @Test func nothingIsSaidOfAPart() throws {
    let part = try levels(Self.passing + Scratch.shard) { _ in
    } _: {
      $0.selection.ids = ["a1"]
    }
    #expect(part.levels.badge == nil)
    #expect(part.levels.noBadge == "of its 3 vectors 1 were asked")
    #expect(part.run.report.contains("no badge: of its 3 vectors 1 were asked\n"))
    let stopped = try levels(Self.failing + Self.passing) { _ in
    } _: {
      $0.stopsAtFailure = true
    }
    #expect(stopped.levels.noBadge == "of its 2 vectors 1 were asked")
  }

  @Test func nothingIsSaidOfWhatWasAltered() throws {
    let scratch = try Scratch()
    try scratch.writeSuite(Scratch.shard)
    try scratch.write("a.jsonl", Scratch.shard.replacing("old", with: "expired"))
    let altered = try TestRun([.path(scratch.folder)]) { $0.countsLevels = true }
    let levels = try #require(altered.run.tallies[0].levels.first)
    #expect(levels.noBadge == "not all of the input is what its manifest says")
    #expect(levels.badge == nil && !altered.report.contains("\nbadge:"))
    let zeros = String(repeating: "0", count: 64)
    let policy = try self.levels(Self.passing) {
      $0 = $0.replacing(
        #""policies": []"#, with: #""policies": [{"name": "linking", "digest": "\#(zeros)"}]"#)
    }
    #expect(policy.levels.noBadge == "another policy than the suite was made for")
    #expect(policy.run.run.isClean)
  }

  @Test("without a manifest nobody knows what all of the vectors are")
  func noManifest() throws {
    let run = try TestRun(Self.passing, name: "x.jsonl") { $0.countsLevels = true }
    let levels = try #require(run.run.tallies[0].levels.first)
    #expect(levels.noBadge == "no manifest says what all of its vectors are")
    #expect(try TestRun(Self.passing, name: "x.jsonl").run.tallies[0].levels.isEmpty)
  }

  @Test func levelsInJSON() throws {
    let scratch = try Scratch()
    try scratch.writeSuite(Self.passing + Self.failing)
    let run = try TestRun([.path(scratch.folder)], format: .json) { $0.countsLevels = true }
    #expect(
      run.report.contains(
        #""levels":[{"suite":"small","version":"1.0.0","badge":"LinkPolicy core (small 1.0.0, 1 vector)","reached":"core","no-badge":null,"levels":[{"level":"core","vectors":1,"passed":1,"failed":0,"skipped":0,"known":0,"unanswered":0,"missing":[]},{"level":"linking","vectors":1,"passed":0,"failed":1,"skipped":0,"known":0,"unanswered":0,"missing":[{"id":"b2","why":"failed"}]}]}]"#
      ), "\(run.report)")
    let markdown = try TestRun([.path(scratch.folder)], format: .markdown) {
      $0.countsLevels = true
    }
    #expect(
      markdown.report.contains("LinkPolicy core (small 1.0.0, 1 vector)"), "\(markdown.report)")
  }
}

@Suite("An implementation that answers nothing is told about once")
struct UselessRunnerTests {
  private static let folder = Fixtures.folder.appending(path: "runner").path

  private func run(_ mode: String, _ change: (inout VectorRunner) -> Void = { _ in }) throws
    -> TestRun
  {
    try TestRun([.path(Self.folder + "/cases.jsonl")]) { runner in
      runner.foreign = [
        ForeignRunner(
          "exec python3 -S -E \(Self.folder)/fake.py \(Self.folder)/answers.jsonl \(mode)")
      ]
      runner.countsLevels = true
      change(&runner)
    }
  }

  @Test func oneDiagnostic() throws {
    for (mode, reason) in [
      ("garbage", "is no JSON: `Traceback"), ("crash", "it was ended by signal 11"),
      ("few", "has 0 results for 1 cases"),
    ] {
      let report = try run(mode) { $0.foreign[0].restartLimit = 40 }.report
      #expect(
        report.contains("ERRORED fake-\(mode) 1 gave no usable answer to any of 7 cases\n"),
        "\(report)")
      #expect(report.contains(reason) && !report.contains("FAILED"), "\(report)")
      #expect(report.split(separator: "\n").count { $0.hasPrefix("ERRORED") } == 1, "\(report)")
      #expect(!report.contains("\nbadge:"))
    }
  }

  @Test("of some that share a reason the first is told, and how many they are")
  func oneReason() throws {
    let report = try run("crash") {
      $0.foreign[0].restartLimit = 1
      $0.selection.ids = ["a1", "a2"]
    }.report
    #expect(report.split(separator: "\n").count { $0.hasPrefix("ERRORED") } == 1, "\(report)")
  }

  @Test("a key that is expected and not listed as answered is missing, names by platform are not")
  func unansweredKeys() throws {
    let levels = try run("keys").run.tallies[0].levels[0]
    let core = try #require(levels.levels[.core])
    #expect(core.vectors == 5 && core.passed == 3 && core.unanswered == 2)
    #expect(
      core.missing.map { $0.id + " " + $0.why } == [
        "a1 `account`, `new` not answered", "a2 `listeners` not answered",
      ])
    #expect(levels.badge == nil)
  }
}
