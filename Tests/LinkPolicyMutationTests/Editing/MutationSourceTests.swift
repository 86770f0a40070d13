import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("What mutants are made of")
struct MutationSourceTests {
  @Test("a condition is replaced where it stands, taken away, or put behind the others")
  func conditions() throws {
    let source = MutationSource(try TinyPolicy.policy())
    let row = source.rows(of: .decision(0))[1].declared
    func words(_ fact: EngineFact, _ values: ValueSet?) -> [String] {
      source.conditions(of: row, replacing: fact.rawValue, by: values).map { condition in
        condition.fact.value.text + " "
          + condition.values.map { $0.value.text }.joined(separator: ",")
      }
    }
    #expect(words(.credential, ValueSet([3])) == ["credential broken", "address absent,free"])
    #expect(words(.address, ValueSet([1])) == ["credential new", "address free"])
    #expect(words(.credential, nil) == ["address absent,free"])
    #expect(words(.account, nil) == ["credential new", "address absent,free"])
    #expect(
      words(.account, ValueSet([2, 3]))
        == ["credential new", "address absent,free", "account unverified,verified"])
    let address = EngineFact.address.rawValue
    #expect(source.text(address, ValueSet([1])) == "address: free")
    #expect(source.text(address, ValueSet([0, 3])) == "address: [absent, taken]")
    #expect(source.all(address).values == [0, 1, 2, 3, 4])
  }

  @Test("rows are edited in the list that is named, and everything else stays")
  func edited() throws {
    let policy = try TinyPolicy.policy()
    let source = MutationSource(policy)
    let digest = PolicyDigest(of: policy.document)
    #expect(source.tables == [.decision(0), .fact(0)])
    for table in source.tables + [.guards] {
      let same = source.edited(table) { _ in }
      #expect(PolicyDigest(of: same) == digest)
      let fewer = source.edited(table) { $0.removeLast() }
      for other in source.tables + [.guards] {
        let count = other.rows(of: fewer).count
        #expect(count == other.rows(of: policy.document).count - (other == table ? 1 : 0))
      }
      // Guards are asked one after the other, whatever is wanted.
      let unique = source.edited(table, hit: .unique) { _ in }
      #expect(table.hit(in: unique) == (table == .guards ? .first : .unique))
    }
    #expect(RowTable.fact(0).name(in: policy.document) == "facts.word")
    #expect(RowTable.decision(0).name(in: policy.document) == "sign-in")
  }

  @Test("of the ways of making an edit the first that loads counts")
  func variants() throws {
    let policy = try TinyPolicy.policy()
    let source = MutationSource(policy)
    let loader = MutantLoader(editor: PolicyEditor(policy))
    let table = RowTable.decision(0)
    let row = source.rows(of: table)[0].declared
    let broken = Mutant.Variant(
      document: source.edited(table) { $0[0].refusal = Located("unknown") }, summary: "broken")
    let ways = ["second", "third"].map { summary in
      Mutant.Variant(
        document: source.edited(table) { RowAnswer(refusing: "no").give(to: &$0[0]) },
        summary: summary)
    }
    func loaded(_ variants: [Mutant.Variant]) -> String? {
      loader.load(
        source.mutant(
          by: "o", table: table, row: row, detail: "d", variants: variants, overriding: true))?
        .summary
    }
    #expect(loaded([broken] + ways) == "second")
    #expect(loaded([broken]) == nil && loaded([]) == nil)
    let mutant = source.mutant(by: "o", table: table, row: row, detail: "d", variants: ways)
    #expect(mutant.id == "o/sign-in/known/d" && mutant.part == .table(0))
    #expect(
      source.mutant(
        by: "o", table: .guards, row: source.document.guards[0], detail: "", variants: []
      ).id == "o/guards/shut")
  }

  @Test("an edit of a first-hit table says itself which rows it overrides")
  func overrides() throws {
    let policy = try TinyPolicy.policy()
    let source = MutationSource(policy)
    let loader = MutantLoader(editor: PolicyEditor(policy))
    // `half` before `own`: now the later one has to say that it overrides the earlier.
    let swapped = try #require(
      SwapRows().mutants(of: source).first { $0.id == "rows-swapped/facts.word/own/half" })
    let edited = try #require(loader.load(swapped)?.policy)
    let rows = edited.document.facts[0].rows
    #expect(rows.map { $0.id.value.text } == ["half", "own", "rest"])
    #expect(rows.map { $0.overrides.map { $0.value.text } } == [[], ["half"], []])
    var alone = swapped
    alone.overriding = nil
    #expect(loader.load(alone) == nil)
  }
}
