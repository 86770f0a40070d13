import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("Set cover")
struct SetCoverTests {
  @Test("what is picked holds everything, and nothing picked is superfluous")
  func random() {
    var random = SplitMix(7)
    for _ in 0..<200 {
      let sets = (0..<Int(random.next() % 12)).map { _ in
        Set((0..<Int(random.next() % 6)).map { _ in Int(random.next() % 15) })
      }
      let picked = SetCover.pick(sets, weights: sets.map { $0.count })
      let all = sets.reduce(into: Set<Int>()) { $0.formUnion($1) }
      #expect(picked.reduce(into: Set<Int>()) { $0.formUnion(sets[$1]) } == all)
      for place in picked {
        let others = picked.filter { $0 != place }
        #expect(others.reduce(into: Set<Int>()) { $0.formUnion(sets[$1]) } != all)
      }
      #expect(picked == picked.sorted())
    }
  }

  @Test("of equal gains the lighter set is picked, then the first")
  func ties() {
    #expect(SetCover.pick([[1, 2], [1, 2], [1, 2]], weights: [3, 1, 1]) == [1])
    #expect(SetCover.pick([[1], [1, 2, 3], [3]], weights: [1, 9, 1]) == [1])
    #expect(SetCover.pick([], weights: []).isEmpty)
    #expect(SetCover.pick([[]], weights: [1]).isEmpty)
  }
}
