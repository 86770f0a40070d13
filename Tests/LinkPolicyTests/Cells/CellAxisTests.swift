import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

@Suite struct CellAxisTests {
  @Test func valuesShareAClassExactlyIfNoSetTellsThemApart() {
    for seed in 0..<500 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let count = Int.random(in: 1...9, using: &generator)
      let sets = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
        generator.oneIn(6) ? ValueSet() : generator.subset(of: count)
      }
      let axis = CellAxis(fact: 3, valueCount: count, distinguishedBy: sets)
      #expect(axis.fact == 3)
      for a in 0..<count {
        for b in 0..<count {
          let isAlike = !sets.contains { $0.contains(a) != $0.contains(b) }
          #expect(
            (axis.classOfValue[a] == axis.classOfValue[b]) == isAlike,
            "seed \(seed): \(a) and \(b)")
        }
        #expect(axis.members[axis.classOfValue[a]].contains(a), "seed \(seed): \(a)")
      }
      #expect(axis.members.flatMap { $0 }.count == count, "seed \(seed)")
      #expect(axis.members.map { $0[0] } == axis.members.map { $0[0] }.sorted(), "seed \(seed)")
      #expect(axis.members.allSatisfy { $0 == $0.sorted() }, "seed \(seed)")
      #expect(axis.classCount == axis.members.count)
    }
  }

  @Test func classesAndValuesTranslate() {
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let count = Int.random(in: 1...70, using: &generator)
      let sets = (0..<3).map { _ in generator.subset(of: count) }
      let axis = CellAxis(fact: 0, valueCount: count, distinguishedBy: sets)
      for set in sets {
        let classes = axis.classes(touching: set)
        #expect(axis.values(of: classes) == set, "seed \(seed)")
      }
      let some = generator.subset(of: count)
      let wide = axis.values(of: axis.classes(touching: some))
      #expect(some.isSubset(of: wide), "seed \(seed)")
    }
  }

  @Test func withoutTestsThereIsOneClass() {
    let axis = CellAxis(fact: 0, valueCount: 5, distinguishedBy: [])
    #expect(axis.classCount == 1)
    #expect(CellAxis(fact: 0, valueCount: 0, distinguishedBy: []).classCount == 0)
  }
}
