import Foundation
import LinkPolicy
import Testing

@testable import LinkPolicyVectors

@Suite("Runs count, and say what failed")
struct RunTests {
  private func run() throws -> VectorRun {
    let policy = try Fixtures.policy()
    return VectorRun(today: Fixtures.today) { (name: String) throws(InvalidInput) in
      guard name == "linking" else {
        throw InvalidInput(
          [Diagnostic(.unknownName, .error, "no policy `\(name)`", at: nil)], in: SourceMap())
      }
      return policy
    }
  }

  @Test func aRunOfPassingCasesIsClean() throws {
    var run = try run()
    try run.run(path: Fixtures.vectors)
    #expect(run.passed == 2 && run.failed == 0 && run.isClean)
    #expect(run.report == "2 passed, 0 failed, 15 steps\n")
  }

  @Test func noCaseIsAFailure() throws {
    var run = try run()
    run.selection = ["f9999"]
    try run.run(path: Fixtures.vectors)
    #expect(run.count == 0 && !run.isClean)
    #expect(run.report == "no case was played: zero cases are a failure\n")
  }

  @Test func aSelectionPlaysOnlyItsIds() throws {
    var run = try run()
    run.selection = ["f0002"]
    try run.run(path: Fixtures.vectors)
    #expect(run.passed == 1 && run.steps == 10 && run.isClean)
  }

  @Test func anIdIsUniqueInARun() throws {
    var run = try run()
    try run.run(path: Fixtures.vectors)
    let bytes = try Fixtures.bytes("linking.vectors.yaml")
    let error = #expect(throws: InvalidInput.self) {
      try run.run(bytes, name: "again.yaml", format: .yaml)
    }
    let finding = try #require(error?.diagnostics.first)
    #expect(finding.code == .vectorDuplicateID)
    #expect(finding.message == "two cases have the id `f0001`")
    let position = try #require(finding.position)
    #expect(error?.sources.describe(position) == "again.yaml:4:5")
    let related = try #require(finding.related.first)
    #expect(error?.sources.describe(related.position) == Fixtures.vectors + ":4:5")
  }

  @Test func aPolicyThatCannotBeHadEndsTheRun() throws {
    var run = try run()
    let error = #expect(throws: InvalidInput.self) {
      try run.run(
        Array(#"{"id":"a","policy":"q","steps":[{"wait":"old"}]}"#.utf8), name: "a",
        format: .jsonLines)
    }
    #expect(error?.diagnostics.first?.message == "no policy `q`")
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
    var run = try run()
    try run.run(Array(text.utf8), name: "v/x.yaml", format: .yaml)
    #expect(run.failed == 1 && !run.isClean)
    let failure = try #require(run.failures.first)
    let file = try #require(failure.played.policy).sources.files[0].name
    #expect(
      failure.report == """
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
    var run = try run()
    #expect(run.rows.isEmpty)
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
    try run.run(Array(lines.joined().utf8), name: "r", format: .jsonLines)
    #expect(
      run.rows.map { "\($0.name) \($0.count)" } == [
        "guards/create-closed 1", "guards/recent 1", "sign-in.federated/first 1",
        "sign-in.federated/returning 2",
      ])
  }

  @Test func manyFailuresAreCounted() throws {
    var run = try run()
    var lines = ""
    for number in 0..<(VectorRun.failureLimit + 5) {
      lines += #"{"id":"n\#(number)","policy":"linking","steps":[{"attempt":{"action":"delete"},"#
      lines += #""expect":{"outcome":"allowed"}}]}"# + "\n"
    }
    try run.run(Array(lines.utf8), name: "n", format: .jsonLines)
    #expect(run.failed == VectorRun.failureLimit + 5)
    #expect(run.failures.count == VectorRun.failureLimit)
    #expect(run.report.contains("5 more failures are not shown\n"))
  }
}
