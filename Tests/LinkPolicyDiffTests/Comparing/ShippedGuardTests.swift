import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyJSON
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyTesting
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

/// Guards of the shipped policies, each taken away: what only codes, accounts switched off or other tenants show.
@Suite("What a removed guard of a shipped policy opens is shown")
struct ShippedGuardTests {
  private static func difference(_ policy: String, without id: String) throws -> PolicyDifference {
    try difference(policy, by: "guards: {remove: [\(id)]}\n")
  }

  private static func difference(_ policy: String, by edit: String) throws -> PolicyDifference {
    func overlay(_ edit: String) throws -> CompiledPolicy {
      let text = "linkpolicy: 1\nname: edited\nextends: \(policy)\n" + edit
      return try CompiledPolicy(
        PolicyText(Array(text.utf8), name: "edited.yaml", finder: Presets.finder).document)
    }
    var difference = try PolicyDifference(
      old: overlay(""), new: overlay(edit))
    var limits = Explorer.Limits()
    limits.stores = 400
    difference.addWitnesses(limits: limits)
    return difference
  }

  @Test(
    "every box has a sequence",
    arguments: Thoroughness.share(of: [
      ("firebase", "recent"), ("firebase", "link-unusable"), ("hardened", "foreign-click"),
    ]))
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

  @Test(
    "every box of an edited row has a sequence, found in few stores, that is a vector of the new policy only",
    arguments: Thoroughness.share(of: [
      // The account or its address changes after the code was mailed.
      ("firebase", "confirm-email", "taken"), ("firebase", "recover-email", "taken"),
      ("firebase", "verify-email", "moved"), ("firebase", "reset-password", "moved"),
      ("hardened", "reset-password", "moved"), ("firebase-emulator", "recover-email", "set"),
      // A second link is requested for an account that a first one opened, or that has a password.
      ("firebase", "reauthenticate.email-link|phone|custom", "own"),
      ("firebase", "link.email-link", "again"), ("firebase", "sign-in.email-link", "verified"),
      // Many boxes.
      ("firebase", "link.federated", "otherwise"),
    ]))
  func rows(policy: String, table: String, row: String) throws {
    let difference = try Self.difference(
      policy, by: "decisions: {\"\(table)\": {change: [{id: \(row), refuse: argument-error}]}}\n")
    #expect(!difference.changes.isEmpty && difference.uncoveredCells == 0)
    #expect(difference.searchedStores <= 300)
    for change in difference.changes where !change.kinds.contains(.unreachable) {
      for box in change.boxes {
        let what = Comment("\(change.kinds) \(box.conditions.map(\.text))")
        let witness = try #require(box.witness, what)
        #expect(try Self.ends(witness, in: box, of: change, difference), what)
        let json = try #require(witness.vector(under: difference.given.new, named: "edited"), what)
        let cases = try VectorReader.read(json.line, name: "witness", format: .jsonLines)
        let vector = try #require(cases.first)
        let new = Player(difference.given.new.policy).play(vector)
        let old = Player(difference.given.old.policy).play(vector)
        #expect(new.mismatches.isEmpty, what)
        #expect(!old.mismatches.isEmpty, what)
      }
    }
  }

  @Test("a code that no row mails finds no account, so rows about its account are unreachable")
  func unmailed() throws {
    let difference = try Self.difference(
      "hardened", by: "decisions: {recover-email: {change: [{id: set, refuse: argument-error}]}}\n")
    #expect(!difference.changes.isEmpty)
    #expect(difference.changes.allSatisfy { $0.kinds.contains(.unreachable) })
    #expect(difference.searchedStores == 0)
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
