import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

/// Work is counted in nodes, never timed.
@Suite struct CellSizeTests {
  private func algebra(axes: Int, classes: Int = 2) -> CellAlgebra {
    CellAlgebra(axes: BruteSpace([]).axes(count: axes, classes: classes))
  }

  @Test func oneBoxIsOneNodeAnAxis() {
    var algebra = algebra(axes: 100)
    let set = algebra.set(of: CellBox((0..<100).map { _ in ValueSet([1]) }))
    #expect(algebra.nodeCount <= 100)
    #expect(algebra.count(set) == 1)
    #expect(algebra.smallestCell(of: set) == [Int](repeating: 1, count: 100))
    _ = algebra.complement(set)
    #expect(algebra.nodeCount <= 200)
  }

  @Test func countsSaturate() {
    let algebra = algebra(axes: 100)
    #expect(algebra.count(.full) == Int.max)
  }

  @Test func unionOfSingleConditionsStaysSmall() {
    var algebra = algebra(axes: 60, classes: 3)
    var sets: [CellGraph] = []
    for axis in 0..<60 {
      var box = CellBox((0..<60).map { _ in ValueSet.all(3) })
      box.classes[axis] = ValueSet([2])
      sets.append(algebra.set(of: box))
    }
    let union = algebra.union(sets)
    #expect(algebra.nodeCount < 60 * 8, "\(algebra.nodeCount)")
    let boxes = algebra.boxes(of: union)
    #expect(boxes.count == 60)
    #expect(algebra.nodeCount < 60 * 200, "\(algebra.nodeCount)")
  }

  @Test func equalNodesAreShared() {
    var algebra = algebra(axes: 12)
    let box = CellBox((0..<12).map { ValueSet([$0 % 2]) })
    let first = algebra.set(of: box)
    let count = algebra.nodeCount
    #expect(algebra.set(of: box) == first)
    #expect(algebra.union(first, first) == first)
    #expect(algebra.intersection(.full, first) == first)
    #expect(algebra.nodeCount == count)
  }

  @Test func thousandsOfNodesKeepTheirIdentity() {
    // Past the first sizes of the hash table, equal sets still have equal handles.
    var algebra = algebra(axes: 14)
    var handles: [CellGraph] = []
    for number in 0..<2000 {
      handles.append(
        algebra.set(of: CellBox((0..<14).map { ValueSet([(number >> $0) & 1]) })))
    }
    #expect(Set(handles).count == 2000)
    #expect(algebra.nodeCount > 1000)
    for number in stride(from: 0, to: 2000, by: 37) {
      let again = algebra.set(of: CellBox((0..<14).map { ValueSet([(number >> $0) & 1]) }))
      #expect(again == handles[number], "\(number)")
    }
  }
}

extension BruteSpace {
  /// Axes for spaces that are too large to list.
  func axes(count: Int, classes: Int) -> [CellAxis] {
    (0..<count).map { index in
      CellAxis(
        fact: index, valueCount: classes, distinguishedBy: (0..<classes).map { ValueSet([$0]) })
    }
  }
}
