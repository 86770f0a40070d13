import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

/// The vectors of random policies, decided one by one and in batches.
@Suite("Decision tables")
struct DecisionTableTests {
  @Test(
    "a batch is decided as its vectors are, by look-ups of every size and by graphs",
    arguments: 0..<8)
  func batches(group: Int) throws {
    var compared = 0
    for seed in 0..<100 {
      let seed = UInt64(group * 100 + seed)
      var random = RandomPolicy(seed: seed)
      guard let policy = try? Policy(random.make()) else { continue }
      for table in policy.image.tables.indices {
        for kind in policy.image.kinds(ofTable: table).map({ Int($0.rawValue) }) {
          compared += try compare(policy, table, kind, &random.generator, "seed \(seed)")
        }
      }
    }
    #expect(compared > 500)
  }

  /// Compares random combinations, and returns how many.
  private func compare(
    _ policy: Policy, _ table: Int, _ kind: Int, _ generator: inout SeededGenerator,
    _ what: String
  ) throws -> Int {
    let limits = [(1 << 13, 1 << 20), (1, 1 << 20), (7, 40), (1, 0)]
    let tables = limits.map {
      DecisionTable(
        policy.image, table: table, kind: kind,
        limits: TableFunction.FunctionLimits(comfortable: $0, most: $1))
    }
    let schema = policy.vocabulary.schema
    let facts = tables[0].columns.compactMap { schema.index(of: Name($0.fact)) }
    try #require(facts.count == tables[0].columns.count)
    var columns = [[UInt16]](repeating: [], count: facts.count)
    var expected: [Decision.Source] = []
    while expected.count < 40 {
      var vector = FactVector()
      for fact in 0..<schema.derived.lowerBound {
        vector[fact] = Int.random(in: 0..<schema.count(fact), using: &generator)
      }
      vector[.action] = policy.image.action(ofTable: table)
      vector[.kind] = kind
      for (column, fact) in facts.enumerated() {
        columns[column].append(UInt16(vector[fact]))
      }
      let isComplete = policy.derive(&vector)
      let source = policy.image.source(vector, table)
      // A derived fact that the table does not ask for may be without a value.
      expected.append(isComplete ? source : .cannotOccur)
    }
    for (table, limit) in zip(tables, limits) {
      let numbers = try table.decide(columns, count: expected.count)
      for (row, number) in numbers.enumerated() where expected[row] != .cannotOccur {
        #expect(table.answer(number)?.source == expected[row], "\(what) \(limit)")
      }
      #expect(numbers == (try tables[0].decide(columns, count: expected.count)), "\(what) \(limit)")
    }
    return expected.count
  }

  /// A product of classes beyond every integer once ended the process.
  @Test("guards on many facts are walked where a table of them would have no room")
  func manyGuards() throws {
    let settings = (0..<16).map {
      "  s\($0): [\((0..<16).map { "v\($0)" }.joined(separator: ", "))]"
    }
    let guards = (0..<4).map { number in
      "  - {id: g\(number), would: [sign-in], refuse: no, "
        + (0..<16).map { "setting.s\($0): \"v\(($0 + number) % 16)\"" }.joined(separator: ", ")
        + "}"
    }
    let policy = try compiled(
      """
      linkpolicy: 1
      name: guards
      providers: {p: {kind: federated}}
      settings:
      \(settings.joined(separator: "\n"))
      errors: {no: {}}
      guards:
      \(guards.joined(separator: "\n"))
      decisions:
        sign-in.federated:
          rows:
            - {id: known, credential: known, do: [sign-in]}
            - {id: rest, refuse: no}
      """
    ).policy
    let table = try policy.decisionTable(for: .signIn, kind: .federated)
    #expect(!table.isLayered)
    var columns = table.columns.map { column in
      [column.fact.hasPrefix("setting.s") ? column.number(of: "v0") ?? 99 : 0]
    }
    let credential = try #require(table.columns.firstIndex { $0.fact == "credential" })
    columns[credential] = [try #require(table.columns[credential].number(of: "known"))]
    #expect(table.answer(try table.decide(columns, count: 1)[0])?.row?.id == "known")
    for number in 0..<16 {
      let place = try #require(table.columns.firstIndex { $0.fact == "setting.s\(number)" })
      columns[place] = [UInt16(number)]
    }
    let refused = try #require(table.answer(try table.decide(columns, count: 1)[0]))
    #expect(refused.row?.id == "g0" && refused.refusedRow?.id == "known" && !refused.isAllowed)
  }

  @Test("a table without a column decides as many as are asked for, and no number without end")
  func noColumns() throws {
    let policy = try compiled(
      """
      linkpolicy: 1
      name: one
      providers: {p: {kind: federated}}
      errors: {no: {}}
      decisions: {sign-in.federated: {rows: [{id: all, refuse: no}]}}
      """
    ).policy
    let table = try policy.decisionTable(for: .signIn, kind: .federated)
    #expect(table.columns.isEmpty)
    let numbers = try table.decide([], count: 3)
    #expect(numbers.count == 3 && table.answer(numbers[2])?.row?.id == "all")
    #expect(throws: InputError.self) { try table.decide([], count: .max) }
    #expect(throws: InputError.self) { try table.decide([], count: -1) }
    // Three numbers stand for something: what cannot occur, what is impossible, and the row.
    #expect((0..<100).filter { table.answer(UInt32($0)) != nil } == [0, 1, 2])
  }

  @Test("a function of no step has the value it starts with")
  func constant() {
    let function = LayeredFunction(steps: [], start: 7)
    #expect(function.values([], count: 3) == [7, 7, 7] && function.largestValue == 7)
    #expect(function.values([], count: 0).isEmpty)
  }

  @Test("values that nothing tells apart are one class, and each split only parts")
  func classes() {
    var classes = ValueClasses(valueCount: 6)
    #expect(classes.count == 1 && classes.examples == [0])
    classes.split { UInt32($0 % 2) }
    classes.split { $0 < 3 ? 5 : 4 }
    #expect(classes.classes == [0, 1, 0, 2, 3, 2])
    #expect(classes.count == 4 && classes.examples == [0, 1, 3, 4])
  }

  @Test("combinations are all there, the first digit fastest")
  func combinations() {
    var combination = Combination([2, 1, 3])
    var seen = [combination.digits]
    while combination.advance() {
      seen.append(combination.digits)
    }
    #expect(
      seen == [[0, 0, 0], [1, 0, 0], [0, 0, 1], [1, 0, 1], [0, 0, 2], [1, 0, 2]])
    #expect(Combination.count(of: [4, 5, 2], atMost: 40) == 40)
    #expect(Combination.count(of: [4, 5, 2], atMost: 39) == nil)
    #expect(Combination.count(of: [Int.max, 2], atMost: .max) == nil)
    #expect(Combination.count(of: [], atMost: 1) == 1)
    var none = Combination([])
    let isMore = none.advance()
    #expect(!isMore)
  }
}
