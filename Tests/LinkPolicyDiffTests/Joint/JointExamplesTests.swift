import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

/// What stands for the domains and providers that nobody lists one by one is itself never listed.
@Suite("Examples of what two policies read")
struct JointExamplesTests {
  private static let own = "own: [harbour.example]"
  private static let row =
    "- {id: own,       provider: login.harbour.example, domain: own, is: trusted}"

  @Test(
    "a wider set is seen, whatever the other sets list below its pattern or in the place of all others",
    arguments: [
      // The names that a pattern might be tried by are all listed.
      (
        [
          "own: [harbour.example]\n  rest: [one.bay.example, linkpolicy-example.bay.example, linkpolicy-example-1.bay.example]"
        ],
        "own: [harbour.example, \"*.bay.example\"]\n  rest: [one.bay.example, linkpolicy-example.bay.example, linkpolicy-example-1.bay.example]"
      ),
      // A pattern below another.
      (
        ["own: [harbour.example]\n  rest: [\"*.one.bay.example\"]"],
        "own: [harbour.example, \"*.bay.example\"]\n  rest: [\"*.one.bay.example\"]"
      ),
    ])
  func domains(_ edit: (old: [String], new: String)) throws {
    let old = try Harbour.policy((Self.own, edit.old[0]))
    let new = try Harbour.policy((Self.own, edit.new))
    let difference = try PolicyDifference(old: old, new: new)
    #expect(difference.changes.contains { $0.kinds.contains(.reachesMore) })
    #expect(try PolicyDifference(old: new, new: new).isEqual)
  }

  @Test("a pattern is seen, however little room it leaves for an address")
  func longPatterns() throws {
    let label = String(repeating: "a", count: 60)
    for count in [200, 240, 248] {
      // A pattern may have as many bytes as a domain.
      let long = [label, label, label, label, label].joined(separator: ".").prefix(count - 8)
      let domain = (long.hasSuffix(".") ? long.dropLast() + "b" : long) + ".example"
      let difference = try PolicyDifference(
        old: try Harbour.policy(),
        new: try Harbour.policy((Self.own, "own: [harbour.example, \"*.\(domain)\"]")))
      #expect(difference.changes.contains { $0.kinds.contains(.reachesMore) }, "\(count)")
    }
  }

  @Test("every other domain is seen, also where the one that would stand for it is in a set")
  func others() throws {
    for listed in [
      "linkpolicy-example.invalid", "linkpolicy-example.invalid, linkpolicy-example.invalid-1",
    ] {
      let sets = (Self.own, "own: [harbour.example, \(listed)]")
      let old = try Harbour.policy(sets)
      let new = try Harbour.policy(
        sets,
        (
          Self.row,
          "- {id: own,       provider: login.harbour.example, domain: [own, other], is: trusted}"
        ))
      let difference = try PolicyDifference(old: old, new: new)
      #expect(difference.changes.contains { $0.kinds.contains(.reachesMore) }, "\(listed)")
    }
  }

  @Test(
    "a family is seen by a member of its own, whatever members and longer families are declared")
  func families() throws {
    let families = [
      "\"saml.*\": {kind: federated}\n  saml.one: {kind: federated}\n  \"saml.x*\": {kind: federated}",
      "\"saml.*\": {kind: federated}\n  saml.one: {kind: federated}\n  saml.o: {kind: federated}\n  \"saml.n*\": {kind: federated}",
      "\"saml.*\": {kind: federated}\n  "
        + "onetwhrfuivslxgabcdjkmpqyz0123456789".map { "\"saml.\($0)*\": {kind: federated}" }
        .joined(separator: "\n  "),
    ]
    for text in families {
      let pier = "pier.example:          {kind: federated}"
      let edits = [(old: pier, new: pier + "\n  " + text)]
      let old = try Harbour.policy(edits)
      let new = try Harbour.policy(
        edits + [
          (
            old: Self.row,
            new: Self.row + "\n      - {id: family, provider: \"saml.*\", is: trusted}"
          )
        ])
      let difference = try PolicyDifference(old: old, new: new)
      #expect(difference.changes.contains { $0.kinds.contains(.reachesMore) }, "\(text)")
    }
  }

  @Test("the order in which things are declared makes no difference, although numbers go by it")
  func order() throws {
    let pier = "  pier.example:          {kind: federated}\n"
    let login = "  login.harbour.example: {kind: federated}\n"
    let given = try Harbour.policy()
    let turned = try Harbour.policy((login + pier, pier + login))
    #expect(given.digest == turned.digest)
    let difference = try PolicyDifference(old: given, new: turned)
    #expect(difference.isEqual && difference.cells > 0)
    // An edit besides is seen as it is in the other order.
    let edit = (Self.row, "- {id: own,       provider: pier.example, domain: own, is: trusted}")
    let plain = try PolicyDifference(old: given, new: try Harbour.policy(edit))
    let both = try PolicyDifference(
      old: given, new: try Harbour.policy((login + pier, pier + login), edit))
    #expect(plain.changes.map { $0.kinds } == both.changes.map { $0.kinds })
    #expect(plain.changedCells == both.changedCells && plain.changedCells > 0)
  }
}
