import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyJSON
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("Differences between policies")
struct DifferenceSearchTests {
  @Test("an effect taken away shows, at the last step of a sequence and not before")
  func effects() throws {
    let policy = try Sketches.policy("unrelated")
    var explorer = Explorer(policy)
    explorer.explore()
    var tried = 0
    for table in policy.document.decisions.indices {
      for row in policy.document.decisions[table].rows.indices {
        var document = policy.document
        guard let effects = document.decisions[table].rows[row].effects, !effects.isEmpty else {
          continue
        }
        document.decisions[table].rows[row].effects = Array(effects.dropLast())
        guard let other = try? CompiledPolicy(document) else { continue }
        var search = DifferenceSearch(explorer, other)
        let found = search.shortest()
        let id = document.decisions[table].rows[row].id.value.text
        let last = found?.firstDifference(policy, other)
        #expect(last != nil && last == found.map { $0.steps.count - 1 }, "\(id)")
        tried += 1
      }
    }
    #expect(tried == 7)
  }

  @Test("a policy does not differ from itself, nor from itself in other words")
  func same() throws {
    let policy = try Sketches.policy("unrelated")
    var explorer = Explorer(policy)
    explorer.explore()
    let itself = explorer.shortestDifference(from: policy)
    #expect(itself == nil)
    var document = policy.document
    document.title = "Something else"
    let retitled = explorer.shortestDifference(from: try CompiledPolicy(document))
    #expect(retitled == nil)
  }

  @Test("a domain that changes its set shows with that very domain")
  func domains() throws {
    let policy = try Presets.compiled(named: "firebase")
    var document = policy.document
    let place = try #require(document.domains.firstIndex { $0.name.value == "microsoft" })
    document.domains[place].domains.removeAll { $0.value == "hotmail.com" }
    let other = try CompiledPolicy(document)
    var limits = Explorer.Limits()
    limits.stores = 3
    var explorer = Explorer(policy, limits: limits)
    explorer.explore()
    let difference = explorer.shortestDifference(from: other)
    let found = try #require(difference)
    #expect(found.steps.count == 1)
    let json = SequenceVector(
      found, under: policy, named: "firebase", prefix: "x", answers: .none
    ).json.line
    #expect(String(decoding: json, as: UTF8.self).contains("hotmail.com"))
  }
}
