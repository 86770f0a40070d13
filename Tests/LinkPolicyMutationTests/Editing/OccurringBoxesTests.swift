import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyReview

/// What an edited policy keeps of the one that it was made from, held against the same policy compiled by itself.
@Suite("What can occur for edited policies")
struct OccurringBoxesTests {
  private static func boxes(_ policy: CompiledPolicy) -> [[[ValueSet]]] {
    var maker = CellMaker(policy)
    return policy.storage.tables.indices.map { table in
      maker.boxes(ofTable: table).boxes.map { $0.values }
    }
  }

  @Test("is what it would be for the whole document", arguments: Sketches.tiny)
  func edits(_ name: String) throws {
    let policy = try Sketches.policy(name)
    let loader = MutantLoader(editor: PolicyEditor(policy))
    let mutants = MutationOperators.all.flatMap { $0.mutants(of: MutationSource(policy)) }
    var changed = 0
    for (number, mutant) in mutants.enumerated() {
      // Each edit of what is declared, and a sample of the many that leave it alone.
      let isDeclared = mutant.part == .everything || mutant.part == .tables
      guard isDeclared || number % 41 == 0, let edited = loader.load(mutant)?.policy else {
        continue
      }
      let boxes = Self.boxes(edited)
      #expect(boxes == Self.boxes(try CompiledPolicy(edited.document)), "\(mutant.id)")
      changed += boxes == Self.boxes(policy) ? 0 : 1
    }
    // Some edits have other accounts around them, else this would show nothing.
    #expect(changed > 0)
  }
}
