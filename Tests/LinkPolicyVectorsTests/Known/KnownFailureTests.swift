import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyTesting

@Suite("Known failures are told from news")
struct KnownFailureTests {
  private func vector(_ known: String) throws -> VectorCase {
    let line = #"{"id":"a","policy":"p","known":[\#(known)],"steps":[{"wait":"old"}]}"#
    return try VectorReader.read(Array(line.utf8), name: "x", format: .jsonLines)[0]
  }

  @Test("by policy and by day")
  func entries() throws {
    let weak = #"{"policy":"p","weakness":"W1","reason":"as documented"}"#
    let until = #"{"policy":"p","until":"2026-11-21","reason":"being fixed"}"#
    let cases: [(known: String, day: String, policy: String?, text: String?, isExpired: Bool)] = [
      ("", "2026-11-21", "p", nil, false),
      (weak, "9999-12-31", "p", "weakness W1: as documented", false),
      (weak, "2026-11-21", "q", nil, false),
      (weak, "2026-11-21", nil, nil, false),
      (until, "2026-11-20", "p", "being fixed, until 2026-11-21", false),
      (until, "2026-11-21", "p", "being fixed, until 2026-11-21", false),
      (until, "2026-11-22", "p", "being fixed, until 2026-11-21", true),
      (until + "," + weak, "2026-11-22", "p", "weakness W1: as documented", false),
    ]
    for (known, day, policy, text, isExpired) in cases {
      let failures = KnownFailures(today: try #require(CalendarDate(day)))
      let entry = failures.entry(about: try vector(known), under: policy)
      #expect(entry?.text == text, "\(known) \(day)")
      #expect(entry?.isExpired(on: failures.today) ?? false == isExpired, "\(known) \(day)")
    }
  }

  @Test("by the name of an implementation in a list")
  func listed() throws {
    let text = """
      known:
        - {id: a, reason: not yet there, runner: other}
        - {id: b, reason: elsewhere, until: 2027-06-30, policy: p}
      """
    let entries = try KnownFailures.entries(Array(text.utf8), name: "known.yaml")
    #expect(entries.map { $0.text } == ["not yet there", "elsewhere, until 2027-06-30"])
    let failures = KnownFailures(today: Fixtures.today, entries)
    let a = try vector("")
    var b = a
    b.id = "b"
    func reason(_ vector: VectorCase, _ policy: String, _ runner: String?) -> String? {
      failures.entry(about: vector, under: policy, runner: runner)?.reason
    }
    #expect(reason(a, "p", "other") == "not yet there")
    #expect(reason(a, "p", "another") == nil)
    #expect(reason(a, "p", nil) == nil)
    #expect(reason(b, "p", "another") == "elsewhere")
    #expect(reason(b, "q", "another") == nil)
  }

  @Test("that are badly written are findings")
  func findings() {
    func finding(_ known: String) -> [String] {
      Fixtures.findings(
        "vectors: 1\npolicy: p\ncases:\n  - {id: a, known: [\(known)], steps: [{wait: old}]}\n")
    }
    #expect(
      finding("{policy: p, reason: r}") == [
        "4:21 vector-contradiction: a known failure is either a documented weakness or excused"
          + " until a day (give it one of `weakness` and `until`)"
      ])
    #expect(finding("{policy: p, reason: r, weakness: W1, until: 2027-01-01}").count == 1)
    #expect(
      finding("{policy: p, reason: r, until: 2027-02-29}") == [
        "4:51 json-unknown-value: `2027-02-29` is no day of the calendar (write it as YYYY-MM-DD)"
      ])
    #expect(
      finding(#"{policy: p, reason: "", weakness: W1}"#) == [
        "4:41 json-unknown-value: the reason is empty"
      ])
    #expect(finding("{reason: r, weakness: W1}").first?.contains("`policy` is missing") == true)
    #expect(finding("{policy: p, weakness: W1}").first?.contains("`reason` is missing") == true)
    for text in ["known: {}", "[]", "known: [{reason: r}]", "known: []\nmore: 1", ""] {
      #expect(throws: InvalidInput.self) {
        try KnownFailures.entries(Array(text.utf8), name: "known.yaml")
      }
    }
  }

  @Test("count on their own, and make a run fail where they pass")
  func run() throws {
    let policy = try Fixtures.policy()
    func run(_ day: String, _ outcome: String) throws -> TestRun {
      let text = """
        vectors: 1
        policy: linking
        cases:
          - id: good
            steps: [{attempt: {action: delete}, expect: {outcome: refused}}]
          - id: weak
            known: [{policy: \(policy.name), until: 2026-11-30, reason: being fixed}]
            steps: [{attempt: {action: delete}, expect: {outcome: \(outcome)}}]

        """
      return try TestRun(text, today: try #require(CalendarDate(day)))
    }
    let known = try run("2026-11-30", "allowed")
    #expect(known.run.isClean && known.run.known == 1 && known.run.count == 2)
    #expect(known.report == "1 passed, 0 failed, 1 known to fail, 2 steps\n")
    let expired = try run("2026-12-01", "allowed")
    #expect(!expired.run.isClean && expired.run.failed == 1)
    #expect(expired.report.contains("got a failure, although the entry has expired\n"))
    let passing = try run("2026-11-30", "refused")
    #expect(!passing.run.isClean && passing.run.failed == 1 && passing.run.known == 0)
    #expect(
      passing.report == """
        FAILED weak at x.yaml:6:5
            known: expected a failure (reason: being fixed, until 2026-11-30), got a pass, \
        so remove the entry from the known failures
          again: linkpolicy test --id weak x.yaml

        1 passed, 1 failed, 2 steps

        """)
  }
}
