import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyJSON
import LinkPolicyTestSupport
import LinkPolicyTesting
import Testing

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
