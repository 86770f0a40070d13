import Foundation
import LinkPolicy
import Testing

@testable import LinkPolicyTesting

@Suite("Other implementations are asked, and never believed")
struct ForeignTests {
  private static let folder = Fixtures.folder.appending(path: "runner").path
  private static let ids = (1...7).map { "a\($0)" }

  /// An implementation that answers what is recorded, or misbehaves as told.
  private static func runner(_ mode: String, seconds: Double = 20) -> ForeignRunner {
    var runner = ForeignRunner(
      "exec python3 -S -E \(folder)/fake.py \(folder)/answers.jsonl \(mode)")
    runner.timeOut = .seconds(seconds)
    return runner
  }

  private func run(
    _ runners: ForeignRunner..., format: ReportFormat = .pretty,
    _ change: (inout VectorRunner) -> Void = { _ in }
  ) throws(UnusableRunner) -> TestRun {
    try TestRun([.path(Self.folder + "/cases.jsonl")], format: format) { runner in
      runner.foreign = runners
      change(&runner)
    }
  }

  private func verdicts(_ run: TestRun) -> [String] {
    run.results.map { $0.vector.id + " " + $0.word }
  }

  @Test("right answers pass: what is this engine's own is not compared, missing keys are none")
  func right() throws {
    for (mode, jobs) in [
      ("right", 1), ("right", 3), ("slow", 2), ("padded", 1), ("stubborn", 1), ("sulk", 1),
    ] {
      let run = try run(Self.runner(mode)) { $0.jobs = jobs }
      #expect(run.run.isClean && run.run.passed == 7, "\(mode): \(run.report)")
      let implementation = try #require(run.run.tallies[0].implementation)
      #expect(implementation.name == "fake-" + mode && implementation.language == "python")
    }
    let run = try run(Self.runner("right"))
    #expect(run.report == "fake-right 1: 7 passed, 0 failed, 7 steps\n")
  }

  @Test("what goes wrong with one case is found out, and that case alone is errored")
  func culprits() throws {
    let reasons = [
      "crash": "ended by signal 11", "exit": "ended with status 0",
      "half": "ended with status 3 in the middle of a line", "garbage": "is no JSON: `Traceback",
      "close-output": "closed its standard output", "mix": "has no result for `ID` at its place",
      "error": "boom", "odd": "unknown value `perhaps`",
    ]
    for (mode, reason) in reasons.sorted(by: { $0.key < $1.key }) {
      for id in mode == "odd" ? ["a2"] : ["a1", "a4", "a7"] {
        let run = try run(Self.runner(mode + " " + id))
        #expect(verdicts(run) == [id + " errored"], "\(mode) \(id): \(run.report)")
        let got = run.results.first?.reason ?? ""
        #expect(got.contains(reason.replacing("ID", with: id)), "\(mode) \(id): \(got)")
        #expect(run.run.passed == 6 && run.run.tallies[0].counts.errored == 1)
        #expect(!run.run.isClean)
      }
    }
  }

  @Test("one that hangs is ended, and so is one whose line has no end")
  func endless() throws {
    let cases = [
      ("hang", 2.5, "it gave no answer for 2.5 seconds"),
      ("huge", 20, "it wrote a line of more than 1048576 bytes"),
    ]
    for (mode, seconds, reason) in cases {
      var runner = Self.runner(mode + " a2", seconds: seconds)
      runner.lineLimit = 1 << 20
      let run = try run(runner) { $0.selection.ids = ["a2", "a4"] }
      #expect(verdicts(run) == ["a2 errored"], "\(mode): \(run.report)")
      #expect(run.results.first?.reason == reason)
      #expect(run.run.passed == 1 && !run.run.isClean)
    }
  }

  @Test("several culprits are found one after the other")
  func several() throws {
    // It crashes wherever it is asked at all.
    let run = try run(Self.runner("crash")) { $0.foreign[0].restartLimit = 100 }
    #expect(verdicts(run) == Self.ids.map { $0 + " errored" })
    #expect(run.results.allSatisfy { $0.reason == "it was ended by signal 11" })
  }

  @Test("one that was started again too often is asked no more, and nothing passes")
  func surrender() throws {
    for limit in [0, 1, 2] {
      var runner = Self.runner("crash")
      runner.restartLimit = limit
      let run = try run(runner)
      #expect(verdicts(run) == Self.ids.map { $0 + " errored" }, "\(limit)")
      let given = "it was started again \(limit) times"
      #expect(run.results.contains { $0.reason?.contains(given) == true }, "\(limit)")
    }
  }

