import LinkPolicy
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyRendering

@Suite("Lines of arrivals")
struct ArrivalLinesTests {
  @Test("each arrival is in one line, with its result, and a line's parts tell which")
  func random() {
    var generator = SeededGenerator(seed: 9)
    let sizes = [2, 3, 2]
    for _ in 0..<100 {
      var arrivals: [ArrivalLines.Arrival] = []
      for a in 0..<sizes[0] {
        for b in 0..<sizes[1] {
          for c in 0..<sizes[2] where !generator.oneIn(5) {
            arrivals.append(([a, b, c], generator.below(3)))
          }
        }
      }
      let lines = ArrivalLines(arrivals, axisCount: 3).lines
      #expect(lines.flatMap { $0.arrivals }.count == arrivals.count)
      #expect(lines.count <= arrivals.count)
      for arrival in arrivals {
        let own = lines.filter { $0.arrivals.contains(arrival.classes) }
        #expect(own.count == 1 && own.first?.results == arrival.results)
        // No other line's parts hold of it.
        let held = lines.filter { line in
          line.parts.allSatisfy { $0.classes.contains(arrival.classes[$0.axis]) }
        }
        #expect(held.count == 1)
      }
      for part in lines.flatMap({ $0.parts }) {
        #expect(part.classes.isSubset(of: part.possible) && part.classes != part.possible)
      }
    }
  }

  @Test("the order with the fewest lines is taken, and one result is one line without parts")
  func fewest() {
    let all = [[0, 0], [0, 1], [1, 0], [1, 1]]
    let second = ArrivalLines(all.map { ($0, $0[1]) }, axisCount: 2).lines
    #expect(second.count == 2 && second.allSatisfy { $0.parts.map { $0.axis } == [1] })
    // 0 if the second is 0; otherwise by the first: three lines, one of which has a single part.
    let nested = ArrivalLines(all.map { ($0, $0[1] == 0 ? 0 : 1 + $0[0]) }, axisCount: 2).lines
    #expect(nested.count == 3)
    #expect(nested.map { $0.parts.count }.sorted() == [1, 2, 2])
    let one = ArrivalLines(all.map { ($0, 4) }, axisCount: 2).lines
    #expect(one.count == 1 && one[0].parts.isEmpty && one[0].arrivals == all)
    #expect(ArrivalLines([], axisCount: 2).lines.isEmpty)
  }
}
