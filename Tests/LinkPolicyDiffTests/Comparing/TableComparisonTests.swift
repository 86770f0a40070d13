import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyExploration
@testable import LinkPolicyReview

/// Groups of changed cells and the boxes that tell of them, held against every joint cell.
@Suite("Tables side by side")
struct TableComparisonTests {
  private static let edits = [
    (
      "trust: untrusted, refuse: already-registered}",
      "trust: untrusted, do: [replace-subject, sign-in]}"
    ),
    ("own: [harbour.example]", "own: [harbour.example, bay.example]"),
    ("do: [drop-unproven, replace-subject", "do: [drop-unproven, revoke-sessions, replace-subject"),
    (
      "setting.joining: closed, refuse: closed-for-now",
      "setting.joining: closed, refuse: unknown-person"
    ),
  ]

  private static func cells(_ algebra: CellAlgebra) -> [[Int]] {
    algebra.axes.reduce([[]]) { cells, axis in
      cells.flatMap { cell in (0..<axis.classCount).map { cell + [$0] } }
    }
  }

  private static func holds(_ box: CellBox, _ cell: [Int]) -> Bool {
    zip(box.classes, cell).allSatisfy { $0.contains($1) }
  }

  @Test("boxes of a group hold its cells, none of another answer, and count what they hold")
  func boxes() throws {
    var checked = 0
    for (old, new) in Self.edits {
      let difference = try PolicyDifference(
        old: try Harbour.policy(), new: try Harbour.policy((old, new)))
      #expect(!difference.changes.isEmpty, "\(new)")
      for change in difference.changes {
        let comparison = difference.comparisons[change.comparison]
        let number = TableComparison.number(change.group)
        let cells = Self.cells(comparison.algebra)
        let numbers = cells.map { comparison.algebra.number(of: comparison.root, at: $0) }
        #expect(numbers.count { $0 != 0 } == comparison.cellCount)
        #expect(numbers.count { $0 == number } == change.cells)
        for (cell, own) in zip(cells, numbers) {
          let holding = change.boxes.filter { Self.holds($0.box, cell) }
          #expect(own != number || !holding.isEmpty)
          #expect(own == number || own == 0 || holding.isEmpty)
        }
        for box in change.boxes {
          let inside = zip(cells, numbers).count { $0.1 == number && Self.holds(box.box, $0.0) }
          #expect(box.cells == inside && inside > 0)
          checked += 1
        }
      }
    }
    #expect(checked > 5)
  }

  @Test("an account is there where one is pointed to or holds the address")
  func presence() throws {
    let difference = try PolicyDifference(
      old: try Harbour.policy(),
      new: try Harbour.policy(("do: [create, sign-in]}", "do: [create]}")))
    var comparison = try #require(
      difference.comparisons.first {
        difference.policies.old.storage.tables[$0.tables.old].key == "sign-in.federated"
      })
    let there = JointPresence.cells(&comparison.algebra, difference.vocabulary)
    var met: Set<Bool> = []
    for cell in Self.cells(comparison.algebra)
    where comparison.algebra.number(of: comparison.root, at: cell) != 0 {
      var isThere = false
      for (axis, number) in zip(comparison.algebra.axes, cell) {
        let fact = difference.vocabulary.facts[axis.fact]
        let names = axis.members[number].map { fact.values[$0].name.text }
        if fact.name == "account" { isThere = isThere || !names.contains("none") }
        if fact.name == "address" {
          isThere = isThere || !Set(names).isDisjoint(with: ["own", "taken", "several"])
        }
      }
      #expect(comparison.algebra.contains(there, cell) == isThere)
      met.insert(isThere)
    }
    #expect(met.count == 2)
  }

  @Test("what a policy has no provider for is malformed there, and so is that difference")
  func notOffered() throws {
    // A provider with trust is compared cell by cell.
    let fewer = try Harbour.policy()
    let more = try Harbour.policy(
      (
        "pier.example:          {kind: federated}",
        "pier.example: {kind: federated}\n  quay.example: {kind: federated}"
      ),
      (
        "- {id: otherwise, is: untrusted}",
        "- {id: quay, provider: quay.example, is: trusted}\n      - {id: otherwise, is: untrusted}"
      ))
    for (old, new, side) in [(fewer, more, Side.old), (more, fewer, .new)] {
      let difference = try PolicyDifference(old: old, new: new)
      #expect(!difference.changes.isEmpty)
      for change in difference.changes {
        let sources = difference.comparisons[change.comparison].groups[change.group].sources
        #expect(sources[side] == .cannotOccur && sources[side.other] != .cannotOccur)
        for box in change.boxes {
          #expect(box.conditions.contains { $0.text == "provider: quay.example" })
        }
      }
    }
  }
}
