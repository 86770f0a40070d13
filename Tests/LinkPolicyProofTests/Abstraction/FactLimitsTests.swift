import LinkPolicy
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyProof

@Suite("Limits of facts")
struct FactLimitsTests {
  /// Facts that have a word in the limits, the last that has one, and those after it.
  private static let facts = [0, 1, 13, 27, 28, 29, 64]
  /// How many values a fact may have: few, as many as a word has bits, and more.
  private static let counts = [3, 63, 64, 65, 200]

  private static func drawn(_ count: Int, _ generator: inout SeededGenerator) -> ValueSet {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: ValueSet()
    case 1: .all(count)
    case 2: ValueSet([Int.random(in: 0..<count, using: &generator)])
    // Many of the values, also those beyond the first word.
    default: ValueSet((0..<count).filter { _ in Int.random(in: 0..<8, using: &generator) > 0 })
    }
  }

  @Test("each fact can have what all of its limits leave, in whatever order they come")
  func intersections() throws {
    var generator = SeededGenerator(seed: 13)
    for round in 0..<400 {
      let count = Self.counts[round % Self.counts.count]
      let given = (0..<Int.random(in: 0..<7, using: &generator)).map { _ in
        (
          fact: Self.facts.randomElement(using: &generator) ?? 0,
          values: Self.drawn(count, &generator)
        )
      }
      var expected: [Int: ValueSet] = [:]
      var limits = FactLimits()
      for (fact, values) in given {
        expected[fact] = expected[fact]?.intersection(values) ?? values
        limits.limit(fact, to: values)
      }
      for fact in Self.facts {
        // No limit, and the limit to everything that a word holds, come to the same.
        let wanted = expected[fact]
        #expect((limits[fact] ?? .all(64)) == (wanted ?? .all(64)), "\(round): fact \(fact)")
      }
      #expect(limits.isEmpty == expected.values.contains { $0.isEmpty }, "\(round)")
      let listed = limits.values
      #expect(listed.map { $0.fact } == listed.map { $0.fact }.sorted(), "\(round)")
      #expect(listed.allSatisfy { expected[$0.fact] == $0.values }, "\(round)")
      // Another order is the same limit, and a further one is another.
      var turned = FactLimits()
      for (fact, values) in given.reversed() {
        turned.limit(fact, to: values)
      }
      #expect(turned == limits && turned.hashValue == limits.hashValue, "\(round): \(given)")
      if let first = listed.first(where: { !$0.values.isEmpty }) {
        var further = limits
        further.limit(first.fact, to: ValueSet())
        #expect(further != limits && further.isEmpty, "\(round)")
      }
    }
  }

  @Test("words of an engine fact are the values of these numbers")
  func words() {
    var limits = FactLimits()
    limits.limit(.session, to: FactValue.SessionValue.recent, .old)
    let session = EngineFact.session.rawValue
    #expect(limits[session] == ValueSet(of: FactValue.SessionValue.recent, .old))
    #expect(
      limits.limited(.session, to: FactValue.SessionValue.old)[session]
        == ValueSet(of: FactValue.SessionValue.old))
    #expect(limits[EngineFact.account.rawValue] == nil)
  }
}
