import LinkPolicyPresets
import Testing

@testable import LinkPolicy

@Suite("Decision tables of the shipped policies")
struct DecisionTableTests {
  /// A table for one kind of sign-in, with what decides it.
  private struct Case {
    let policy: Policy
    let table: Int
    let action: Action
    let kind: MethodKind?

    var kindValue: Int { kind.map { Int($0.rawValue) } ?? MethodKind.count }
  }

  private static func cases(of policy: Policy) -> [Case] {
    policy.image.tables.indices.flatMap { table in
      let action = Action(policy.vocabulary.actions[policy.image.action(ofTable: table)].name.text)
      let kinds = policy.image.kinds(ofTable: table)
      return (kinds.isEmpty ? [nil] : kinds.map { Optional($0) }).map {
        Case(policy: policy, table: table, action: action, kind: $0)
      }
    }
  }

  /// A number below another that looks like no other one.
  private static func scattered(_ row: Int, _ column: Int, below count: Int) -> Int {
    var mixed = UInt64(row + 1) &* 0x9E37_79B9_7F4A_7C15
    mixed ^= UInt64(column + 1) &* 0xC2B2_AE3D_27D4_EB4F
    mixed = (mixed ^ (mixed >> 29)) &* 0xBF58_476D_1CE4_E5B9
    return Int(mixed >> 33) % count
  }

  private static func columns(of table: DecisionTable, _ count: Int) -> [[UInt16]] {
    table.columns.enumerated().map { number, column in
      (0..<count).map { row in
        // By its word, since no attempt has every value.
        column.number(of: column.values[scattered(row, number, below: column.values.count)]) ?? 0
      }
    }
  }

  @Test(arguments: Presets.names)
  func aBatchIsDecidedAsVectorsAre(name: String) throws {
    let policy = try #require(Presets.policy(named: name))
    let schema = policy.vocabulary.schema
    var compared = 0
    for one in Self.cases(of: policy) {
      let table = try policy.decisionTable(for: one.action, kind: one.kind)
      let facts = table.columns.compactMap { schema.index(of: Name($0.fact)) }
      try #require(facts.count == table.columns.count)
      let columns = Self.columns(of: table, 500)
      let numbers = try table.decide(columns, count: 500)
      for row in 0..<500 {
        // Whatever the other facts are.
        var vector = FactVector()
        for fact in 0..<schema.derived.lowerBound {
          vector[fact] = Self.scattered(row, 100 + fact, below: schema.count(fact))
        }
        vector[.action] = policy.image.action(ofTable: one.table)
        vector[.kind] = one.kindValue
        for (column, fact) in facts.enumerated() {
          vector[fact] = Int(columns[column][row])
        }
        let expected = policy.source(of: &vector)
        // A derived fact that the table does not ask for can be without a value.
        guard expected != .cannotOccur else { continue }
        let answer = try #require(table.answer(numbers[row]))
        #expect(answer.source == expected, "\(one.action.name) \(columns.map { $0[row] })")
        compared += 1
      }
    }
    #expect(compared > 3000)
  }

  @Test(arguments: Presets.names)
  func lookUpsAndGraphsAgree(name: String) throws {
    let policy = try #require(Presets.policy(named: name))
    for one in Self.cases(of: policy) {
      let tables = [(1 << 13, 1 << 20), (1, 1 << 20), (1, 0)].map {
        DecisionTable(
          policy.image, table: one.table, kind: one.kindValue,
          limits: TableFunction.FunctionLimits(comfortable: $0, most: $1))
      }
      let columns = Self.columns(of: tables[0], 300)
      let numbers = try tables.map { try $0.decide(columns, count: 300) }
      #expect(numbers[0] == numbers[1] && numbers[0] == numbers[2], "\(one.action.name)")
      #expect(tables[0].isLayered && tables[1].isLayered)
      #expect(!tables[2].isLayered || tables[2].columns.isEmpty, "\(one.action.name)")
    }
  }

  @Test func whatIsAskedIsNamed() throws {
    let table = try Presets.firebase.decisionTable(for: .signIn, kind: .federated)
    let ordinary: [String: String] = [
      "provider": "google.com", "domain": "google", "origin": "fresh", "nonce": "absent",
      "method": "enabled", "account": "none", "account.state": "none", "credential": "new",
      "address": "free",
    ]
    var columns: [[UInt16]] = []
    for column in table.columns {
      let word = ordinary[column.fact]
      columns.append([try #require(word.map { column.number(of: $0) } ?? 0)])
      #expect(column.number(of: "no such value") == nil)
    }
    let answer = try #require(table.answer(try table.decide(columns, count: 1)[0]))
    #expect(answer.isAllowed && answer.row?.id == "first-trusted")
    #expect(table.answer(.max) == nil)
  }

  /// `absent` is what older versions called a nonce that was not sent; no federated attempt has it.
  @Test func aValueThatNoAttemptHasIsReadAsInAnAttempt() throws {
    let table = try Presets.firebase.decisionTable(for: .signIn, kind: .federated)
    let place = try #require(table.columns.firstIndex { $0.fact == "nonce" })
    let nonce = table.columns[place]
    #expect(nonce.values == ["matched", "mismatched", "missing", "not-sent", "absent"])
    #expect(nonce.number(of: "not-sent") == 3 && nonce.number(of: "absent") == 3)
    let words = [
      "provider": "apple.com", "credential": "new", "address": "free", "account": "none",
      "account.state": "none", "domain": "other", "origin": "fresh", "method": "enabled",
    ]
    func decide(_ number: UInt16) throws(InputError) -> PolicyAnswer? {
      var columns = table.columns.map { column in
        [words[column.fact].flatMap { column.number(of: $0) } ?? 0]
      }
      columns[place] = [number]
      return table.answer(try table.decide(columns, count: 1)[0])
    }
    for (word, isAllowed) in [
      ("matched", true), ("mismatched", false), ("missing", false), ("not-sent", false),
      ("absent", false),
    ] {
      #expect(try decide(try #require(nonce.number(of: word)))?.isAllowed == isAllowed, "\(word)")
    }
    #expect(try decide(4)?.row?.id == "nonce-absent")
  }

  @Test func whatIsNoTableIsRefused() throws {
    let policy = Presets.firebase
    #expect(throws: InputError.self) { try policy.decisionTable(for: .signIn, kind: nil) }
    #expect(throws: InputError.self) { try policy.decisionTable(for: Action("fly"), kind: nil) }
    let table = try policy.decisionTable(for: .signIn, kind: .password)
    let count = table.columns.count
    let good = [[UInt16]](repeating: [0, 0], count: count)
    #expect(try table.decide(good, count: 2).count == 2)
    #expect(try table.decide([[UInt16]](repeating: [], count: count), count: 0).isEmpty)
    for (values, number) in [
      (Array(good.dropLast()), 2), (good + [[0, 0]], 2), (good, 3), (good, -1), (good, 1),
      ([[0, 500]] + good.dropFirst(), 2), (Array(good.dropLast()) + [[0]], 2),
    ] {
      #expect(throws: InputError.self) { try table.decide(values, count: number) }
    }
  }
}
