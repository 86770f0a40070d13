/// The decision procedure of a policy's table, compiled to layered functions.
///
/// The evaluation computes the derived facts, then the result of the table's decision graph, and then the guards with
/// `would`.
struct TableFunction: Sendable {
  /// The facts of the input columns, in the order of the schema; none of these facts is derived.
  let basic: [Int]
  /// For each derived fact, the function that computes the fact, and the number of the fact's values.
  ///
  /// The columns of the derived facts follow the input columns, in the order of this array.
  private let derived: [(function: LayeredFunction, valueCount: Int)]
  private let answers: LayeredFunction

  /// Builds the functions that decide a table for one kind of method.
  ///
  /// Returns nil if the functions exceed the size limits. In an altered image, two paths of a graph can test the facts
  /// in different orders; the result is then also nil.
  init?(
    _ image: PolicyImage, table: Int, facts: DecidingFacts,
    limits: FunctionLimits = FunctionLimits()
  ) {
    let schema = image.vocabulary.schema
    var columns = [Int?](repeating: nil, count: schema.facts.count)
    for (column, fact) in (facts.basic + facts.derived).enumerated() {
      columns[fact] = column
    }
    let layers = GraphLayers(
      image: image, given: facts.given, columns: columns, comfortable: limits.comfortable,
      limit: limits.most)
    var derived: [(function: LayeredFunction, valueCount: Int)] = []
    for fact in facts.derived {
      let root = image.factRoots[fact - schema.derived.lowerBound]
      guard let function = layers.function(from: root) else { return nil }
      derived.append((function, schema.count(fact)))
    }
    guard var answers = layers.function(from: image.graphRoot(ofTable: table)) else { return nil }
    guard
      let asked = Self.guards(
        in: image, table: table, layers: layers, answers: answers, limit: limits.most)
    else { return nil }
    answers.steps.append(asked)
    basic = facts.basic
    self.derived = derived
    self.answers = answers
  }

  /// The size limits of the arrays in the steps of the functions.
  struct FunctionLimits {
    /// The maximum number of entries in the array of a step that reads several columns.
    ///
    /// An array of this size fits into a processor cache.
    var comfortable = 1 << 13
    /// The maximum number of entries in the array of any step.
    var most = 1 << 18
  }

  /// Builds the last step, which evaluates the guards with `would`.
  ///
  /// The step takes the graph's result and the values of the facts that the guards test; its result is the number of
  /// the deciding source.
  private static func guards(
    in image: PolicyImage, table: Int, layers: GraphLayers, answers: LayeredFunction, limit: Int
  ) -> LayeredFunction.FunctionStep? {
    let verdicts = answers.largestValue + 1
    var classes: [Int: ValueClasses] = [:]
    for index in image.guardsMet(inTable: table) {
      for place in image.conditionPlaces(of: image.conditions(ofRow: image.guards[index])) {
        let fact = image.fact(ofCondition: place)
        guard layers.columns[fact] != nil else { continue }
        classes[fact, default: ValueClasses(valueCount: image.vocabulary.schema.count(fact))]
          .split { image.holds(conditionAt: place, $0) ? 1 : 0 }
      }
    }
    let facts = classes.keys.sorted()
    let inOrder = facts.compactMap { classes[$0] }
    guard let count = Combination.count(of: inOrder.map { $0.count } + [verdicts], atMost: limit)
    else { return nil }
    let examples = inOrder.map { $0.examples }
    var next: [UInt32] = []
    for verdict in 0..<verdicts {
      var combination = Combination(inOrder.map { $0.count })
      repeat {
        var vector = FactVector(every: 0)
        for (fact, value) in layers.given {
          vector[fact] = value
        }
        for (place, fact) in facts.enumerated() {
          vector[fact] = examples[place][combination.digits[place]]
        }
        let source = image.source(verdict: verdict, vector, table)
        next.append(UInt32(image.number(of: source, inTable: table)))
      } while combination.advance()
    }
    return LayeredFunction.FunctionStep(
      inputs: layers.inputs(facts, inOrder), combinationCount: count / verdicts, next: next)
  }

