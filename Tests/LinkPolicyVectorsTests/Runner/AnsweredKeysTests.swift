import LinkPolicy
import Testing

@testable import LinkPolicyTesting

@Suite("What an implementation does not answer is not compared, and what it lists is")
struct AnsweredKeysTests {
  private static let accounts = """
        accounts:
          - id: u1
            email: a@gmail.com
            verified: true
            codes: {undo: null}
            methods: [{provider: google.com, subject: g1, address: a@gmail.com, proved: a@gmail.com}]
    """

  /// A case with one sign-in.
  private static func text(
    _ expectation: String = "{outcome: allowed}", accounts: String = "", more: String = ""
  ) -> String {
    """
    vectors: 1
    policy: linking
    cases:
      - id: a
    \(more)    steps:
          - attempt: {action: sign-in, provider: google.com, subject: g1, email: a@gmail.com}
            expect: \(expectation)
    \(accounts)
    """
  }

  /// An implementation that answers one line for each request.
  private func run(
    _ text: String, keys: [String]?, result: String,
    _ change: (inout VectorRunner) -> Void = { _ in }
  ) throws(UnusableRunner) -> TestRun {
    let listed = keys.map { #","keys":["# + $0.map { "\"\($0)\"" }.joined(separator: ",") + "]" }
    let lines = [
      #"{"protocol":1,"implementation":"i"\#(listed ?? "")}"#, #"{"ok":true}"#,
      #"{"seq":1,"results":[{"id":"a",\#(result)}]}"#,
    ]
    let script = lines.map { "read x; echo '\($0)'" }.joined(separator: "; ") + "; read x"
    return try TestRun(text) { runner in
      runner.foreign = [ForeignRunner(script)]
      change(&runner)
    }
  }

  private func account(_ members: String) -> String {
    #""steps":[{"outcome":"allowed"}],"accounts":[{"id":"u1"\#(members)}]"#
  }

  @Test("keys of accounts select what is compared of them")
  func accounts() throws {
    let method = #"{"provider":"google.com","subject":"g1","address":"a@gmail.com"}"#
    let lean = account(#","email":"a@gmail.com","verified":true,"methods":[\#(method)]"#)
    let bare = account("")
    let text = Self.text(accounts: Self.accounts)
    let all = [
      "accounts.email", "accounts.verified", "accounts.methods.subject", "accounts.methods.address",
    ]
    let cases: [([String]?, String, [String])] = [
      // Without a key of accounts they are compared as a whole.
      (nil, lean, ["accounts.u1.codes.undo", "accounts.u1.methods.google.com.proved"]),
      (["outcome"], lean, ["accounts.u1.codes.undo", "accounts.u1.methods.google.com.proved"]),
      (["accounts"], lean, ["accounts.u1.codes.undo", "accounts.u1.methods.google.com.proved"]),
      (all, lean, []),
      (["accounts.state"], bare, []),
      // What is listed and left out is missing.
      (all, bare, ["accounts.u1.email", "accounts.u1.verified", "accounts.u1.methods"]),
      (["accounts.codes"], bare, ["accounts.u1.codes.undo"]),
      (["accounts.methods.proved"], bare, ["accounts.u1.methods"]),
      (["accounts.methods.proved"], lean, ["accounts.u1.methods.google.com.proved"]),
      (["accounts.methods"], lean, []),
      // The accounts themselves are always compared.
      (["accounts.state"], #""steps":[{"outcome":"allowed"}],"accounts":null"#, ["accounts"]),
      (["accounts.state"], #""steps":[{"outcome":"allowed"}]"#, ["accounts"]),
      (
        ["accounts.state"], #""steps":[{"outcome":"allowed"}],"accounts":[]"#,
        ["accounts", "accounts.u1"]
      ),
    ]
    for (keys, result, wrong) in cases {
      let run = try run(text, keys: keys, result: result)
      let found = run.results.flatMap { $0.mismatches.map { $0.key } }
      #expect(found == wrong, "\(keys ?? []) \(result): \(run.report)")
      #expect(run.run.isClean == wrong.isEmpty)
    }
  }

  @Test("a vector counts for no level without a key of its accounts")
  func levels() throws {
    let result = account(#","email":"a@gmail.com","verified":true"#)
    let run = try run(
      Self.text(accounts: Self.accounts), keys: ["accounts.email", "accounts.verified"],
      result: result
    ) { $0.countsLevels = true }
    let counts = try #require(run.run.tallies.first?.levels.first?.levels.values.first)
    #expect(counts.passed == 0 && counts.unanswered == 1)
    #expect(
      counts.missing.first?.why
        == "`accounts.codes`, `accounts.methods`, `accounts.methods.subject`, "
        + "`accounts.methods.address`, `accounts.methods.proved` not answered")
  }

  @Test("the account of a refusal is compared if it is answered")
  func refusals() throws {
    let text = """
      vectors: 1
      policy: linking
      cases:
        - id: a
          steps:
            - attempt: {action: sign-in, provider: google.com, subject: g1, email: a@gmail.com}
              expect: {outcome: allowed, account: u1}
            - attempt: {action: sign-in, provider: facebook.com, subject: f1, email: a@gmail.com}
              expect: {outcome: refused, account: u1}
      """
    for (first, second, wrong) in [
      (#","account":"u1""#, "", []), (#","account":"u1""#, #","account":"u1""#, []),
      (#","account":"u1""#, #","account":null"#, ["account"]),
      (#","account":"u1""#, #","account":"u2""#, ["account"]),
      // An allowed attempt must name its account.
      ("", "", ["account"]),
    ] as [(String, String, [String])] {
      let steps = #"{"outcome":"allowed"\#(first)},{"outcome":"refused"\#(second)}"#
      let run = try run(text, keys: nil, result: #""steps":[\#(steps)]"#)
      let found = run.results.flatMap { $0.mismatches.map { $0.key } }
      #expect(found == wrong, "\(first) \(second): \(run.report)")
    }
  }

  @Test("a case that is known to fail is skipped if it passes without a key")
  func known() throws {
    let entry = "    known: [{policy: linking, weakness: W1, reason: it asks too much}]\n"
    let text = Self.text("{outcome: allowed, ask: existing-credential}", more: entry)
    let right = #""steps":[{"outcome":"allowed"}]"#
    let skipped = try run(text, keys: ["outcome"], result: right)
    #expect(skipped.run.counts.skipped == 1 && skipped.run.failed == 0, "\(skipped.report)")
    #expect(
      skipped.results.first?.reason
        == "it is known to fail (weakness W1: it asks too much), and these keys are not compared: `ask`"
    )
    // With the key it fails, as is known.
    let failing = try run(text, keys: ["outcome", "ask"], result: right)
    #expect(failing.run.known == 1, "\(failing.report)")
    // Everything that it expects is compared, and it passes.
    let passing = try run(
      Self.text("{outcome: allowed}", more: entry), keys: ["outcome"], result: right)
    #expect(passing.run.failed == 1 && passing.report.contains("remove the entry"))
    // An entry about this implementation was made with the keys that it has.
    let own = try run(
      Self.text("{outcome: allowed, ask: existing-credential}"), keys: ["outcome"], result: right
    ) { runner in
      runner.known = KnownFailures(
        today: Fixtures.today, [KnownFailure("a bug", .open, id: "a", runner: "i")])
    }
    #expect(own.run.failed == 1 && own.report.contains("remove the entry"))
  }

  @Test("a skipped case is named as skipped, and not as missing")
  func skipped() throws {
    let result = #""skipped":{"reason":"not today"}"#
    let alone = try run(Self.text(), keys: nil, result: result) { $0.selection.ids = ["a"] }
    #expect(alone.run.explanation == "`a` was skipped by i: not today")
    #expect(!alone.run.isClean)
    let none = try run(Self.text(), keys: nil, result: result) { $0.selection.ids = ["b"] }
    #expect(none.run.explanation?.hasPrefix("no case has the id `b`") == true)
    let everything = try run(Self.text(), keys: nil, result: result)
    #expect(everything.run.explanation == nil)
  }
}
