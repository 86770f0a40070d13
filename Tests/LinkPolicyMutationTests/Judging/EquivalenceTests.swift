import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

/// The proof that nothing changes, held against every vector of facts that can occur.
@Suite("Equivalent mutants")
struct EquivalenceTests {
  @Test("the proof agrees with brute force", arguments: Sketches.tiny)
  func bruteForce(_ name: String) throws {
    let policy = try Sketches.policy(name)
    let source = MutationSource(policy)
    let editor = PolicyEditor(policy)
    let loader = MutantLoader(editor: editor)
    var verdicts = (equal: 0, different: 0)
    var book = AnswerBook()
    let graphs = policy.document.decisions.indices.map {
      AnswerGraph(table: $0, of: policy, by: editor, isExact: true, &book)
    }
    let vectors = graphs.indices.map { BruteForce.vectors(ofTable: $0, policy) }
    let answers = vectors.map { $0.map { BruteForce.answer($0, policy) } }
    // A sample, for brute force is slow; its stride shares no factor with how edits come in groups.
    for (number, mutant) in MutationOperators.all.flatMap({ $0.mutants(of: source) }).enumerated()
    where mutant.reading == nil && number % 37 == 0 {
      guard let edited = loader.load(mutant)?.policy else { continue }
      var isProved = true
      var isEqual = true
      for table in graphs.indices {
        let graph = AnswerGraph(table: table, of: edited, by: editor, &book)
        isProved = isProved && graphs[table].difference(from: graph) == nil
        for (facts, answer) in zip(vectors[table], answers[table]) where isEqual {
          isEqual = answer == BruteForce.answer(facts, edited)
        }
      }
      #expect(isProved == isEqual, "\(mutant.id)")
      verdicts.equal += isProved ? 1 : 0
      verdicts.different += isProved ? 0 : 1
    }
    #expect(verdicts.equal > 0 && verdicts.different > 0)
  }
}
