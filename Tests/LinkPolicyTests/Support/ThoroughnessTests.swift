import LinkPolicyTestSupport
import Testing

/// The choice of the cases that long tests examine.
@Suite struct ThoroughnessTests {
  @Test(arguments: [1, 2, 3, 4, 5, 50])
  func everyCaseHasItsTurn(caseCount: Int) {
    let cases = Array(0..<caseCount)
    for count in [1, 2, 4, 7, 1_000] {
      var met: Set<Int> = []
      for seed in 0..<400 {
        let share = Thoroughness.share(of: cases, oneIn: count, chosenBy: "commit \(seed)")
        let isRight =
          !share.isEmpty && share == share.sorted() && Set(share).count == share.count
          && share.count <= (caseCount + count - 1) / count
        #expect(isRight, "\(share) of \(caseCount), one in \(count)")
        met.formUnion(share)
      }
      #expect(met.count == caseCount, "one in \(count)")
    }
  }

  @Test func nothingIsLeftOutWithoutAShare() {
    #expect(Thoroughness.share(of: [1, 2, 3], oneIn: 1, chosenBy: "seed") == [1, 2, 3])
    #expect(Thoroughness.share(of: [1, 2, 3], oneIn: 0, chosenBy: "seed") == [1, 2, 3])
    #expect(Thoroughness.share(of: [Int](), oneIn: 4, chosenBy: "seed").isEmpty)
  }
}
