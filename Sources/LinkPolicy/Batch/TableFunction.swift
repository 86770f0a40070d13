/// What decides a table, as a function of columns: first of the derived facts, then of the table's graph, then of
/// the guards that its rows can meet.
struct TableFunction: Sendable {
  /// The facts that attempts state or that are found, in the order of the schema: the columns that are given.
  let basic: [Int]
  /// For each derived fact its function and the number of its values; its column comes behind those before it.
  private let derived: [(function: LayeredFunction, valueCount: Int)]
  private let answers: LayeredFunction

  /// Lays a table out for one kind of sign-in; nil where that takes too many places, or what decides it is no
  /// graph that a compiler makes.
  init?(_ image: PolicyImage, table: Int, facts: DecidingFacts, limits: Limits = Limits()) {
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
    guard let asked = Self.guards(image, table, layers, answers, limits.most) else { return nil }
    answers.steps.append(asked)
    basic = facts.basic
    self.derived = derived
    self.answers = answers
  }

  /// How large tables may become.
  struct Limits {
    /// The most places of a step that reads several columns: what a processor keeps near.
    var comfortable = 1 << 13
    /// The most places of any step.
    var most = 1 << 18
  }

  /// The last step: from what the graph says, by the guards with `would`, to the number of what decides.
  private static func guards(
    _ image: PolicyImage, _ table: Int, _ layers: GraphLayers, _ answers: LayeredFunction,
    _ limit: Int
  ) -> LayeredFunction.Step? {
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
    return LayeredFunction.Step(
      inputs: layers.inputs(facts, inOrder), combinationCount: count / verdicts, next: next)
  }

  /// The number of what decides each row.
  ///
  /// - Parameters:
  ///   - values: the columns of ``basic``, with no number that is none of a value.
  ///   - count: the number of rows.
  /// - Returns: a number for each row, as ``PolicyImage/number(of:inTable:)`` gives it.
  func numbers(_ values: [[UInt16]], count: Int) -> [UInt32] {
    var columns = values
    var open: [Int] = []
    for fact in derived {
      var column: [UInt16] = []
      column.reserveCapacity(count)
      for (row, value) in fact.function.values(columns, count: count).enumerated() {
        // Where a derived fact has no value, nothing can be decided.
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
