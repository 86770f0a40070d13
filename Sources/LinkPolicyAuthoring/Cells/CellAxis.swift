package import LinkPolicy

/// A fact whose values are divided into classes.
///
/// Each condition holds for all values of a class or for no value of the class, so cells list classes instead of
/// values.
package struct CellAxis: Sendable, Equatable {
  /// The fact's index in its schema.
  package let fact: Int
  /// For each value of the fact, the number of the value's class.
  package let classOfValue: [Int]
  /// The values of each class in ascending order; classes are ordered by their smallest value.
  package let members: [[Int]]

  package var classCount: Int { members.count }

  /// Groups the values of a fact into classes.
  ///
  /// Two values share a class if every given set contains both values or neither value.
  package init(fact: Int, valueCount: Int, distinguishedBy sets: [ValueSet]) {
    var groups = [Int](repeating: 0, count: valueCount)
    var sizes = [valueCount]
    // For each group: how many of its values the current set has, and the group to which they move; -1 if they stay.
    var taken = [Int](repeating: 0, count: valueCount)
    var split = [Int](repeating: -1, count: valueCount)
    var touched: [Int] = []
    for set in sets where sizes.count < valueCount {
      // The loop splits the classes by one set at a time and visits only the set's members. The work is therefore
      // proportional to the total size of the sets.
      let members = set.prefix { $0 < valueCount }
      touched.removeAll(keepingCapacity: true)
      for value in members {
        if taken[groups[value]] == 0 {
          touched.append(groups[value])
        }
        taken[groups[value]] += 1
      }
      for group in touched where taken[group] != sizes[group] {
        split[group] = sizes.count
        sizes[group] -= taken[group]
        sizes.append(taken[group])
      }
      for value in members where split[groups[value]] >= 0 {
        groups[value] = split[groups[value]]
      }
      for group in touched {
        taken[group] = 0
        split[group] = -1
      }
    }
    // Groups are numbered in the order of the splits, but classes are numbered by their smallest values.
    var classOfGroup = [Int](repeating: -1, count: sizes.count)
    var classes: [Int] = []
    var members: [[Int]] = []
    for (value, group) in groups.enumerated() {
      if classOfGroup[group] < 0 {
        classOfGroup[group] = members.count
        members.append([])
      }
      classes.append(classOfGroup[group])
      members[classOfGroup[group]].append(value)
    }
    self.fact = fact
    classOfValue = classes
    self.members = members
  }

  /// Returns whether two axes have the same classes of the same fact.
  ///
  /// The members of the classes need no comparison, because ``classOfValue`` determines the members.
  package static func == (a: CellAxis, b: CellAxis) -> Bool {
    a.fact == b.fact && a.classOfValue == b.classOfValue
  }

  /// Returns the classes that contain at least one of the values.
  package func classes(touching values: ValueSet) -> ValueSet {
    var result = ValueSet()
    for value in values where value < classOfValue.count {
      result.insert(classOfValue[value])
    }
    return result
  }

  /// Returns all values that the given classes contain.
  package func values(of classes: ValueSet) -> ValueSet {
    var result = ValueSet()
    for index in classes {
      for value in members[index] {
        result.insert(value)
      }
    }
    return result
  }
}

/// One level of a graph: an axis, or one digit of the class number of a wide axis.
///
/// A node has one branch for each class or digit of its level. A single node over thousands of classes would have
/// thousands of branches, and each row that changes one class would create another large node. Wide axes are therefore
/// split into the digits of the class number, so that a row changes only one short path.
package struct CellLevel: Sendable {
  /// The axis whose classes the level distinguishes.
  package let axis: Int
  /// The number of branches of a node at this level.
  package let branchCount: Int
  /// How many low bits of a class number belong to lower levels of the axis.
  private let shift: Int
  /// The mask of the bits that this level reads after the shift.
  private let mask: Int

  /// The maximum number of classes that one level distinguishes.
  ///
  /// Most facts have fewer classes, so one level is enough for their axes.
  static var widest: Int { 32 }
  /// The number of bits in a digit; two bits minimize the branches on a path.
  private static var digitBits: Int { 2 }

  /// How many class numbers are behind one branch.
  var stride: Int { 1 << shift }
  /// Whether the level is the last level of its axis.
  var isLast: Bool { shift == 0 }

  /// Returns the index of the branch that contains a class.
  func branch(ofClass index: Int) -> Int {
    (index >> shift) & mask
  }

  /// Returns the levels of an axis, highest digit first.
  ///
  /// The digits can represent more numbers than the axis has classes. Each number beyond the last class represents the
  /// last class, so that equal sets have equal graphs.
  static func levels(ofAxis axis: Int, classCount: Int) -> [CellLevel] {
    guard classCount > widest else {
      return [CellLevel(axis: axis, branchCount: classCount, shift: 0, mask: ~0)]
    }
    var levels: [CellLevel] = []
    var shift = 0
    while classCount > 1 << (shift + digitBits) {
      levels.append(
        CellLevel(
          axis: axis, branchCount: 1 << digitBits, shift: shift, mask: (1 << digitBits) - 1))
      shift += digitBits
    }
    let highest = ((classCount - 1) >> shift) + 1
    levels.append(CellLevel(axis: axis, branchCount: highest, shift: shift, mask: ~0))
    return levels.reversed()
  }
}

/// A condition with its fact and values resolved to numbers.
package struct ResolvedCondition: Sendable {
  package var fact: Int
  /// The values for which the condition holds.
  package var values: ValueSet
  package var position: SourcePosition

  package init(fact: Int, values: ValueSet, position: SourcePosition) {
    self.fact = fact
    self.values = values
    self.position = position
  }

  package func holds(_ facts: FactVector) -> Bool {
    values.contains(facts[fact])
  }
}
