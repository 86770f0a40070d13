extension PolicyImage {
  /// The number that a graph gives to a vector.
  func number(from root: UInt32, at facts: FactVector) -> Int {
    var edge = root
    while edge < ImageFormat.terminal {
      let node = Int(edge)
      edge = words[node + 1 + facts[ImageFormat.low(words[node])]]
    }
    return Int(edge & ~ImageFormat.terminal)
  }

  /// Adds the derived facts to a vector; false where one has no value, which no vector that can
  /// occur comes to.
  func derive(_ facts: inout FactVector) -> Bool {
    let first = vocabulary.schema.derived.lowerBound
    for (index, root) in factRoots.enumerated() {
      let value = number(from: root, at: facts)
      guard value < vocabulary.schema.count(first + index) else {
        // An image can be altered so that it comes here. Nothing is decided then, but it is explained.
        for missing in index..<factRoots.count {
          facts[first + missing] = 0
        }
        return false
      }
      facts[first + index] = value
    }
    return true
  }

  func holdsProof(_ facts: FactVector) -> Bool {
    words[proof] > 0 && failedCondition(of: proof, facts) == nil
  }

  /// What decides a complete vector.
  func source(_ facts: FactVector, _ table: Int) -> DecisionSource {
    source(verdict: number(from: graphRoot(ofTable: table), at: facts), facts, table)
  }

  /// What decides a vector to which the table's graph gives a number.
  func source(verdict number: Int, _ facts: FactVector, _ table: Int) -> DecisionSource {
    switch Verdict(number: number, guardCount: guards.count) {
    case .cannotOccur: return .cannotOccur
    case .impossible: return .impossible
    case .guarding(let index): return .guarding(index)
    case .row(let index):
      // What no image that was compiled comes to: a row that its table does not have.
      guard index < rowCount(ofTable: table) else { return .cannotOccur }
      let list = guardsMet(byRow: index, ofTable: table)
      for place in 0..<Int(words[list]) {
        let guarding = Int(words[list + 1 + place])
        if failedCondition(of: conditions(ofRow: self.guards[guarding]), facts) == nil {
          return .would(guarding, row: index)
        }
      }
      return .row(index)
    }
  }

  /// The place of the first condition of a list that does not hold.
  func failedCondition(of list: Int, _ facts: FactVector) -> Int? {
    var place = list + 1
    for _ in 0..<Int(words[list]) {
      guard holds(conditionAt: place, facts[fact(ofCondition: place)]) else { return place }
      place += 1 + ImageFormat.high(words[place])
    }
    return nil
  }

  /// Where the conditions of a list stand.
  func conditionPlaces(of list: Int) -> [Int] {
    var places: [Int] = []
    var place = list + 1
    for _ in 0..<Int(words[list]) {
      places.append(place)
      place += 1 + ImageFormat.high(words[place])
    }
    return places
  }

  /// Whether a condition holds for a value of its fact.
  func holds(conditionAt place: Int, _ value: Int) -> Bool {
    let index = value >> 5
    return index < ImageFormat.high(words[place])
      && words[place + 1 + index] >> UInt32(value & 31) & 1 == 1
  }

  /// The fact that a condition tests.
  func fact(ofCondition place: Int) -> Int {
    ImageFormat.low(words[place])
  }
}
