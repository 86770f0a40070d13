/// A policy's answers to the attempts of one action and kind, by facts that are numbers already.
///
/// For whoever has many combinations of facts at hand: a log of sign-ins, a report, a simulation. Each column
/// is a fact that the answer depends on, each number one of its values. Nothing is looked up and nothing is
/// checked against accounts, so an answer is as good as the facts are; a service that decides an attempt
/// asks ``Policy/decide(_:)``, which reads the facts itself.
public struct DecisionTable: Sendable {
  /// A fact that the answer depends on.
  public struct Column: Sendable {
    /// The fact's word in the policy.
    public let fact: String
    /// The words for its values; the number of a value is its index here.
    public let values: [String]
    /// The number of a value that no attempt of the table has, and of the one that it is read as; nil for a fact
    /// without one.
    fileprivate let unset: (number: UInt16, read: UInt16)?

    /// Looks up the number by which a batch names a value.
    ///
    /// - Parameter value: the value's word in the policy. In a table of federated attempts, `absent` of the fact
    ///   `nonce` is read as `not-sent`, as in an attempt.
    /// - Returns: its index in ``values``; nil where the fact has no such value.
    public func number(of value: String) -> UInt16? {
      for index in values.indices where values[index].hasSameBytes(as: value) {
        let number = UInt16(index)
        return unset.map { $0.number == number ? $0.read : number } ?? number
      }
      return nil
    }
  }

  /// How answers are found.
  private enum Layout: Sendable {
    /// In a few look-ups for each combination.
    case layered(TableFunction)
    /// By walking the graphs, where look-ups would take too much room.
    case graphs(DecidingFacts)
  }

  /// The most combinations that are decided at once.
  public static var mostCombinations: Int { 1 << 26 }

  /// The facts that the answer depends on, in the order of the policy's facts.
  public let columns: [Column]
  private let layout: Layout
  private let image: PolicyImage
  private let table: Int

  /// Whether answers are found in a few look-ups.
  var isLayered: Bool {
    switch layout {
    case .layered: true
    case .graphs: false
    }
  }

  init(
    _ image: PolicyImage, table: Int, kind: Int,
    limits: TableFunction.Limits = TableFunction.Limits()
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

  /// Decides many combinations of facts.
  ///
  /// - Parameters:
  ///   - values: for each of ``columns``, in their order, the numbers of its values, one for each combination.
  ///   - count: the number of combinations.
  /// - Returns: for each combination the number of its answer (``answer(_:)``).
  /// - Throws: an ``InputError`` where columns are missing or too many, are not of `count` numbers, or have a
  ///   number that is none of a value.
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

  /// The values with those that no attempt of the table has read as in an attempt.
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
        "the table has " + String(columns.count) + " columns, and values are given for "
          + String(values.count))
    }
    guard 0...Self.mostCombinations ~= count else {
      throw InputError(
        .contradiction,
        String(count) + " combinations are none that can be decided at once; decide at most "
          + String(Self.mostCombinations))
    }
    for column in columns.indices {
      guard values[column].count == count else {
        throw InputError(
          .contradiction,
          "column `" + columns[column].fact + "` has " + String(values[column].count)
            + " values, and " + String(count) + " combinations are to be decided")
      }
      if let greatest = values[column].max(), Int(greatest) >= columns[column].values.count {
        throw InputError(
          .undeclared,
          "fact `" + columns[column].fact + "` has " + String(columns[column].values.count)
            + " values, and none with the number " + String(greatest))
      }
    }
  }

  /// What a number that ``decide(_:count:)`` returned stands for.
  ///
  /// - Parameter number: one element of that result.
  /// - Returns: the answer; nil for a number that stands for nothing in this table.
  public func answer(_ number: UInt32) -> PolicyAnswer? {
    image.source(numbered: Int(number), inTable: table).map {
      PolicyAnswer(image: image, source: $0, table: table)
    }
  }
}

/// The unset value of a stated fact, if attempts of a kind that leave the fact out have another one.
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

extension Policy {
  /// The answers to attempts of an action, by their facts.
  ///
  /// Making one takes a millisecond for a policy of ordinary size; make it once, and keep it.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - kind: the kind of sign-in; nil for an action that carries no method.
  /// - Returns: the table of those attempts.
  /// - Throws: an ``InputError`` where the policy decides no such attempts.
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