  @Test("one that answers something else to everything passes nowhere")
  func nonsense() throws {
    for mode in ["few", "seq", "chatter", "policy-crash", "crash", "garbage"] {
      var runner = Self.runner(mode)
      runner.restartLimit = 40
      let run = try run(runner)
      #expect(run.run.failed >= 6, "\(mode): \(run.report)")
      #expect(!run.run.isClean, "\(mode)")
    }
    let lie = try run(Self.runner("lie"))
    #expect(verdicts(lie) == ["a1 failed", "a2 failed", "a4 failed"], "\(lie.report)")
  }

  @Test("one that cannot even say what it is, is not asked")
  func unusable() throws {
    let reasons = [
      (Self.runner("silent"), "it ended with status 0"),
      (Self.runner("deaf", seconds: 0.3), "no answer for 0.3 seconds"),
      (Self.runner("old"), "speaks another version than 1"),
      (ForeignRunner("exec /nowhere/at/all 2>/dev/null"), "it ended with status 127"),
      (ForeignRunner("cat"), "the key `implementation` is missing"),
      // Whether these are still there when they are asked is a matter of luck.
      (ForeignRunner("echo hello"), ": `hello`"),
      (ForeignRunner("echo '{}'"), ": `{}`"),
    ]
    for (runner, reason) in reasons {
      let error = #expect(throws: UnusableRunner.self) { try run(runner) }
      #expect(error?.fault.reason.contains(reason) == true, "\(error?.fault.reason ?? "")")
    }
  }

  @Test("what it does not want to answer is skipped, and a run of nothing else is not clean")
  func skipped() throws {
    let all = try run(Self.runner("skip"))
    #expect(verdicts(all) == Self.ids.map { $0 + " skipped" })
    #expect(!all.run.isClean && all.run.counts.skipped == 7)
    let policy = try run(Self.runner("skip-policy"))
    #expect(policy.run.counts.skipped == 6 && policy.run.passed == 1)
    #expect(policy.results.first?.reason == "too hard")
  }

  @Test("a wrong answer says what was expected and what came, and how to ask again")
  func wrong() throws {
    let run = try run(Self.runner("lie a1"))
    let command = Self.runner("lie a1").command
    #expect(
      run.report == """
        FAILED a1 at \(Self.folder)/cases.jsonl:1:1 (t) by fake-lie
          step 1, \(Self.folder)/cases.jsonl:1:95: sign-in google.com g1 a@gmail.com
            outcome: expected allowed, got refused
          again: linkpolicy test --id a1 --runner '\(command)' \(Self.folder)/cases.jsonl

        fake-lie 1: 6 passed, 1 failed, 7 steps

        """)
  }

  @Test("only the keys that an implementation answers are compared")
  func keys() throws {
    let run = try run(Self.runner("keys"))
    #expect(run.run.isClean, "\(run.report)")
    #expect(run.run.tallies[0].implementation?.keys == ["outcome", "error"])
  }

  @Test("a word in `keys` that is no key ends the run, and is named")
  func unknownKeys() throws {
    let cases = [
      ("eror", "`eror` in `keys`, which is no key of a step or of accounts; did you mean `error`?"),
      ("accounts.code", "did you mean `accounts.codes`?"),
      ("accounts.methods.proven", "did you mean `accounts.methods.proved`?"),
      ("Outcome", "did you mean `outcome`?"), ("input_error", "did you mean `input-error`?"),
      (
        "unheard-of",
        "`unheard-of` in `keys`, which is no key of a step or of accounts; see Docs/Runner.md"
      ),
    ]
    for (word, says) in cases {
      let error = #expect(throws: UnusableRunner.self) { try run(Self.runner("keys-" + word)) }
      #expect(error?.fault.reason.contains(says) == true, "\(word): \(String(describing: error))")
    }
  }

  @Test("known failures of an implementation are its own")
  func known() throws {
    let entries = [
      KnownFailure("a bug", .open, id: "a1", runner: "fake-lie"),
      KnownFailure("nobody's", .open, id: "a2", runner: "somebody else"),
    ]
    let run = try run(Self.runner("lie a1")) {
      $0.known = KnownFailures(today: Fixtures.today, entries)
    }
    #expect(run.run.isClean && run.run.known == 1 && verdicts(run) == ["a1 known"])
  }

  @Test("several implementations are compared, and where they disagree is told")
  func comparison() throws {
    let run = try run(
      Self.runner("right"), Self.runner("lie a4"), Self.runner("skip"), Self.runner("crash a2"))
    #expect(run.run.tallies.map { $0.counts.passed } == [7, 6, 0, 6])
    #expect(run.run.disagreementCount == 2)
    #expect(run.run.disagreements.map { $0.id } == ["a2", "a4"])
    let last = try #require(run.run.disagreements.last)
    #expect(
      last.answers.map { $0.implementation + ": " + $0.answer } == [
        "fake-right: as expected", "fake-lie: step 1 outcome refused", "fake-crash: as expected",
      ])
    #expect(
      run.report.contains(
        """
        implementation  passed  failed  errored  known  skipped
        fake-right 1         7       0        0      0        0
        fake-lie 1           6       1        0      0        0
        fake-skip 1          0       0        0      0        7
        fake-crash 1         6       0        1      0        0

        they disagree on a2
          fake-right: as expected
          fake-lie: as expected
          fake-crash: errored: it was ended by signal 11
        they disagree on a4
        """), "\(run.report)")
    #expect(!run.run.isClean)
  }

  @Test("requests and answers of any size cross without one side waiting for the other")
  func fullPipes() throws {
    // Half a megabyte each way, many times what a pipe holds.
    let long = String(repeating: "x", count: 4000)
    let lines = (0..<128).map { number in
      #"{"id":"\#(number)-\#(long)","policy":"linking","steps":[{"wait":"old"}]}"#
    }
    let echo = ForeignRunner(
      """
      python3 -c 'import json,sys
      for line in sys.stdin:
        request = json.loads(line)
        sys.stderr.flush()
        if request["cmd"] == "hello":
          print(json.dumps({"protocol": 1, "implementation": "echo"}), flush=True)
        elif request["cmd"] == "policy":
          print(json.dumps({"ok": True}), flush=True)
        elif request["cmd"] == "run":
          results = [{"id": v["id"], "steps": [None]} for v in request["vectors"]]
          print(json.dumps({"seq": request["seq"], "results": results}), flush=True)
      '
      """)
    let run = try TestRun(lines.joined(separator: "\n"), name: "x.jsonl") { $0.foreign = [echo] }
    #expect(run.run.isClean && run.run.passed == 128)
  }

  @Test("nothing is left running")
  func leftovers() throws {
    let mark = "linkpolicy-\(UUID().uuidString)"
    var runner = Self.runner("stubborn")
    runner.command = runner.command.replacing("stubborn", with: "stubborn none " + mark)
    _ = try run(runner) { $0.jobs = 2 }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' '"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let found = String(decoding: bytes, as: UTF8.self)
    #expect(!found.contains(mark))
  }
}

