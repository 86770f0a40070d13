import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyDiagnostics

/// Policies of thousands of rows load, and each row takes the steps that it takes in a small one.
@Suite struct LargePolicyTests {
  /// The steps for the cells of the only table, in the order of its facts that they were made in.
  private func steps(_ text: String) throws -> Int {
    let policy = try compiled(text)
    return policy.cells(ofTable: 0).algebra.steps
  }

  /// When a graph branched on every class of a fact in one node, this took over ten million steps
  /// for half as many rows, and was refused.
  @Test func thousandRowsOverThousandSetsOfTenDomains() throws {
    let policy = try compiled(LargePolicy(count: 1000).believing)
    let most = CellLimits(rows: 0).table / 4
    let cells = policy.cells(ofTable: 0)
    #expect(!cells.isSpent)
    #expect(cells.steps < most, "\(cells.steps)")
    var maker = CellMaker(policy)
    let fact = maker.cells(ofFact: 0, allowance: most)
    #expect(!fact.isSpent)
    #expect(fact.steps < most / 2, "\(fact.steps)")
  }

  @Test func stepsGrowAsRowsDo() throws {
    let texts: [(String, (LargePolicy) -> String)] = [
      ("believing", { $0.believing }), ("providers", { $0.ofProviders }),
      ("pairs", { $0.ofPairs }), ("values", { $0.ofValues }), ("under one", { $0.underOne }),
      ("guards", { $0.ofGuards }), ("impossible", { $0.ofImpossible }),
    ]
    for (name, text) in texts {
      let few = try steps(text(LargePolicy(count: 150)))
      let many = try steps(text(LargePolicy(count: 600)))
      // Four times as many rows, and a digit more for each.
      #expect(many < 6 * few, "\(name): \(few), \(many)")
    }
  }

  @Test func decisionsAreThoseOfTheRows() throws {
    let policy = try compiled(LargePolicy(count: 120).believing)
    let schema = policy.vocabulary.schema
    let trust = try #require(schema.index(of: "trust"))
    var facts = FactVector(every: 0)
    facts[.kind] = Int(MethodKind.federated.rawValue)
    facts[.credential] = FactValue.CredentialValue.new.rawValue
    var refused = 0
    for set in 0..<120 {
      for provider in 0..<40 {
        facts[.domain] = set
        facts[.provider] = provider
        let believed = [set % 40, (set * 7 + 1) % 40].contains(provider)
        facts[trust] = believed ? 0 : 1
        var vector = facts
        guard case .row(let row) = policy.source(of: &vector) else { continue }
        #expect(row == (believed ? 120 : set), "\(set), \(provider)")
        refused += believed ? 0 : 1
      }
    }
    #expect(refused > 4000)
  }

  @Test func overlapsAreFoundAmongManyRows() throws {
    for seed in 0..<40 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let count = Int.random(in: 2...40, using: &generator)
      let sets = (0..<count).map { _ in
        (0..<3).map { _ in Int.random(in: 0..<80, using: &generator) }
      }
      var text = "linkpolicy: 1\nname: test\nproviders: {p: {kind: federated}}\n"
      text += "errors: {a: {}, b: {}, c: {}}\ndomains:\n"
      text += (0..<80).map { "  s\($0): [d\($0).example]\n" }.joined()
      text += "decisions:\n  sign-in.federated:\n    hit: first\n    rows:\n"
      for (row, set) in sets.enumerated() {
        let listed = Set(set).sorted().map { "s\($0)" }.joined(separator: ", ")
        text += "      - {id: r\(row), domain: [\(listed)], refuse: \(["a", "b", "c"][row % 3])}\n"
      }
      text += "      - {id: rest, refuse: a}\n"
      var expected: [String] = []
      for (row, set) in sets.enumerated() {
        for earlier in 0..<row
        where earlier % 3 != row % 3 && !Set(sets[earlier]).isDisjoint(with: set) {
          expected.append("row `r\(row)` also matches cells of row `r\(earlier)`")
        }
      }
      let found = Marked(text).findings().filter { $0.code == .overlap }
      #expect(
        found.map { $0.message.prefix { $0 != "," } } == expected.map { $0[...] }, "seed \(seed)")
    }
  }
}
