import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyDiagnostics

/// The examples in findings: each names something that can happen, and only what matters.
@Suite struct ExampleTests {
  /// The tests that an example in words stands for.
  private func tests(_ message: String, _ schema: FactSchema) -> [BruteTables.Test] {
    // What follows in parentheses is the same in words.
    guard let range = message.firstRange(of: "no answer for "),
      let end = message.firstRange(of: " ("),
      !message[..<end.lowerBound].hasSuffix("every cell")
    else { return [] }
    return message[range.upperBound..<end.lowerBound].split(separator: ", ").map { part in
      let words = part.split(separator: " ").map { Name(String($0)) }
      let fact = schema.index(of: Name(bytes: words[0].bytes.dropLast())) ?? -1
      return BruteTables.Test(
        fact: fact, values: [schema.facts[fact].values.firstIndex(of: words[1]) ?? -1])
    }
  }

  @Test func gapExamplesOccurAndAreGaps() {
    var checked = 0
    for seed in 0..<500 as Range<UInt64> {
      var random = RandomPolicy(seed: seed)
      let document = random.make()
      var compiler = PolicyCompiler(document)
      _ = compiler.compile()
      let errors = compiler.findings.diagnostics.filter { $0.level == .error }
      let facts = document.facts.map { $0.name.position }
      guard !errors.contains(where: { facts.contains($0.position ?? .init(line: 0, column: 0)) })
      else { continue }
      let brute = BruteTables(document)
      var space = SituationSpace(brute.vocabulary, hasSupersededMethods: false)
      for (index, table) in document.decisions.enumerated() {
        guard
          let gap = errors.first(where: { $0.code == .gap && $0.position == table.key.position }),
          let action = brute.vocabulary.actionTable.number(of: table.action.value)
        else { continue }
        let carries = !brute.vocabulary.actions[action].kinds.isEmpty
        var open: [FactVector] = []
        for var vector in brute.vectors(
          of: space.boxes(action: action, kind: carries ? .federated : nil))
        {
          guard brute.derive(&vector), brute.before(vector) == nil else { continue }
          open.append(vector)
        }
        let example = tests(gap.message, brute.vocabulary.schema)
        let like = open.filter { BruteTables.holds(example, $0) }
        #expect(!like.isEmpty, "seed \(seed): cannot occur: \(gap.message)")
        let decided = like.filter { brute.verdict(index, $0) != .undecided }
        #expect(decided.isEmpty, "seed \(seed): decided: \(gap.message)")
        checked += 1
      }
    }
    #expect(checked > 20)
  }
}
