import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("Where changes are met")
struct ChangeLocatorTests {
  private static func difference() throws -> PolicyDifference {
    try PolicyDifference(
      old: try Harbour.policy(),
      new: try Harbour.policy(
        (
          "trust: untrusted, refuse: already-registered}",
          "trust: untrusted, do: [replace-subject, sign-in]}"
        )))
  }

  @Test("are the cells of each change, value by value, and no others")
  func changes() throws {
    let difference = try Self.difference()
    var checked = 0
    for (index, comparison) in difference.comparisons.enumerated() {
      var locator = try #require(ChangeLocator(difference, tables: comparison.tables))
      for (axis, known) in comparison.algebra.axes.enumerated() {
        #expect(locator.classes(of: known.fact) == known.classOfValue)
        for value in known.classOfValue.indices {
          let met = locator.changes(where: [(fact: known.fact, values: ValueSet([value]))])
          for (place, change) in difference.changes.enumerated() where change.comparison == index {
            // Whether a cell of the change has the value, asked of the algebra itself.
            var own = comparison
            let cells = own.cells(of: change.group)
            let all = CellBox(own.algebra.axes.map { .all($0.classCount) })
            let classes = own.algebra.classes(of: axis, in: cells, within: all)
            let isThere = classes.contains(known.classOfValue[value])
            #expect(met.contains { $0.change == place } == isThere)
            checked += isThere ? 1 : 0
          }
          for (place, boxes) in met {
            #expect(
              !boxes.isEmpty
                && boxes.allSatisfy { difference.changes[place].boxes.indices.contains($0) })
          }
        }
      }
      #expect(!locator.isSpent)
    }
    #expect(checked > 20)
  }

  @Test("are nowhere where nothing has the value, and in no table without a change")
  func nowhere() throws {
    let difference = try Self.difference()
    let comparison = try #require(difference.comparisons.first)
    var locator = try #require(ChangeLocator(difference, tables: comparison.tables))
    let fact = comparison.algebra.axes[0].fact
    #expect(locator.changes(where: [(fact: fact, values: ValueSet())]).isEmpty)
    let others = PolicyDifference.pairs(difference.policies).filter { pair in
      !difference.comparisons.contains { $0.tables == pair }
    }
    #expect(others.contains { ChangeLocator(difference, tables: $0) == nil })
  }

  @Test("joint facts say which policy has which value")
  func facts() throws {
    let difference = try Self.difference()
    let provider = try #require(difference.jointFact(of: EngineFact.provider.rawValue, .old))
    #expect(difference.jointFact(of: EngineFact.provider.rawValue, .new) == provider)
    let fact = difference.jointFact(provider)
    #expect(fact.name == "provider" && fact.isKnown == Sides { _ in true })
    #expect(fact.own.old == fact.own.new && fact.own.old.allSatisfy { $0 >= 0 })
    for (value, own) in fact.own.old.enumerated() {
      let held = difference.jointValues(of: provider, holding: ValueSet([own]), .old)
      #expect(held == ValueSet([value]))
    }
  }
}
