import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyDiagnostics

/// Loading is bounded by a count of steps, and what rows test together is put together.
@Suite struct IntricacyTests {
  /// The steps that the cells of a policy's only table take.
  private func steps(_ text: String) throws -> Int {
    let policy = try compiled(text)
    return policy.cells(ofTable: 0).steps
  }

  /// Under the declared order every pair doubles the steps: sixteen take more than a million.
  private static let most = CellLimits(rows: 0).firstTry * 2 + 50_000

  @Test(arguments: [12, 16, 18])
  func pairsStaySmall(_ count: Int) throws {
    let pairs = TestedTogether.pairs(count)
    let texts = [
      pairs.firstHit(), pairs.firstHit("{not: on}"), pairs.firstHit("[on, auto]"),
      pairs.shuffled(UInt64(count)).firstHit(), pairs.firstHit(and: "credential: new, "),
      pairs.guards, pairs.impossible,
    ]
    for (number, text) in texts.enumerated() {
      #expect(try steps(text) < Self.most, "\(number)")
    }
  }

  @Test(arguments: [12])
  func derivedFactsStaySmall(_ count: Int) throws {
    let pairs = TestedTogether.pairs(count)
    for text in [pairs.derived, pairs.manyDerived, pairs.shuffled(7).derived] {
      #expect(try steps(text) < Self.most)
    }
  }

  @Test(arguments: [12])
  func triplesAndRingsStaySmall(_ count: Int) throws {
    let texts = [
      TestedTogether.triples(count).firstHit(), TestedTogether.triples(count).shuffled(1).guards,
      TestedTogether.ring(3 * count).firstHit(),
      TestedTogether.ring(3 * count).shuffled(2).firstHit(),
    ]
    for text in texts {
      #expect(try steps(text) < Self.most)
    }
  }

  @Test func tablesThatNoOrderSuitsAreRefusedWithPlaceAndFacts() {
    let tangle = TestedTogether.tangle(34)
    let texts = [
      (tangle.firstHit(), "table `sign-in.federated`"),
      (tangle.guards, "table `sign-in.federated`"),
      (tangle.derived, "fact `any`"),
    ]
    for (text, name) in texts {
      let found = Marked(text).findings().filter { $0.level == .error }
      #expect(found.first?.code == .tooIntricate, "\(found.map { $0.message })")
      #expect(found.first?.message.hasPrefix(name) ?? false)
      #expect(found.first?.message.contains("\(CellLimits(rows: 0).table) steps") ?? false)
      #expect(found.first?.position?.line ?? 0 > 40)
      #expect(found.first?.help?.contains("`setting.s") ?? false, "\(found.first?.help ?? "")")
      #expect(found.first?.help?.contains(" more") ?? false)
    }
  }

  @Test func examplesAreToldInTheDeclaredOrder() {
    // The gap is found in a table whose graphs branch otherwise.
    let text = TestedTogether.pairs(16).firstHit().replacing(
      "      - {id: rest, refuse: no}\n", with: "")
    let found = Marked(text).findings().filter { $0.level == .error }
    #expect(found.first?.code == .gap)
    #expect(
      found.first?.message.contains(
        "for " + (16..<32).map { "setting.s\($0): off" }.joined(separator: ", ") + " (") ?? false,
      "\(found.first?.message ?? "")")
  }

  @Test func decisionsAreThoseOfTheRows() throws {
    let together = TestedTogether.pairs(18)
    let policy = try compiled(together.firstHit())
    #expect(!policy.cells(ofTable: 0).algebra.order.isDeclared)
    let schema = policy.vocabulary.schema
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<2000 {
      var facts = FactVector(every: 0)
      facts[.kind] = Int(MethodKind.federated.rawValue)
      var values: [Int] = []
      for setting in 0..<together.settings {
        let value = generator.oneIn(3) ? 1 : 0
        values.append(value)
        let name = Name("setting.s\(setting)")
        facts[try #require(schema.index(of: name))] = value
      }
      let expected = together.rows.firstIndex { row in row.allSatisfy { values[$0] == 1 } }
      var vector = facts
      let source = policy.source(of: &vector)
      guard case .row(let row) = source else { continue }
      #expect(row == expected ?? together.rows.count)
    }
  }
}