@Suite("What another implementation does not answer is not passed")
struct UnansweredChangesTests {
  private static let text = """
    vectors: 1
    policy: linking
    cases:
      - id: a
        steps:
          - attempt: {action: sign-in, provider: facebook.com, subject: f1, email: a@b.org}
            expect: {outcome: allowed, changes: {notices: [], writes: [{write: insert-account, email: a@b.org}]}}
    """

  /// An implementation that answers one line for each request.
  private func run(keys: String, answer: String) throws -> TestRun {
    let lines = [
      #"{"protocol":1,"implementation":"i"\#(keys)}"#, #"{"ok":true}"#,
      #"{"seq":1,"results":[{"id":"a","steps":[{"outcome":"allowed"\#(answer)}]}]}"#,
    ]
    // Asked what it is, a process ends after `bye`; the one that plays is a second one.
    let script = lines.map { "read x; echo '\($0)'" }.joined(separator: "; ") + "; read x"
    return try TestRun(Self.text) { $0.foreign = [ForeignRunner(script)] }
  }

  @Test func changesAreComparedWhereTheyAreAnswered() throws {
    let right =
      #","changes":{"writes":[{"write":"insert-account","email":"a@b.org"}],"notices":[]}"#
    let wrong =
      #","changes":{"writes":[{"write":"insert-account","email":"b@b.org"}],"notices":[]}"#
    let none = #","keys":["outcome"]"#
    let both = #","keys":["outcome","changes"]"#
    for (keys, answer, passed, failed, skipped) in [
      ("", right, 1, 0, 0), (both, right, 1, 0, 0), ("", wrong, 0, 1, 0), (both, "", 0, 1, 0),
      (none, "", 0, 0, 1), (none, right, 0, 0, 1),
    ] {
      let run = try run(keys: keys, answer: answer)
      let counts = run.run.counts
      let found: [Int] = [counts.passed, counts.failed, counts.skipped]
      #expect(
        found == [passed, failed, skipped],
        "\(keys) \(answer): \(run.report)")
      #expect(run.run.isClean == (passed == 1))
      if skipped == 1 {
        #expect(run.results.first?.reason == "it does not answer `changes`")
      }
    }
  }
}
