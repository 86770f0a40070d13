import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyJSON
import LinkPolicyTestSupport
import LinkPolicyTesting
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("Coverage")
struct CoverageTests {
  private static func explored(_ policy: CompiledPolicy) -> Explorer {
    var limits = Explorer.Limits()
    limits.stores = 50
    var explorer = Explorer(policy, limits: limits)
    explorer.explore()
    return explorer
  }

  private static func report(
    _ sequences: [StepSequence], _ explorer: Explorer, limit: Int = 2
  ) -> CoverageReport {
    var coverage = Coverage(explorer.policy)
    for sequence in sequences {
      coverage.add(sequence.play(explorer.policy).map { $0.decision })
    }
    return CoverageReport(coverage, explorer, named: "p", limit: limit)
  }

  @Test("what generated vectors reach is what can be reached", arguments: Sketches.tiny)
  func generated(name: String) throws {
    let explorer = Self.explored(try Sketches.policy(name))
    let generator = SequenceGenerator(explorer)
    for goal in Goal.allCases {
      let sequences = generator.sequences(for: goal)
      let report = Self.report(sequences, explorer)
      #expect(!sequences.isEmpty)
      switch goal {
      case .rows: #expect(report.rowTally.reachable == 0, "\(name)")
      case .cells: #expect(report.cellTally.reachable == 0, "\(name)")
      case .transitions: #expect(report.transitionTally.reachable == 0, "\(name)")
      }
    }
  }

  @Test("the vector for something missing reaches it", arguments: Sketches.tiny)
  func missing(name: String) throws {
    let policy = try Sketches.policy(name)
    let explorer = Self.explored(policy)
    let report = Self.report([], explorer, limit: 2)
    let lines = report.missing.compactMap { $0.vector?.json.line }
    #expect(lines.count > 10)
    for missing in report.missing where missing.vector != nil {
      let line = missing.vector?.json.line ?? []
      var coverage = Coverage(policy)
      try VectorReader.read(line, name: "line.jsonl", format: .jsonLines) { vector in
        coverage.add(Player(policy.policy).play(vector))
      }
      let numbers = coverage.numbers
      let number = try #require(numbers.names.firstIndex(of: missing.name))
      #expect(coverage.counts[number] > 0, "\(missing.what) \(missing.name.text)")
      if let next = missing.next {
        let to = try #require(numbers.names.firstIndex(of: next))
        #expect(coverage.transitions.contains(Coverage.Transition(from: number, to: to)))
      }
    }
  }

  @Test(
    "tallies add up, and nothing is counted twice",
    arguments: Thoroughness.pick(Sketches.all, orElse: Sketches.tiny))
  func tallies(name: String) throws {
    let explorer = Self.explored(try Sketches.policy(name))
    let some = Array(SequenceGenerator(explorer).sequences(for: .rows).prefix(3))
    let report = Self.report(some + some, explorer)
    #expect(report.coverage.cases == some.count * 2)
    let cells = report.rows.compactMap { $0.cells }
    #expect(cells.reduce(0) { $0 + $1.total } == report.cellTally.total)
    for tally in cells + [report.rowTally, report.cellTally, report.transitionTally] {
      #expect(tally.reached <= tally.total)
      #expect(tally.notFound >= 0)
      #expect(tally.unreachable >= 0)
    }
    let once = Self.report(some, explorer)
    #expect(once.cellTally.reached == report.cellTally.reached)
    #expect(once.rowTally.reached == report.rowTally.reached)
  }

  /// A policy of one table, with the error `other` for its first row.
  private static func policy(_ declarations: String, _ rows: [String]) throws -> CompiledPolicy {
    let text = """
      linkpolicy: 1
      name: untried
      providers: {github.com: {kind: federated}}
      \(declarations)
      decisions:
        sign-in.federated:
          hit: first
          rows:
      \(rows.map { "      - {" + $0 + "}" }.joined(separator: "\n"))
      errors: {no: {}, other: {}}
      """
    return try CompiledPolicy(yaml: Array(text.utf8), name: "untried.yaml")
  }

  /// A policy whose row `wanted` needs another value than the first of every input.
  private static func policy(inputs count: Int) throws -> CompiledPolicy {
    let names = (0..<count).map { "i\($0)" }
    let declared = names.map { $0 + ": {values: [a, b], by: anybody}" }
    return try policy(
      "inputs: {" + declared.joined(separator: ", ") + "}",
      [
        "id: wanted, " + names.map { "input.\($0): b, " }.joined() + "refuse: other",
        "id: rest, refuse: no",
      ])
  }

  /// A policy whose row `wanted` needs the last of several claims.
  private static func policy(claims count: Int) throws -> CompiledPolicy {
    let names = (0..<count).map { "c\($0)" }
    let declared = names.map { $0 + ": {yes: [true], no: [false]}" }
    let last = "c\(count - 1)"
    return try policy(
      "claims: {" + declared.joined(separator: ", ") + "}",
      ["id: wanted, claim.\(last): yes, refuse: other", "id: last, claim.\(last): no, refuse: no"]
        + names.dropLast().flatMap { name in
          ["yes", "no"].map {
            "id: \(name)-\($0), overrides: earlier, claim.\(name): \($0), refuse: no"
          }
        } + ["id: rest, refuse: no"])
  }

