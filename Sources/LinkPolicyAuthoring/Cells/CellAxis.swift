package import LinkPolicy

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
  package init(fact: Int, valueCount: Int, distinguishedBy sets: [ValueSet]) {
    var groups = [Int](repeating: 0, count: valueCount)
    var sizes = [valueCount]
    for set in sets where sizes.count < valueCount {
      // Splitting by one set at a time, and touching only its members, keeps the work to what the
      // sets hold together.
      let members = set.values.prefix { $0 < valueCount }
      var taken: [Int: Int] = [:]
      for value in members {
        taken[groups[value], default: 0] += 1
      }
      var split: [Int: Int] = [:]
      for value in members {
        let group = groups[value]
        guard taken[group] != sizes[group] else { continue }
        if split[group] == nil {
          split[group] = sizes.count
          sizes.append(0)
        }
      }
      for value in members {
        guard let new = split[groups[value]] else { continue }
        sizes[groups[value]] -= 1
        sizes[new] += 1
        groups[value] = new
      }
    }
    // Groups are numbered as they were split off; classes are as their smallest values are.
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
