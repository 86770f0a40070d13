internal import LinkPolicy

/// A list of boxes of fact vectors; each box combines a set of values for each fact.
///
/// The list stores equal sets of values only once.
///
/// Tables have thousands of boxes, but each fact has few distinct sets of values. The methods compute the cells that
/// boxes touch from the distinct sets.
package struct BoxSet: Sendable {
  /// The boxes, which may overlap.
  let boxes: [FactBox]
  /// For each fact, its distinct sets of values.
  private let sets: [[ValueSet]]
  /// For each box and fact, the index of the set of values.
  private let numbers: [UInt16]
  private var factCount: Int { sets.count }
  /// The cached cells that the boxes touch, each with its algebra.
  private var remembered: [(algebra: CellAlgebra, space: CellGraph)] = []

  init(_ boxes: [FactBox]) {
    let factCount = boxes.first?.values.count ?? 0
    var sets = [[ValueSet]](repeating: [], count: factCount)
    var numbers: [UInt16] = []
    numbers.reserveCapacity(boxes.count * factCount)
    for box in boxes {
      for fact in 0..<factCount {
        let number: Int
        if let known = sets[fact].firstIndex(of: box.values[fact]) {
          number = known
        } else {
          number = sets[fact].count
          sets[fact].append(box.values[fact])
        }
        numbers.append(UInt16(truncatingIfNeeded: number))
      }
    }
    self.boxes = boxes
    self.sets = sets
    self.numbers = numbers
  }

  /// Creates the union of several box sets.
  init(joining parts: [BoxSet]) {
    let factCount = parts.first { $0.factCount > 0 }?.factCount ?? 0
    var boxes: [FactBox] = []
    var sets = [[ValueSet]](repeating: [], count: factCount)
    var numbers: [UInt16] = []
    for part in parts where part.factCount == factCount {
      // Only the distinct sets of a part need a lookup, not the sets of every box.
      var places = [[UInt16]](repeating: [], count: factCount)
      for fact in 0..<factCount {
        for values in part.sets[fact] {
          let place = sets[fact].firstIndex(of: values)
          if place == nil {
            sets[fact].append(values)
          }
          places[fact].append(UInt16(truncatingIfNeeded: place ?? sets[fact].count - 1))
        }
      }
      boxes += part.boxes
      numbers.reserveCapacity(numbers.count + part.numbers.count)
      for index in part.numbers.indices {
        numbers.append(places[index % factCount][Int(part.numbers[index])])
      }
    }
    self.boxes = boxes
    self.sets = sets
    self.numbers = numbers
  }

  /// Returns all cells that the boxes touch, as a set on the given axes, and the algebra of this set.
  func space(
    on axes: [CellAxis], order: AxisOrder, allowance: Int
  ) -> (algebra: CellAlgebra, space: CellGraph) {
    for known in remembered where known.algebra.axes == axes && known.algebra.order == order {
      var algebra = known.algebra
      algebra.allowance = allowance
      return (algebra, known.space)
    }
    var algebra = CellAlgebra(axes: axes, order: order, allowance: allowance)
    var sets: [CellGraph] = []
    for box in cells(on: axes) where !algebra.isSpent {
      sets.append(algebra.set(of: box))
    }
    let space = algebra.union(sets)
    return (algebra, space)
  }

  /// Computes the cells of the boxes with the axes and the axis order of an algebra, and keeps the cells for later calls
  /// of ``space(on:order:allowance:)``.
  mutating func remember(_ other: CellAlgebra) {
    let isKnown = remembered.contains {
      $0.algebra.axes == other.axes && $0.algebra.order == other.order
    }
    guard !isKnown else { return }
    let own = space(on: other.axes, order: other.order, allowance: other.allowance)
    if !own.algebra.isSpent {
      remembered.append(own)
    }
  }

  /// Converts each box of facts to the box of cells that contains its fact vectors; omits repetitions.
  ///
  /// The boxes of facts do not restrict derived facts.
  func cells(on axes: [CellAxis]) -> [CellBox] {
    let basic = axes.indices.filter { axes[$0].fact < factCount }
    // For each axis, the numbered distinct sets of classes that the sets of values touch.
    var touched: [[ValueSet]] = []
    var numberOfSet: [[Int]] = []
    for axis in basic {
      var classes: [ValueSet] = []
      var places: [Int] = []
      for values in sets[axes[axis].fact] {
        let touching = axes[axis].classes(touching: values)
        let known = classes.firstIndex(of: touching)
        places.append(known ?? classes.count)
        if known == nil {
          classes.append(touching)
        }
      }
      touched.append(classes)
      numberOfSet.append(places)
    }
    let firsts = firstBoxes(
      on: basic.map { axes[$0].fact }, numberOfSet: numberOfSet, counts: touched.map { $0.count })
    return firsts.map { box in
      var classes = axes.map { ValueSet.all($0.classCount) }
      for (place, axis) in basic.enumerated() {
        let set = Int(numbers[box * factCount + axes[axis].fact])
        classes[axis] = touched[place][numberOfSet[place][set]]
      }
      return CellBox(classes)
    }
  }

  /// Groups the boxes that touch the same set of classes of each given fact, and returns the first box of each group.
  private func firstBoxes(on facts: [Int], numberOfSet: [[Int]], counts: [Int]) -> [Int] {
    var groups = [Int](repeating: 0, count: boxes.count)
    var groupCount = 1
    var place = 0
    while place < facts.count {
      // The loop combines facts into one key as long as an integer can hold all combinations of values.
      var keys = groups
      var size = groupCount
      while place < facts.count {
        let (product, isTooMuch) = size.multipliedReportingOverflow(by: counts[place])
        if isTooMuch {
          break
        }
        if counts[place] > 1 {
          for box in keys.indices {
            let set = Int(numbers[box * factCount + facts[place]])
            keys[box] = keys[box] * counts[place] + numberOfSet[place][set]
          }
        }
        size = product
        place += 1
      }
      var known: [Int: Int] = [:]
      for box in keys.indices {
        groups[box] = known[keys[box]] ?? known.count
        known[keys[box]] = groups[box]
      }
      groupCount = max(known.count, 1)
    }
    var firsts: [Int] = []
    for box in groups.indices where groups[box] == firsts.count {
      firsts.append(box)
    }
    return firsts
  }
}