  /// Returns, for each row of fact values, the number of the deciding source.
  ///
  /// - Parameters:
  ///   - values: a column for each fact of ``basic``; each element must be the number of a value of the fact.
  ///   - count: the number of rows.
  /// - Returns: for each row, the number of the deciding source, as ``PolicyImage/number(of:inTable:)`` returns it.
  func numbers(_ values: [[UInt16]], count: Int) -> [UInt32] {
    var columns = values
    var open: [Int] = []
    for fact in derived {
      var column: [UInt16] = []
      column.reserveCapacity(count)
      for (row, value) in fact.function.values(columns, count: count).enumerated() {
        // No row of the policy decides a combination in which a derived fact has no value.
        if value >= fact.valueCount {
          open.append(row)
        }
        column.append(value < fact.valueCount ? UInt16(truncatingIfNeeded: value) : 0)
      }
      columns.append(column)
    }
    var numbers = answers.values(columns, count: count)
    for row in open {
      numbers[row] = 0
    }
    return numbers
  }
}

/// A counter over all combinations of digits, in which the first digit changes fastest.
struct Combination {
  private(set) var digits: [Int]
  private let counts: [Int]

  init(_ counts: [Int]) {
    self.counts = counts
    digits = Array(repeating: 0, count: counts.count)
  }

  /// Advances to the next combination; returns false after the last combination.
  mutating func advance() -> Bool {
    for place in digits.indices {
      digits[place] += 1
      if digits[place] < counts[place] {
        return true
      }
      digits[place] = 0
    }
    return false
  }

  /// Returns the number of combinations; nil if the number exceeds the limit.
  static func count(of counts: [Int], atMost limit: Int) -> Int? {
    var product = 1
    for count in counts {
      let (next, isTooLarge) = product.multipliedReportingOverflow(by: count)
      guard !isTooLarge, next <= limit else { return nil }
      product = next
    }
    return product
  }
}

/// A partition of a fact's values into classes, such that a function has the same result for all values of a class.
struct ValueClasses {
  /// For each value of the fact, the index of its class.
  private(set) var classes: [Int]
  /// The number of classes.
  private(set) var count = 1

  /// Creates a partition with all values in one class.
  init(valueCount: Int) {
    classes = Array(repeating: 0, count: valueCount)
  }

  /// Splits classes so that values with different outcomes are in different classes.
  mutating func split(by outcome: (Int) -> UInt32) {
    var known: [UInt64: Int] = [:]
    for value in classes.indices {
      let key = UInt64(classes[value]) << 32 | UInt64(outcome(value))
      let number = known[key] ?? known.count
      known[key] = number
      classes[value] = number
    }
    count = max(known.count, 1)
  }

  /// The first value of each class.
  var examples: [Int] {
    var examples: [Int] = []
    for value in classes.indices where classes[value] == examples.count {
      examples.append(value)
    }
    return examples
  }
}

// The numbering of deciding sources: the results of the decision graph come first, followed by one number for each pair
// of a row and a guard with `would`.
extension PolicyImage {
  /// Returns the number of a deciding source in a table.
  func number(of source: Decision.Source, inTable table: Int) -> Int {
    let verdict: TableVerdict
    switch source {
    // A combination of facts contains no ticket, so no ticket can be stale.
    case .cannotOccur, .staleTicket: verdict = .cannotOccur
    case .impossible: verdict = .impossible
    case .guarding(let index): verdict = .guarding(index)
    case .row(let index): verdict = .row(index)
    case .would(let guarding, let row):
      return TableVerdict.row(rowCount(ofTable: table)).number(guardCount: guards.count)
        + row * guards.count + guarding
    }
    return verdict.number(guardCount: guards.count)
  }

  /// Returns the deciding source that has a number in a table; nil if no source has this number.
  func source(numbered number: Int, inTable table: Int) -> Decision.Source? {
    let rows = rowCount(ofTable: table)
    let first = TableVerdict.row(rows).number(guardCount: guards.count)
    guard number < first else {
      guard !guards.isEmpty else { return nil }
      let (row, guarding) = (number - first).quotientAndRemainder(dividingBy: guards.count)
      guard row < rows else { return nil }
      let list = guardsMet(byRow: row, ofTable: table)
      let isMet = (0..<Int(words[list])).contains { Int(words[list + 1 + $0]) == guarding }
      return isMet ? .would(guarding, row: row) : nil
    }
    guard number >= 0 else { return nil }
    switch TableVerdict(number: number, guardCount: guards.count) {
    case .cannotOccur: return .cannotOccur
    case .impossible: return .impossible
    case .guarding(let index): return .guarding(index)
    case .row(let index): return .row(index)
    }
  }
}
