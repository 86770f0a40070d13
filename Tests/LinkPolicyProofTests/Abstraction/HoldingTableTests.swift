import LinkPolicy
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyProof

@Suite("The table of holdings")
struct HoldingTableTests {
  /// The providers of a policy with every kind.
  private static func played() throws -> [PlayedProvider] {
    let assumptions = try Assumptions(
      Array("assume: 1\ntitle: none\nassertions: [{who: anyone}]\n".utf8), name: "none.yaml",
      isStrict: true)
    return PlayedProvider.all(of: try Presets.compiled(named: "firebase"), under: assumptions)
  }

  /// Holdings of every sort, at random, and the table that numbers them.
  private static func drawn(
    _ generator: inout SeededGenerator
  ) throws -> (table: HoldingTable, providers: [PlayedProvider], set: ValueSet) {
    let providers = try played()
    var table = HoldingTable(providers)
    var set = ValueSet()
    for _ in 0..<120 {
      let actor = Actor.allCases.randomElement(using: &generator) ?? .owner
      let holding: Holding =
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: .session(actor, isLive: Bool.random(using: &generator))
        case 1: .factor(actor)
        case 2:
          .code(
            HeldCode(
              purpose: Int.random(in: 0..<5, using: &generator), mailbox: .owners, boundTo: .none,
              asker: actor, askedIn: Bool.random(using: &generator) ? .here : .none))
        default:
          .method(
            HeldMethod(
              provider: Int.random(in: providers.indices, using: &generator),
              kind: MethodKind.allCases.randomElement(using: &generator) ?? .phone,
              holder: Bool.random(using: &generator) ? actor : nil,
              isSuperseded: Bool.random(using: &generator), labels: []))
        }
      let number = table.number(of: holding)
      #expect(table[number] == holding && table.known(holding) == number)
      if Bool.random(using: &generator) {
        set.insert(number)
      }
    }
    return (table, providers, set)
  }

  @Test("what is asked of sets is what going through them one by one says", arguments: 1...20)
  func sets(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (table, providers, set) = try Self.drawn(&generator)
    let members = set.values.map { ($0, table[$0]) }
    for kind in MethodKind.allCases {
      for provider in providers.indices {
        let expected = members.filter { _, holding in
          guard case .method(let method) = holding else { return false }
          return method.kind == kind
            && providers[method.provider].issuer == providers[provider].issuer
        }
        #expect(
          table.methods(in: set, of: provider, kind).map { $0.number } == expected.map { $0.0 })
      }
      let isListed = members.contains { _, holding in
        guard case .method(let method) = holding else { return false }
        return method.kind == kind && !method.isSuperseded
      }
      #expect(table.hasListed(set, MethodKindSet([kind])) == isListed)
    }
    #expect(!table.hasListed(set, MethodKindSet()))
    #expect(
      table.codes(in: set).values
        == members.compactMap { if case .code = $0.1 { $0.0 } else { nil } })
    for actor in Actor.allCases {
      #expect(
        table.holders(in: set).contains(actor) == members.contains { $0.1.actor == actor })
    }
  }

  @Test("what was not met has no number, and nobody has anything in the empty set")
  func empty() throws {
    let table = HoldingTable(try Self.played())
    #expect(table.known(.factor(.owner)) == nil && table.holdings.isEmpty)
    #expect(table.holders(in: ValueSet()) == ActorSet())
  }
}
