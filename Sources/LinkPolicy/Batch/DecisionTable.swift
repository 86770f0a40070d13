/// A table that maps combinations of fact values to a policy's answers, for one action and one kind of method.
///
/// Use the table to decide millions of combinations at once, for example in a simulation. Each column is a fact on
/// which the answer depends, and each number in a column is one of the fact's values. The table trusts the given facts:
/// it reads no store, and compares no fact with an account. To decide a single attempt, call ``Policy/decide(_:)``,
/// which reads the facts from the attempt and the answers to the lookup.
public struct DecisionTable: Sendable {
  /// A fact on which the answer depends, with the names of the fact's values.
  public struct Column: Sendable {
    /// The name of the fact in the policy, such as `address`.
    public let fact: String
    /// The names of the fact's values; the number of a value is its index in this array.
    public let values: [String]
    /// The number of the unset value, and the number of the value that replaces it: for `nonce` in federated attempts,
    /// the numbers of `absent` and `not-sent`.
    ///
    /// Nil if the table's attempts can have the unset value.
    fileprivate let unset: (number: UInt16, read: UInt16)?

    /// Returns the number of a value, given its name, such as `free` of the fact `address`.
    ///
    /// - Parameter value: the name of the value in the policy. In a table of federated attempts, the values `absent`
    ///   and `not-sent` of `nonce` have the same number, because a federated attempt without a nonce has the value
    ///   `not-sent`.
    /// - Returns: the index of the value in ``values``; nil if the fact has no such value.
    public func number(of value: String) -> UInt16? {
      for index in values.indices where values[index].hasSameBytes(as: value) {
        let number = UInt16(index)
        return unset.map { $0.number == number ? $0.read : number } ?? number
      }
      return nil
    }
  }

  /// The data structure in which the table stores its answers: arrays or decision graphs.
  private enum TableRepresentation: Sendable {
    /// A few lookups in arrays find the answer to a combination.
    case layered(TableFunction)
    /// A walk through the decision graphs finds the answer, because the arrays would need too much memory.
    case graphs(DecidingFacts)
  }

  /// The maximum number of combinations that one call decides, about 67 million.
  public static var mostCombinations: Int { 1 << 26 }

  /// The facts on which the answer depends, in the order of the policy's facts.
  public let columns: [Column]
  private let layout: TableRepresentation
  private let image: PolicyImage
  private let table: Int

  /// Whether the table finds answers by lookups in arrays, which are faster than a walk through the graphs.
  var isLayered: Bool {
    switch layout {
    case .layered: true
    case .graphs: false
    }
  }

  init(
    _ image: PolicyImage, table: Int, kind: Int,
    limits: TableFunction.FunctionLimits = TableFunction.FunctionLimits()
  ) {
    let facts = DecidingFacts(image, table: table, kind: kind)
    self.image = image
    self.table = table
    layout =
      TableFunction(image, table: table, facts: facts, limits: limits).map { .layered($0) }
      ?? .graphs(facts)
    columns = facts.basic.map { index in
      let fact = image.vocabulary.schema.facts[index]
      var reading = UnsetReading(kind: MethodKind.allCases.first { Int($0.rawValue) == kind })
      EngineFact(rawValue: index)?.accept(&reading)
      return Column(
        fact: fact.name.text, values: fact.values.map { $0.text }, unset: reading.unset)
    }
  }

  /// Decides many combinations of facts at once.
  ///
  /// - Parameters:
  ///   - values: for each of ``columns``, in order, an array of value numbers with one number for each combination.
  ///   - count: the number of combinations, which is also the length of each column.
  /// - Returns: for each combination, the number of its answer; pass this number to ``answer(_:)`` to get the answer.
  /// - Throws: an ``InputError`` if the number of columns is wrong, or if `count` exceeds ``mostCombinations``. The
  ///   function also throws if a column does not have `count` numbers, or contains a number that no value has.
  public func decide(_ values: [[UInt16]], count: Int) throws(InputError) -> [UInt32] {
    try check(values, count)
    let read = reading(values)
    switch layout {
    case .layered(let function): return function.numbers(read, count: count)
    case .graphs(let facts):
      var numbers: [UInt32] = []
      numbers.reserveCapacity(count)
      for index in 0..<count {
        numbers.append(facts.number { Int(read[$0][index]) })
      }
      return numbers
    }
  }

