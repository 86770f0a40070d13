import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyJSON
import LinkPolicyTestSupport
import LinkPolicyTesting
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

/// Random edits of small policies, held against every vector of facts that can occur.
@Suite("Differences and brute force")
struct DifferencePropertyTests {
  @Test(
    "a cell is reported if and only if brute force finds it",
    arguments: [UInt64(1), 2, 3])
  func bruteForce(_ seed: UInt64) throws {
    let policy = try Harbour.policy()
    let loader = MutantLoader(editor: PolicyEditor(policy))
    var random = SplitMix(seed)
    var mutants = MutationOperators.all.flatMap { $0.mutants(of: MutationSource(policy)) }
      .filter { $0.reading == nil }
    random.shuffle(&mutants)
    var checked = (changed: 0, alike: 0)
    for mutant in mutants.prefix(4) {
      guard let edited = loader.load(mutant)?.policy else { continue }
      // An editor keeps the digest of what it started from.
      guard let new = try? CompiledPolicy(edited.document) else { continue }
      let difference = try PolicyDifference(old: policy, new: new)
      for table in difference.policies.old.storage.tables.indices {
        let comparisons = difference.comparisons.enumerated().filter { $1.tables.old == table }
        for facts in BruteForce.vectors(ofTable: table, difference.policies.old) {
          let old = BruteForce.answer(facts, difference.policies.old)
          let answer = BruteForce.answer(facts, difference.policies.new)
          let places = comparisons.compactMap { index, comparison in
            comparison.group(facts, facts).map { (index, $0.group, $0.cell) }
          }
          let isChanged = old != nil && answer != nil && old != answer
          let areInBoxes = places.allSatisfy { index, group, cell in
            difference.changes.contains { change in
              change.comparison == index && change.group == group
                && change.boxes.contains { $0.box.contains(cell) }
            }
          }
          if isChanged == places.isEmpty || !areInBoxes {
            Issue.record("\(mutant.id)")
          }
          checked.changed += isChanged ? 1 : 0
          checked.alike += isChanged ? 0 : 1
        }
      }
    }
    #expect(checked.alike > 0 && checked.changed > 0)
  }

  @Test("each witness, replayed, shows its difference and plays as a vector")
  func witnesses() throws {
    let policy = try Harbour.policy()
    let loader = MutantLoader(editor: PolicyEditor(policy))
    var random = SplitMix(7)
    var mutants = MutationOperators.all.flatMap { $0.mutants(of: MutationSource(policy)) }
      .filter { $0.reading == nil }
    random.shuffle(&mutants)
    var shown = 0
    for mutant in mutants.prefix(4) {
      guard let edited = loader.load(mutant)?.policy, let new = try? CompiledPolicy(edited.document)
      else {
        continue
      }
      var difference = try PolicyDifference(old: policy, new: new)
      var limits = Explorer.Limits()
      limits.stores = 5
      difference.addWitnesses(limits: limits)
      for change in difference.changes {
        for witness in change.boxes.compactMap({ $0.witness }) {
          let sources = difference.comparisons[change.comparison].groups[change.group].sources
          let trial = WitnessTrial(witness.sequence, difference.policies, by: sources)
          #expect(trial != nil, "\(mutant.id)")
          #expect(witness.sequence.steps.count == witness.steps.count)
          let json = try #require(witness.vector(under: new, named: "new")).line
          let cases = try VectorReader.read(json, name: "witness", format: .jsonLines)
          let played = try Player(new.policy).play(#require(cases.first))
          #expect(played.mismatches.isEmpty, "\(mutant.id)")
          shown += 1
        }
      }
    }
    #expect(shown > 0)
  }

  @Test("boxes are few: no box is covered by the others, and none can be widened")
  func boxes() throws {
    let old = try Harbour.policy()
    let new = try Harbour.policy(
      ("own: [harbour.example]", "own: [harbour.example, bay.example]"))
    let difference = try PolicyDifference(old: old, new: new)
    for change in difference.changes {
      var comparison = difference.comparisons[change.comparison]
      let cells = comparison.cells(of: change.group)
      for left in change.boxes.indices {
        var algebra = comparison.algebra
        let others = change.boxes.indices.filter { $0 != left }
          .map { algebra.set(of: change.boxes[$0].box) }
        let covered = algebra.union(others)
        let isCovered = algebra.isSubset(cells, of: covered)
        #expect(!isCovered)
      }
    }
    let reaches = try #require(difference.changes.first { $0.kinds.contains(.reachesMore) })
    #expect(reaches.boxes.count == 1)
  }
}
