/// One fact of a cell space, with its values put into classes that no condition tells apart.
package struct CellAxis: Sendable, Equatable {
  /// The fact's index in its schema.
  package let fact: Int
  /// The class of each value.
  package let classOfValue: [Int]
  /// The values of each class, ascending; classes are ordered by their smallest value.
  package let members: [[Int]]

  package var classCount: Int { members.count }

  /// Puts the values of a fact into classes: two values share one if every given set holds both
  /// or neither.
  package init(fact: Int, valueCount: Int, toldApartBy sets: [ValueSet]) {
    var classes = [Int](repeating: 0, count: valueCount)
    var count = valueCount == 0 ? 0 : 1
    for set in sets where count < valueCount {
      // Splitting by one set at a time keeps the work to one pass a set.
      var split = [Int](repeating: -1, count: count * 2)
      var next = 0
      for value in 0..<valueCount {
        let key = classes[value] * 2 + (set.contains(value) ? 1 : 0)
        if split[key] < 0 {
          split[key] = next
          next += 1
        }
        classes[value] = split[key]
      }
      count = next
    }
    self.fact = fact
    classOfValue = classes
    var members = [[Int]](repeating: [], count: count)
    for value in 0..<valueCount {
      members[classes[value]].append(value)
    }
    self.members = members
  }

  /// Whether two axes have the same classes of the same fact; their members follow from that.
  package static func == (a: CellAxis, b: CellAxis) -> Bool {
    a.fact == b.fact && a.classOfValue == b.classOfValue
  }

  /// The classes that hold at least one of the values.
  package func classes(touching values: ValueSet) -> ValueSet {
    var result = ValueSet()
    for value in values.values where value < classOfValue.count {
      result.insert(classOfValue[value])
    }
    return result
  }

  /// The values of the classes.
  package func values(of classes: ValueSet) -> ValueSet {
    var result = ValueSet()
    for index in classes.values {
      for value in members[index] {
        result.insert(value)
      }
    }
    return result
  }
}
