/// The facts that a table's answer depends on, for one kind of sign-in.
struct DecidingFacts: Sendable {
  private let image: PolicyImage
  private let table: Int
  /// The facts that attempts state or that are found, in the order of the schema.
  let basic: [Int]
  /// The derived facts, in the order in which they can be worked out.
  let derived: [Int]
  /// The facts that are the same for all attempts, with their values.
  let given: [(fact: Int, value: Int)]

  /// Looks through all that decides attempts of one kind in a table.
  init(_ image: PolicyImage, table: Int, kind: Int) {
    self.image = image
    self.table = table
    given = [
      (EngineFact.action.rawValue, image.action(ofTable: table)),
      (EngineFact.kind.rawValue, kind),
    ]
    var search = DependencySearch(image, given: given)
    search.run(table: table)
    let derived = image.vocabulary.schema.derived
    basic = search.found.values.filter { !derived.contains($0) }
    self.derived = search.found.values.filter { derived.contains($0) }
  }

  /// The number of the answer to a combination, by the value of each fact of ``basic``.
  func number(_ value: (Int) -> Int) -> UInt32 {
    // What nothing depends on is never read.
    var facts = FactVector(every: 0)
    for (fact, value) in given {
      facts[fact] = value
    }
    for place in basic.indices {
      facts[basic[place]] = value(place)
    }
    return UInt32(image.number(of: source(&facts), inTable: table))
  }

  private func source(_ facts: inout FactVector) -> Decision.Source {
    let schema = image.vocabulary.schema
    for fact in derived {
      let value = image.number(
        from: image.factRoots[fact - schema.derived.lowerBound], at: facts)
      guard value < schema.count(fact) else { return .cannotOccur }
      facts[fact] = value
    }
    return image.source(facts, table)
  }
}

/// Walks through graphs and conditions and notes which facts they ask.
private struct DependencySearch {
  let image: PolicyImage
  let given: [(fact: Int, value: Int)]
  private(set) var found = ValueSet()
  private var visited: Set<UInt32> = []
  private var pending: [UInt32] = []

  init(_ image: PolicyImage, given: [(fact: Int, value: Int)]) {
    self.image = image
    self.given = given
  }

  mutating func run(table: Int) {
    pending = [image.graphRoot(ofTable: table)]
    for index in image.guardsMet(inTable: table) {
      for place in image.conditionPlaces(of: image.conditions(ofRow: image.guards[index])) {
        note(image.fact(ofCondition: place))
      }
    }
    while let edge = pending.popLast() {
      visit(edge)
    }
  }

  private mutating func visit(_ edge: UInt32) {
    guard edge < ImageFormat.terminal, visited.insert(edge).inserted else { return }
    let word = image.words[Int(edge)]
    let fact = ImageFormat.low(word)
    if let known = given.first(where: { $0.fact == fact }) {
      pending.append(image.words[Int(edge) + 1 + known.value])
      return
    }
    note(fact)
    for value in 0..<ImageFormat.high(word) {
      pending.append(image.words[Int(edge) + 1 + value])
    }
  }

  private mutating func note(_ fact: Int) {
    guard !found.contains(fact), !given.contains(where: { $0.fact == fact }) else { return }
    found.insert(fact)
    let derived = image.vocabulary.schema.derived
    if derived.contains(fact) {
      pending.append(image.factRoots[fact - derived.lowerBound])
    }
  }
}
