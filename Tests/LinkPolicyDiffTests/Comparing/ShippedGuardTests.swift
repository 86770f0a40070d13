import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyReview

/// Guards of the shipped policies, each taken away: what only codes, accounts switched off or other tenants show.
@Suite("What a removed guard of a shipped policy opens is shown")
struct ShippedGuardTests {
  private static func difference(_ policy: String, without id: String) throws -> PolicyDifference {
    func overlay(_ edit: String) throws -> CompiledPolicy {
      let text = "linkpolicy: 1\nname: edited\nextends: \(policy)\n" + edit
      return try CompiledPolicy(
        PolicyText(Array(text.utf8), name: "edited.yaml", finder: Presets.finder).document)
    }
    var difference = try PolicyDifference(
      old: overlay(""), new: overlay("guards: {remove: [\(id)]}\n"))
    var limits = Explorer.Limits()
    limits.stores = 400
    difference.addWitnesses(limits: limits)
    return difference
  }

  @Test(
    "every box has a sequence",
    arguments: [
      ("firebase", "recent"), ("firebase", "link-unusable"), ("hardened", "foreign-click"),
    ])
  func every(policy: String, id: String) throws {
    let difference = try Self.difference(policy, without: id)
    #expect(!difference.changes.isEmpty)
    for change in difference.changes {
      for box in change.boxes {
        let what = Comment("\(change.kinds) \(box.conditions.map(\.text))")
        let witness = try #require(box.witness, what)
        #expect(try Self.ends(witness, in: box, of: change, difference), what)
      }
    }
  }

  /// Whether the last step of a sequence lies in the box: the same rows may decide outside of it too.
  private static func ends(
    _ witness: Witness, in box: PolicyDifference.Box, of change: PolicyDifference.Change,
    _ difference: PolicyDifference
  ) throws -> Bool {
    let played = Sides { side in
      witness.sequence.adapted(to: difference.given[side]).play(difference.given[side])
    }
    let old = try #require(played.old.last?.decision)
    let new = try #require(played.new.last?.decision)
    let found = difference.comparisons[change.comparison].group(old.facts, new.facts)
    return found?.group == change.group && found.map { box.box.contains($0.cell) } ?? false
  }

  @Test("an expired code of every purpose is shown, and one whose account is gone")
  func expired() throws {
    let difference = try Self.difference("firebase", without: "code-expired")
    let boxes = difference.changes.flatMap(\.boxes)
    let shown = boxes.filter { $0.witness != nil }
    #expect(boxes.count == 17)
    #expect(shown.count >= 15)
    #expect(shown.contains { $0.conditions.contains { $0.text == "account: none" } })
  }

  @Test(
    "without the guard on tenants an attempt in another one is an input error, and no account is opened"
  )
  func tenants() throws {
    let difference = try Self.difference("firebase", without: "other-tenant")
    #expect(!difference.changes.isEmpty)
    for change in difference.changes {
      #expect(change.answers.new.isNotOffered && !change.answers.new.isAllowed)
      #expect(!change.kinds.contains(.reachesMore))
      for witness in change.boxes.compactMap(\.witness) {
        #expect(witness.steps.last?.outcomes.new == "input error contradiction")
        #expect(witness.steps.last?.outcomes.old != "allowed")
      }
    }
    #expect(difference.changes.contains { $0.boxes.contains { $0.witness != nil } })
    let tenants = try #require(difference.declarations.first)
    #expect(tenants.kinds.contains(.declares) && tenants.witness != nil)
    let causes = DifferenceCause.all(of: difference)
    #expect(causes.map { $0.part?.subject } == [.guardRow("other-tenant")])
    // Where the overlay says so, not where the guard stands in what it extends.
    #expect(causes.first?.part?.positions.new?.line == 4)
  }
}
