import LinkPolicy
import LinkPolicyJSON
import LinkPolicyPresets
import LinkPolicySystem
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

@Suite("Lines are answered with records, where they ask for them")
struct RecordTests {
  private let request =
    #"{"id":1,"decide":{"attempt":{"action":"sign-in","provider":"google.com","subject":"g1"},"#
    + #""answers":{"credential":"u1","accounts":[{"id":"u1","email":null,"verified":false,"#
    + #""methods":[{"provider":"google.com","subject":"g1"}],"state":"active","version":4}],"#
    + #""method":"enabled"}RECORD}}"# + "\n"

  private func line(_ record: String) -> String { request.replacing("RECORD", with: record) }

  private let asked = #","record":{"time":"12:00","correlation":"r-1"}"#

  /// The record that stands in the answer, as a line of its own.
  private func written(in answer: String) -> String? {
    answer.ranges(of: #","record":"#).last.map { String(answer[$0.upperBound...].dropLast(2)) }
  }

  @Test func anAnswerHasTheRecordThatItWasAskedFor() throws {
    let run = ToolRun("decide", "firebase", input: line(asked) + line(""))
    #expect(run.code == .clean)
    let answers = run.output.split(separator: "\n").map { String($0) + "\n" }
    #expect(answers.count == 2 && !answers[1].contains(#""correlation""#))
    let record = try #require(written(in: answers[0]))
    #expect(record.hasPrefix(#"{"record":1,"time":"12:00","correlation":"r-1","policy":{"#))
    #expect(record.contains(#""account":{"id":"u1","version":4}"#) && !record.contains("g1"))
    let decision = try DecisionRequest(
      json: Array(String(line(asked).dropFirst(#"{"id":1,"decide":"#.count).dropLast(2)).utf8))
    let own = DecisionRecord(
      of: try decision.decide(by: Presets.firebase),
      at: try #require(decision.record), naming: .id)
    #expect(record + "\n" == String(decoding: own.line(), as: UTF8.self))
  }

  @Test func accountsAreNamedByAHashWhereThereIsAKey() throws {
    let scratch = try Scratch()
    try scratch.write("key", Array("0123456789abcdef0123456789abcdef".utf8))
    try scratch.write("short", Array("0123456789abcdef".utf8))
    let key = try #require(RecordKey(bytes: Array("0123456789abcdef0123456789abcdef".utf8)))
    let run = ToolRun(
      ["decide", "firebase", "--account-key", scratch.path("key")], input: Array(line(asked).utf8))
    let record = try #require(written(in: run.output))
    #expect(run.code == .clean)
    #expect(record.contains(#""account":{"keyed":"\#(key.hash(of: "u1"))","version":4}"#))
    for (name, what) in [
      ("short", "a key has at least 32 bytes, and this key has 16 bytes"), ("none", "no such file"),
    ] {
      let run = ToolRun(
        ["decide", "firebase", "--account-key", scratch.path(name)], input: Array(line(asked).utf8))
      #expect(run.code == .invalidInput && run.output.isEmpty && run.errors.contains(what))
    }
    #expect(ToolRun("decide", "firebase", "--account-key", "-").code == .usage)
  }

  @Test func noDecisionWithoutARecordWhereEachHasToHaveOne() {
    let lookup =
      #"{"id":2,"lookup":{"attempt":{"action":"sign-in","provider":"google.com","subject":"g1"}}}"#
    let run = ToolRun(
      "decide", "firebase", "--record", input: line("") + line(asked) + lookup + "\n")
    #expect(run.code == .undecided)
    let answers = run.output.split(separator: "\n")
    #expect(answers.count == 3)
    #expect(
      answers.first
        == (#"{"id":1,"error":{"code":"malformed","message":"the line requests no record "#
        + #"of the decision; add \"record\": {\"time\": …, \"correlation\": …} to `decide`"}}"#)[
          ...])
    #expect(answers.last?.hasPrefix(#"{"id":2,"lookup":{"#) ?? false)
    #expect(answers.dropFirst().first.map { written(in: String($0) + "\n") != nil } ?? false)
  }

  @Test func whatCannotBeDecidedIsRecordedAsAFault() throws {
    let run = ToolRun(
      "decide", "firebase",
      input:
        #"{"id":1,"decide":{"attempt":{"action":"fly"},"record":{"time":"t","correlation":"c"}}}"#)
    #expect(run.code == .undecided)
    let record = try #require(written(in: run.output))
    #expect(
      record.contains(#""outcome":"fault","error":"action-not-offered""#) && !record.contains("fly")
    )
  }
}
