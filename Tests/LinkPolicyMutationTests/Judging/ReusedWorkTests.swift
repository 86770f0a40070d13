import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

/// Edits that reuse the work on the base policy, compared with edits that reuse nothing.
@Suite("Reused work")
struct ReusedWorkTests {
  private static func mutants(of policy: CompiledPolicy) -> [Mutant] {
    MutationOperators.all.flatMap { $0.mutants(of: MutationSource(policy)) }
  }

  /// The verdict without the details of survivors.
  private static func word(_ verdict: MutantVerdict) -> String {
    switch verdict {
    case .refused: return "refused"
    case .equivalent: return "equivalent"
    case .killed(let vectors): return "killed by \(vectors)"
    case .survived(let survivor):
      let cell = (survivor.cell ?? []).map { $0.fact.text + ": " + $0.value.text }
      return "survived \(survivor.table?.text ?? "-") \(cell) \(survivor.kinds)"
    }
  }

  @Test("an edit loads exactly if its whole document compiles", arguments: Sketches.tiny)
  func loading(_ name: String) throws {
    let policy = try Sketches.policy(name)
    let plain = MutantLoader(editor: PolicyEditor(policy))
    var editor = PolicyEditor(policy)
    editor.rememberWork()
    let loader = MutantLoader(editor: editor)
    var loaded = (yes: 0, no: 0)
    for (number, mutant) in Self.mutants(of: policy).enumerated() where number % 7 == 0 {
      let edited = loader.load(mutant)?.policy
      let expected = plain.load(mutant)?.policy
      #expect((edited == nil) == (expected == nil), "\(mutant.id)")
      if mutant.overriding == nil, let only = mutant.variants.first, mutant.variants.count == 1 {
        #expect((edited != nil) == ((try? CompiledPolicy(only.document)) != nil), "\(mutant.id)")
      }
      loaded.yes += edited == nil ? 0 : 1
      loaded.no += edited == nil ? 1 : 0
      guard let edited, let expected else { continue }
      #expect(edited.digest == expected.digest, "\(mutant.id)")
      #expect(edited.policy.image.rules.words == expected.policy.image.rules.words, "\(mutant.id)")
    }
    #expect(loaded.yes > 0 && loaded.no > 0)
  }

  @Test(
    "a verdict does not depend on the mutants that were judged before", arguments: Sketches.tiny)
  func independence(_ name: String) throws {
    let policy = try Sketches.policy(name)
    let index = SuiteIndex(policy)
    var judge = MutantJudge(policy, index, countsTrace: false, witnessLimit: 1)
    for (number, mutant) in Self.mutants(of: policy).enumerated() where number % 61 == 0 {
      var fresh = MutantJudge(policy, index, countsTrace: false, witnessLimit: 1)
      #expect(
        Self.word(judge.work(on: mutant)) == Self.word(fresh.work(on: mutant)), "\(mutant.id)")
    }
  }

  @Test("an edit of a shared part is noticed in every table that the part reaches")
  func sharedParts() throws {
    let policy = try VariousPolicy.policy()
    let editor = PolicyEditor(policy)
    var book = AnswerBook()
    var baselines = policy.document.decisions.indices.map {
      TableBaseline(table: $0, of: policy, by: editor, in: [], &book)
    }
    var changed: [String: Int] = [:]
    for mutant in Self.mutants(of: policy) where mutant.reading == nil {
      guard let edited = MutantLoader(editor: editor).load(mutant)?.policy else { continue }
      var count = 0
      for table in baselines.indices {
        let compared = baselines[table].comparison(
          with: edited, editing: mutant.part, by: editor, &book)
        let graph = AnswerGraph(table: table, of: edited, by: editor, &book)
        let differs = baselines[table].graph.difference(from: graph) != nil
        if let compared {
          #expect(compared.differs == differs, "\(mutant.id) in table \(table)")
        }
        count += differs ? 1 : 0
      }
      let part = mutant.row.map { $0.table.text } ?? "declarations"
      changed[part] = max(changed[part] ?? 0, count)
    }
    // A guard and a derived fact decide in several tables.
    #expect((changed["guards"] ?? 0) > 1)
    #expect((changed["facts.trust"] ?? 0) > 1)
  }
}
