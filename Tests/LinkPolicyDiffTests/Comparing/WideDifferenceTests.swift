import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyYAML
import Testing

@testable import LinkPolicyReview

/// Policies with more domain sets than one node of a graph tells apart, laid side by side.
@Suite("Differences among many domains")
struct WideDifferenceTests {
  /// A policy that refuses each domain set in its own row; of those listed, with another error.
  private func policy(sets: Int, otherwise: Set<Int> = []) throws -> CompiledPolicy {
    var text = "linkpolicy: 1\nname: wide\nproviders: {p: {kind: federated}}\n"
    text += "errors: {a: {}, b: {}, c: {}}\ndomains:\n"
    text += (0..<sets).map { "  s\($0): [d\($0).example]\n" }.joined()
    text += "decisions:\n  sign-in.federated:\n    rows:\n"
    text += (0..<sets).map { set in
      let error = otherwise.contains(set) ? "b" : "a"
      return "      - {id: r\(set), domain: s\(set), refuse: \(error)}\n"
    }.joined()
    text += "      - {id: rest, refuse: c}\n"
    return try CompiledPolicy(yaml: Array(text.utf8), name: "wide.yaml")
  }

  /// The domains, by name, that the boxes of all changes are about.
  private func domains(_ difference: PolicyDifference) throws -> Set<String> {
    var names: Set<String> = []
    for change in difference.changes {
      let comparison = difference.comparisons[change.comparison]
      let axis = try #require(
        comparison.algebra.axes.firstIndex {
          comparison.vocabulary.facts[$0.fact].name.text == "domain"
        })
      for box in change.boxes {
        let values = comparison.algebra.axes[axis].values(of: box.box.classes[axis])
        let fact = comparison.vocabulary.facts[comparison.algebra.axes[axis].fact]
        names.formUnion(values.values.map { fact.values[$0].name.text })
      }
    }
    return names
  }

  @Test("a policy is equal to itself") func equal() throws {
    let policy = try policy(sets: 200)
    let difference = try PolicyDifference(old: policy, new: self.policy(sets: 200))
    #expect(difference.changes.isEmpty)
    #expect(difference.cells > 200)
  }

  @Test("changed rows come to changes of their own domains alone", arguments: [33, 64, 200])
  func changedRows(_ sets: Int) throws {
    let changed = [0, 7, sets / 2, sets - 1]
    let difference = try PolicyDifference(
      old: policy(sets: sets), new: policy(sets: sets, otherwise: Set(changed)))
    #expect(difference.changes.count == changed.count)
    let found = try domains(difference)
    #expect(found == Set(changed.map { "s\($0)" }))
  }

  @Test("an added set takes its domain from the rest") func addedSet() throws {
    let difference = try PolicyDifference(old: policy(sets: 40), new: policy(sets: 41))
    #expect(difference.changes.count == 1)
    #expect(try domains(difference).count == 1)
    let back = try PolicyDifference(old: policy(sets: 41), new: policy(sets: 40))
    #expect(try domains(back).count == 1)
  }
}
