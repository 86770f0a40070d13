import Foundation
import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyTesting

@Suite("Runs count, and say what failed")
struct RunTests {
  @Test func aRunOfPassingCasesIsClean() throws {
    let run = try TestRun([.path(Fixtures.vectors)])
    #expect(run.run.passed == 2 && run.run.failed == 0 && run.run.isClean)
    #expect(run.report == "2 passed, 0 failed, 15 steps\n")
    #expect(run.results.isEmpty)
  }

  @Test func noCaseIsAFailure() throws {
    let run = try TestRun([.path(Fixtures.vectors)]) { $0.selection.ids = ["f9999"] }
    #expect(run.run.count == 0 && !run.run.isClean)
    #expect(run.report == "no case was played, which counts as a failure (2 skipped)\n")
    #expect(run.run.explanation == "no case has the id `f9999`")
    let nothing = try TestRun([])
    #expect(!nothing.run.isClean && nothing.run.explanation == nil)
    #expect(nothing.report == "no case was played, which counts as a failure\n")
  }

  @Test func aSelectionPlaysOnlyItsIds() throws {
    let run = try TestRun([.path(Fixtures.vectors)]) { $0.selection.ids = ["f0002"] }
    #expect(run.run.passed == 1 && run.steps == 10 && run.run.isClean)
    #expect(run.run.counts.skipped == 1)
  }

  @Test func anIdIsUniqueInARun() throws {
    let bytes = try Fixtures.bytes("linking.vectors.yaml")
    let run = try TestRun([
      .path(Fixtures.vectors), .text(bytes, name: "again.yaml", format: .yaml),
    ])
    let error = try #require(run.problem)
    let finding = try #require(error.diagnostics.first)
    #expect(finding.code == .vectorDuplicateID)
    #expect(finding.message == "two cases have the id `f0001`")
    let position = try #require(finding.position)
    #expect(error.sources.describe(position) == "again.yaml:4:5")
    let related = try #require(finding.related.first)
    #expect(error.sources.describe(related.position) == Fixtures.vectors + ":4:5")
    #expect(run.run.problems.count == 2 && !run.run.isClean)
  }

  @Test func aPolicyThatCannotBeHadIsToldOnce() throws {
    let lines = ["a", "b"].map { #"{"id":"\#($0)","policy":"q","steps":[{"wait":"old"}]}"# }
    let run = try TestRun(lines.joined(separator: "\n"), name: "a.jsonl")
    #expect(run.run.problems.count == 1 && !run.run.isClean)
    #expect(run.problem?.diagnostics.map { $0.message } == ["no policy `q`"])
  }

  @Test func aLineThatCannotBeReadKeepsNoOtherFromBeingRun() throws {
    let good = #","policy":"linking","steps":[{"wait":"old"}]}"#
    let run = try TestRun(
      "{\"id\":\"a\"" + good + "\n{\n\n{\"id\":\"b\"" + good, name: "a.jsonl")
    #expect(run.run.passed == 2 && !run.run.isClean)
    #expect(run.problem?.diagnostics.first?.position == SourcePosition(line: 2, column: 2))
  }

  @Test func aFailureSaysEverything() throws {
    let text = """
      vectors: 1
      policy: linking
      cases:
        - id: "it's"
          title: a wrong expectation
          steps:
            - attempt: {action: sign-in, provider: facebook.com, subject: f1, email: a@b.org}
              expect: {outcome: refused, row: returning}
          accounts: [{email: x@b.org}]
      """
    let run = try TestRun(text, name: "v/x.yaml")
    #expect(run.run.failed == 1 && !run.run.isClean)
    let failure = try #require(run.results.first)
    let file = try #require(failure.played?.policy?.sources.files.first?.name)
    #expect(
      failure.report.text == """
        FAILED it's at v/x.yaml:4:5 (a wrong expectation)
          step 1, v/x.yaml:7:9: sign-in facebook.com f1 a@b.org
            decided by \(file):29:14 row first because A10
            outcome: expected refused, got allowed
            row: expected returning, got first
          at the end, v/x.yaml:9:16
            accounts[0].email: expected x@b.org, got a@b.org
          again: linkpolicy test --id 'it'\\''s' v/x.yaml

        """)
    #expect(run.report.hasSuffix("\n0 passed, 1 failed, 1 step\n"))
  }

  @Test func rowsAndGuardsAreCountedByName() throws {
    let google = #"{"action":"sign-in","provider":"google.com","subject":"g1","email":"a@b.org"}"#
    let lines = [
      #"{"id":"a","policy":"linking","steps":["#,
      #"{"attempt":\#(google),"expect":{"outcome":"allowed"}},"#,
      #"{"attempt":\#(google),"expect":{"outcome":"refused"}},"#,
      #"{"attempt":\#(google),"expect":{"outcome":"allowed"}},"#,
      #"{"wait":"old"},"#,
      #"{"attempt":{"action":"delete"},"as":1,"expect":{"outcome":"refused"}},"#,
      #"{"attempt":{"action":"unheard-of"},"expect":{"outcome":"refused"}}]}"#,
      "\n",
      #"{"id":"b","policy":"linking","settings":{"client-create":"restricted"},"steps":["#,
      #"{"attempt":\#(google),"expect":{"outcome":"refused"}}]}"#,
    ]
    let run = try TestRun(lines.joined(), name: "r.jsonl")
    #expect(
      run.rows == [
        "guards/create-closed 1", "guards/recent 1", "sign-in.federated/first 1",
        "sign-in.federated/returning 2",
      ])
  }

  @Test func manyFailuresAreCounted() throws {
    var lines = ""
    for number in 0..<(VectorRun.failureLimit + 5) {
      lines += #"{"id":"n\#(number)","policy":"linking","steps":[{"attempt":{"action":"delete"},"#
      lines += #""expect":{"outcome":"allowed"}}]}"# + "\n"
    }
    let run = try TestRun(lines, name: "n.jsonl")
    #expect(run.run.failed == VectorRun.failureLimit + 5)
    #expect(run.run.failures.count == VectorRun.failureLimit)
    #expect(run.results.count == VectorRun.failureLimit + 5)
    #expect(run.report.contains("5 more failures are not shown\n"))
  }
}