  /// Returns the columns with each unset value replaced by the value that attempts have instead.
  ///
  /// In federated attempts, for example, `not-sent` replaces the value `absent` of `nonce`.
  private func reading(_ values: [[UInt16]]) -> [[UInt16]] {
    var read = values
    for column in columns.indices {
      guard let unset = columns[column].unset, values[column].contains(unset.number) else {
        continue
      }
      read[column] = values[column].map { $0 == unset.number ? unset.read : $0 }
    }
    return read
  }

  private func check(_ values: [[UInt16]], _ count: Int) throws(InputError) {
    guard values.count == columns.count else {
      throw InputError(
        values.count < columns.count ? .missing : .unexpected,
        "the table has " + String(columns.count) + " columns, but the number of value columns is "
          + String(values.count))
    }
    guard 0...Self.mostCombinations ~= count else {
      throw InputError(
        .contradiction,
        String(count) + " combinations cannot be decided at once; decide 0 to "
          + String(Self.mostCombinations))
    }
    for column in columns.indices {
      guard values[column].count == count else {
        throw InputError(
          .contradiction,
          "column `" + columns[column].fact + "` has " + String(values[column].count)
            + " values, and " + String(count) + " combinations were requested")
      }
      if let greatest = values[column].max(), Int(greatest) >= columns[column].values.count {
        throw InputError(
          .undeclared,
          "fact `" + columns[column].fact + "` has " + String(columns[column].values.count)
            + " values, but none with the number " + String(greatest))
      }
    }
  }

  /// Returns the answer with a number that ``decide(_:count:)`` returned.
  ///
  /// - Parameter number: an element of the result of ``decide(_:count:)``.
  /// - Returns: the answer; nil if the table has no answer with this number.
  public func answer(_ number: UInt32) -> PolicyAnswer? {
    Int(exactly: number).flatMap { image.source(numbered: $0, inTable: table) }.map {
      PolicyAnswer(image: image, source: $0, table: table)
    }
  }
}

extension Policy {
  /// Builds the table of answers for the attempts of an action with one kind of method.
  ///
  /// Building a table takes about one millisecond for a policy of ordinary size. Build each table once, and reuse it.
  ///
  /// - Parameters:
  ///   - action: the action of the attempts, such as ``Action/signIn``.
  ///   - kind: the kind of method; nil for an action that carries no method.
  /// - Returns: the table that decides attempts of the action and kind.
  /// - Throws: an ``InputError`` if the policy decides no attempts of the action and kind.
  public func decisionTable(
    for action: Action, kind: MethodKind?
  ) throws(InputError) -> DecisionTable {
    let kindValue = kind.map { Int($0.rawValue) } ?? MethodKind.count
    guard let number = vocabulary.actionTable.number(of: action.name),
      let table = image.table(action: number, kind: kindValue)
    else {
      throw InputError(
        .actionNotOffered,
        "the policy decides no `" + action.name + "` "
          + (kind.map { "of kind `" + $0.name.text + "`" } ?? "without a method"))
    }
    return DecisionTable(image, table: table, kind: kindValue)
  }
}

/// A visitor that finds, for attempts of one kind, the value that replaces a fact's unset value.
///
/// The property `unset` is nil if attempts of this kind can have the unset value itself.
private struct UnsetReading: StatedFactVisitor {
  typealias Failure = Never

  let kind: MethodKind?
  private(set) var unset: (number: UInt16, read: UInt16)?

  init(kind: MethodKind?) {
    self.kind = kind
  }

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    let unstated = fact.unstated(for: kind)
    if unstated != fact.unset {
      unset = (number: UInt16(fact.unset.rawValue), read: UInt16(unstated.rawValue))
    }
  }
}

/// The facts on which the answer of a policy's table depends, for one kind of method.
struct DecidingFacts: Sendable {
  private let image: PolicyImage
  private let table: Int
  /// The facts that the attempt states or the engine reads, in the order of the schema.
  let basic: [Int]
  /// The derived facts, in an order in which each fact depends only on earlier facts.
  let derived: [Int]
  /// The facts `action` and `kind`, each with the value that all attempts of the table have.
  let given: [(fact: Int, value: Int)]

  /// Collects the facts that the table's decision graph and guards test, for attempts with one kind of method.
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

  /// Returns the number of the answer to a combination of fact values.
  ///
  /// The closure gets an index in ``basic``, and returns the value of the fact at this index.
  func number(_ value: (Int) -> Int) -> UInt32 {
    // The answer depends only on given, basic and derived facts, so every other fact can have the value 0.
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

/// A search for all facts that a table's decision graph and guards test.
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
