@testable import LinkPolicy
@testable import LinkPolicyAuthoring

/// A plain reading of a document's tables: every vector is looked at, nothing is shared with the
/// compiler but the vocabulary and the space.
struct BruteTables {
  struct Test {
    var fact: Int
    var values: Set<Int>
  }

  struct Row {
    var id: String
    var tests: [Test]
    var answer: String
    var value: Int
    var words: [String]
    var would: [String]?
    var overrides: [String]
  }

  struct Table {
    var name: String
    var isFirst: Bool
    var rows: [Row]
  }

  /// What decides a vector.
  enum Verdict: Equatable {
    case impossible, undecided
    case guarding(Int)
    case would(Int, row: Int)
    case row(Int)
  }

  let vocabulary: Vocabulary
  let facts: [Table]
  let guards: [Row]
  let tables: [Table]
  let impossible: [[Test]]
  /// The basic facts that anything tests.
  let tested: [Int]

  init(_ document: PolicyDocument) {
    var builder = VocabularyBuilder(document)
    let vocabulary = builder.build()
    let schema = vocabulary.schema
    let groups = document.actionGroups
    func tests(_ conditions: [Condition]) -> [Test] {
      conditions.map { condition in
        let fact = schema.facts.firstIndex { $0.name == condition.fact.value } ?? -1
        let names = schema.facts[fact].values
        var values: Set<Int> = []
        for value in condition.values {
          if let group = groups.first(where: { $0.name.value == value.value }) {
            values.formUnion(group.actions.compactMap { names.firstIndex(of: $0.value) })
          } else if let index = names.firstIndex(of: value.value) {
            values.insert(index)
          }
        }
        if condition.isNegated {
          values = Set(names.indices).subtracting(values)
        }
        return Test(fact: fact, values: values)
      }
    }
    func row(_ declared: RowDeclaration, _ fact: Int?) -> Row {
      let words = (declared.effects ?? []).map { $0.name.value.text }
      let value = fact.flatMap { fact in
        declared.value.flatMap { schema.facts[fact].values.firstIndex(of: $0.value) }
      }
      return Row(
        id: declared.id.value.text, tests: tests(declared.conditions),
        answer: "\(words) \(declared.refusal?.value.text ?? "")", value: value ?? 0, words: words,
        would: declared.would?.map { $0.value.text },
        overrides: declared.overrides.map { $0.value.text })
    }
    facts = document.facts.enumerated().map { offset, declared in
      Table(
        name: declared.name.value.text, isFirst: declared.hit == .first,
        rows: declared.rows.map { row($0, schema.derived.lowerBound + offset) })
    }
    guards = document.guards.map { row($0, nil) }
    tables = document.decisions.map { declared in
      Table(
        name: declared.key.value.text, isFirst: declared.hit == .first,
        rows: declared.rows.map { row($0, nil) })
    }
    impossible = document.impossible.map { tests($0.conditions) }
    let everything =
      (facts + tables).flatMap { $0.rows }.flatMap { $0.tests } + guards.flatMap { $0.tests }
      + impossible.flatMap { $0 } + tests(document.proof)
    tested = Set(everything.map { $0.fact }).filter { !schema.derived.contains($0) }.sorted()
    self.vocabulary = vocabulary.using(ValueSet(Set(everything.map { $0.fact })))
  }

  /// Every vector of the boxes, told apart by the tested facts alone.
  func vectors(of boxes: [FactBox]) -> [FactVector] {
    var seen: Set<[Int]> = []
    var vectors: [FactVector] = []
    for box in boxes {
      var partial: [[Int]] = [[]]
      for fact in tested {
        partial = partial.flatMap { values in box.values[fact].values.map { values + [$0] } }
      }
      for values in partial where seen.insert(values).inserted {
        var vector = FactVector(every: 0)
        for (fact, set) in box.values.enumerated() {
          vector[fact] = set.values.first ?? 0
        }
        for (fact, value) in zip(tested, values) {
          vector[fact] = value
        }
        vectors.append(vector)
      }
    }
    return vectors
  }

  static func holds(_ tests: [Test], _ vector: FactVector) -> Bool {
    tests.allSatisfy { $0.values.contains(vector[$0.fact]) }
  }

  /// Adds the derived facts; false where one has none.
  func derive(_ vector: inout FactVector) -> Bool {
    for (offset, table) in facts.enumerated() {
      guard let row = table.rows.first(where: { Self.holds($0.tests, vector) }) else {
        return false
      }
      vector[vocabulary.schema.derived.lowerBound + offset] = row.value
    }
    return true
  }

  /// What is asked before the rows, if that decides.
  func before(_ vector: FactVector) -> Verdict? {
    if impossible.contains(where: { Self.holds($0, vector) }) {
      return .impossible
    }
    for (index, row) in guards.enumerated() where row.would == nil {
      if Self.holds(row.tests, vector) {
        return .guarding(index)
      }
    }
    return nil
  }

  func verdict(_ table: Int, _ vector: FactVector) -> Verdict {
    if let verdict = before(vector) {
      return verdict
    }
    let rows = tables[table].rows
    guard let index = rows.firstIndex(where: { Self.holds($0.tests, vector) }) else {
      return .undecided
    }
    for (number, row) in guards.enumerated() {
      guard let would = row.would, Self.holds(row.tests, vector) else { continue }
      if rows[index].words.contains(where: { would.contains($0) }) {
        return .would(number, row: index)
      }
    }
    return .row(index)
  }
}