  private static func policy(
    onlyReachedBy attempts: Explorer.UntriedAttempts
  ) throws -> CompiledPolicy {
    switch attempts {
    case .identifiers: try Sketches.policy("identifiers")
    case .tickets:
      try policy(
        "domains: {}",
        ["id: wanted, ticket: consent, refuse: other", "id: rest, refuse: no, ask: consent"])
    case .combinations: try policy(inputs: 13)
    case .claims: try policy(claims: 4)
    }
  }

  private static func text(_ report: CoverageReport) -> String {
    String(decoding: report.text.bytes, as: UTF8.self)
  }

  @Test(
    "a row that only untried attempts reach is not found, instead of unreachable",
    arguments: [Explorer.UntriedAttempts.tickets, .combinations, .claims])
  func untried(_ attempts: Explorer.UntriedAttempts) throws {
    let explorer = Self.explored(try Self.policy(onlyReachedBy: attempts))
    #expect(explorer.isDone && !explorer.isComplete)
    #expect(explorer.untried == [attempts])
    let report = Self.report([], explorer)
    let wanted = try #require(report.missing.first { $0.name.text.hasSuffix("/wanted") })
    #expect(wanted.vector == nil && wanted.unreachable == nil)
    #expect(report.rowTally.notFound > 0 && report.rowTally.unreachable == 0)
    #expect(report.cellTally.notFound > 0 && report.cellTally.unreachable == 0)
    let text = Self.text(report)
    #expect(text.contains("\nnot tried: \(attempts.words)\n"), "\(text)")
    #expect(!text.contains("which are all") && !text.contains("cannot be"), "\(text)")
    let json = String(decoding: report.json(skipped: 0, passedOver: 0), as: UTF8.self)
    #expect(json.contains(#""complete":false,"untried":["\#(attempts.rawValue)"]"#), "\(json)")
    let markdown = String(decoding: report.markdown.bytes, as: UTF8.self)
    #expect(markdown.contains("\nNot tried: `\(attempts.words)`\n"), "\(markdown)")
  }

  @Test("a policy that declares identifiers has untried attempts")
  func untriedIdentifiers() throws {
    let explorer = Self.explored(try Self.policy(onlyReachedBy: .identifiers))
    #expect(explorer.untried == [.identifiers] && !explorer.isComplete)
  }

  @Test("an exploration within its limits proves that a row is unreachable")
  func complete() throws {
    for policy in [try Self.policy(inputs: 12), try Self.policy(claims: 3)] {
      let explorer = Self.explored(policy)
      #expect(explorer.isComplete && explorer.untried.isEmpty)
      let report = Self.report([], explorer)
      #expect(report.rowTally.reachable == report.rowTally.total)
      #expect(report.cellTally.reachable == report.cellTally.total)
    }
    // No row creates an account, so no credential is known.
    let never = try Self.policy(
      "domains: {}",
      ["id: wanted, credential: known, refuse: other", "id: rest, refuse: no"])
    let report = Self.report([], Self.explored(never))
    let wanted = try #require(report.missing.first { $0.name.text.hasSuffix("/wanted") })
    #expect(wanted.unreachable == "no sequence reaches it")
    let text = Self.text(report)
    #expect(
      text.contains(", which are all reachable stores\n") && !text.contains("not tried"), "\(text)")
  }

  @Test("a transition is between attempts that were decided, within one case")
  func transitions() throws {
    let policy = try Harbour.policy()
    var coverage = Coverage(policy)
    let names = coverage.numbers.names.map { $0.text }
    func decisions(_ contents: [ExploredStep]) -> [Decision?] {
      StepSequence(contents, under: policy).play(policy).map { $0.decision }
    }
    let malformed = Harbour.signIn("a", by: "nowhere.example")
    coverage.add(
      decisions([
        Harbour.signIn("a"), .wait(.old), malformed, Harbour.signIn("a"), Harbour.link("a"),
      ]))
    coverage.add(decisions([Harbour.signIn("b")]))
    let seen = coverage.transitions.sorted().map { names[$0.from] + " " + names[$0.to] }
    #expect(
      seen == [
        "sign-in.federated/returning link.federated/nobody",
        "sign-in.federated/first sign-in.federated/returning",
      ])
    #expect(
      coverage.pairs.map { names[$0.first.from] + " ... " + names[$0.then] } == [
        "sign-in.federated/first ... link.federated/nobody"
      ])
    #expect(coverage.cases == 2 && coverage.steps == 6)
    let counts = zip(names, coverage.counts).filter { $0.1 > 0 }
    #expect(counts.map { $0.1 } == [1, 2, 1])
    #expect(coverage.reached.map { $0.count }.reduce(0, +) == 3)
    // The same again adds nothing; in another order it has another transition.
    let isNew = coverage.add(decisions([Harbour.signIn("a"), Harbour.signIn("a")]))
    #expect(!isNew)
    let isOther = coverage.add(decisions([Harbour.link("a"), Harbour.signIn("a")]))
    #expect(isOther)
  }
}
