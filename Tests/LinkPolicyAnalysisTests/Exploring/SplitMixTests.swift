import Testing

@testable import LinkPolicyExploration

@Suite("Seeds of explorations")
struct SplitMixTests {
  @Test("one seed gives one order, in which everything is once; seed 0 leaves all in its place")
  func shuffle() {
    let all = Array(0..<40)
    func shuffled(_ seed: UInt64) -> [Int] {
      var generator = SplitMix(seed)
      var elements = all
      generator.shuffle(&elements)
      return elements
    }
    #expect(shuffled(0) == all)
    #expect(shuffled(1) == shuffled(1) && shuffled(1) != shuffled(2) && shuffled(1) != all)
    for seed in UInt64(1)...20 {
      #expect(shuffled(seed).sorted() == all)
    }
    // Every element can come to every place.
    let firsts = Set((UInt64(1)...400).map { shuffled($0)[0] })
    let lasts = Set((UInt64(1)...400).map { shuffled($0)[39] })
    #expect(firsts.count == 40 && lasts.count == 40)
  }

  @Test("the numbers are those of SplitMix64")
  func numbers() {
    var generator = SplitMix(1_234_567)
    let found = (0..<3).map { _ in generator.next() }
    #expect(
      found == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }
}
