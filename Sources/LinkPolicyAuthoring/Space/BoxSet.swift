internal import LinkPolicy

/// A list of boxes; a box lists values for each fact, and contains every fact vector with one listed value for each
/// fact.
///
/// The list stores equal sets of values only once.
///
/// Tables have thousands of boxes, but each fact has few distinct sets of values. From the distinct sets, the methods
/// compute the cells that the boxes touch.
package struct BoxSet: Sendable {
  /// For each fact, its distinct sets of values.
  private var sets: [[ValueSet]]
  /// For each box and fact, the index of the set of values.
  private var numbers: [UInt16] = []
  /// The number of boxes.
  private(set) var count = 0
  /// The number of facts that the boxes restrict.
  var factCount: Int { sets.count }
  /// The cached results of ``space(on:order:allowance:)``, each with the algebra after all work on a table.
  private var remembered: [(algebra: CellAlgebra, space: CellGraph, worked: CellAlgebra?)] = []

  /// Creates an empty list.
  init(factCount: Int) {
    sets = [[ValueSet]](repeating: [], count: factCount)
  }

  /// Creates the union of several box sets.
  init(joining parts: [BoxSet]) {
    self.init(factCount: parts.first { $0.factCount > 0 }?.factCount ?? 0)
    let factCount = self.factCount
    for part in parts where part.count > 0 && part.factCount == factCount {
      let start = numbers.count
      numbers += part.numbers
      for fact in 0..<factCount {
        // A part has few distinct sets, so the loop finds the number of each distinct set once instead of once for each
        // box.
        let places = part.sets[fact].map { number(of: $0, ofFact: fact) }
        guard places.indices.contains(where: { Int(places[$0]) != $0 }) else { continue }
        for place in stride(from: start + fact, to: numbers.count, by: factCount) {
          numbers[place] = places[Int(numbers[place])]
        }
      }
      count += part.count
    }
  }

  /// Returns the index of a set of values of a fact, after adding the set if it is new.
  mutating func number(of values: ValueSet, ofFact fact: Int) -> UInt16 {
    let number = sets[fact].firstIndex(of: values) ?? sets[fact].count
    if number == sets[fact].count {
      sets[fact].append(values)
    }
    return UInt16(truncatingIfNeeded: number)
  }

  /// Adds a box; its numbers are the indices of sets in this list.
  mutating func append(_ box: NumberedBox) {
    numbers += box.numbers
    count += 1
  }

  /// Returns the values of a fact in a box of the list.
  func values(ofFact fact: Int, inBox box: Int) -> ValueSet {
    sets[fact][Int(numbers[box * factCount + fact])]
  }

  /// Returns a box of the list.
  func box(_ index: Int) -> FactBox {
    FactBox(values: (0..<factCount).map { values(ofFact: $0, inBox: index) })
  }

  /// The boxes, which may overlap.
  var boxes: [FactBox] { (0..<count).map { box($0) } }

  /// Returns whether two lists have the same boxes in the same order.
  func hasSameBoxes(as other: BoxSet) -> Bool {
    count == other.count && sets == other.sets && numbers == other.numbers
  }

  /// Returns the algebra of the given axes, and the set of all cells that contain at least one vector of the boxes.
  ///
  /// If ``keep(_:)`` kept the work on a table, the algebra contains the graphs and the steps of this work too.
  func space(
    on axes: [CellAxis], order: AxisOrder, allowance: Int
  ) -> (algebra: CellAlgebra, space: CellGraph) {
    for known in remembered where known.algebra.axes == axes && known.algebra.order == order {
      var algebra = known.worked ?? known.algebra
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

  /// Computes the cells of the boxes, with the axes and the axis order of an algebra, and keeps the cells for later
  /// calls of ``space(on:order:allowance:)``.
  mutating func remember(_ other: CellAlgebra) {
    let isKnown = remembered.contains {
      $0.algebra.axes == other.axes && $0.algebra.order == other.order
    }
    guard !isKnown else { return }
    let own = space(on: other.axes, order: other.order, allowance: other.allowance)
    if !own.algebra.isSpent {
      remembered.append((own.algebra, own.space, nil))
    }
  }

  /// Keeps the work on a table, which began with the cells of ``space(on:order:allowance:)``, for later calls.
  mutating func keep(_ worked: CellAlgebra) {
    for index in remembered.indices
    where remembered[index].algebra.axes == worked.axes
      && remembered[index].algebra.order == worked.order && !worked.isSpent
    {
      remembered[index].worked = worked
    }
  }

  /// Forgets the work on tables, but not the cells that the boxes touch.
  mutating func forgetWork() {
    for index in remembered.indices {
      remembered[index].worked = nil
    }
  }

  /// Converts each box of facts to a box of cells, which contains the cells of all fact vectors in the box of facts;
  /// lists equal boxes only once.
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

  /// Puts boxes into one group if, for each given fact, their values are in the same class, and returns the first box
  /// of each group.
  private func firstBoxes(on facts: [Int], numberOfSet: [[Int]], counts: [Int]) -> [Int] {
    var groups = [Int](repeating: 0, count: count)
    var firsts = count > 0 ? [0] : []
    for (place, fact) in facts.enumerated() where counts[place] > 1 {
      // Each fact splits the groups. For each group and each number of the fact, the table has the new group.
      var table = [Int](repeating: -1, count: firsts.count * counts[place])
      firsts.removeAll(keepingCapacity: true)
      var index = fact
      for box in groups.indices {
        let key = groups[box] * counts[place] + numberOfSet[place][Int(numbers[index])]
        if table[key] < 0 {
          table[key] = firsts.count
          firsts.append(box)
        }
        groups[box] = table[key]
        index += factCount
      }
    }
    return firsts
  }
}

/// A box that stores, for each fact, the number that a ``BoxSet`` gives the fact's set of values.
struct NumberedBox {
  /// For each fact, the number of the set of values.
  var numbers: [UInt16]
}

extension BoxSet {
  /// Returns a box with the numbers of its sets of values, after adding the sets that are new.
  mutating func numbered(_ box: FactBox) -> NumberedBox {
    var numbers: [UInt16] = []
    for (fact, values) in box.values.enumerated() {
      numbers.append(number(of: values, ofFact: fact))
    }
    return NumberedBox(numbers: numbers)
  }

  /// Returns the values of a fact in a box.
  func values(of fact: EngineFact, in box: NumberedBox) -> ValueSet {
    sets[fact.rawValue][Int(box.numbers[fact.rawValue])]
  }

  /// Sets the values of a fact in a box.
  mutating func set(_ fact: Int, to values: ValueSet, in box: inout NumberedBox) {
    box.numbers[fact] = number(of: values, ofFact: fact)
  }

  /// Sets the values of an engine fact in a box.
  mutating func set(_ fact: EngineFact, to values: ValueSet, in box: inout NumberedBox) {
    set(fact.rawValue, to: values, in: &box)
  }
}
