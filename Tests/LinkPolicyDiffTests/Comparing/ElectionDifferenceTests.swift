import LinkPolicyAuthoring
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

/// Differences in the declarations on which `proof` depends, if `proof` elects the address of an attempt.
@Suite("Differences in the election of addresses")
struct ElectionDifferenceTests {
  struct Edit: Sendable {
    var old: String
    var new: String

    init(_ old: String, _ new: String) {
      self.old = old
      self.new = new
    }
  }

  /// An edit of a part of a policy, to which other edits are applied first.
  struct PartEdit: Sendable {
    var common: [Edit] = []
    var edits: [Edit]
    var part: String
  }

  /// Returns a policy of which no row tests the trust, so that only the election of the address depends on it.
  private static func policy(_ edits: [Edit] = []) throws -> CompiledPolicy {
    let text = """
      linkpolicy: 1
      name: election
      addresses: {match: any-proven}
      claims:
        verified: {yes: [true, "yes"], no: [false]}
      domains:
        own: [own.example]
      settings: {mode: [open, shut]}
      providers:
        github.com: {kind: federated}
      facts:
        trust:
          values: [trusted, untrusted]
          rows:
            - {id: a, domain: own, is: trusted}
            - {id: b, domain: {not: own}, is: untrusted}
      proof: {trust: trusted}
      decisions:
        sign-in.federated:
          rows:
            - {id: returning, credential: known, do: [sign-in]}
            - {id: broken, credential: broken, refuse: no}
            - {id: first, credential: new, address: [absent, free], refuse: other}
            - {id: taken, credential: new, address: [taken, several], refuse: no}
      errors:
        no: {}
        other: {}
      """
    let edited = edits.reduce(text) { $0.replacing($1.old, with: $1.new) }
    return try CompiledPolicy(yaml: Array(edited.utf8), name: "election.yaml")
  }

  private static let partEdits = [
    PartEdit(
      edits: [
        Edit("domain: own, is", "domain: other, is"),
        Edit("domain: {not: own}, is", "domain: {not: other}, is"),
      ], part: "fact trust, row a"),
    PartEdit(edits: [Edit("[own.example]", "[own2.example]")], part: "domains own"),
    PartEdit(
      common: [Edit("[own.example]", "[\"*.own.example\"]")],
      edits: [Edit("  own: [", "  bad: [a.own.example]\n  own: [")], part: "domains bad"),
    PartEdit(
      common: [Edit("{trust: trusted}", "{claim.verified: yes}")],
      edits: [Edit("[true, \"yes\"]", "[true]")], part: "claim verified"),
    PartEdit(
      common: [Edit("{trust: trusted}", "{claim.verified: other}")],
      edits: [Edit("no: [false]", "no: [false, \"no\"]")], part: "claim verified"),
    PartEdit(
      common: [Edit("{trust: trusted}", "{setting.mode: open}")],
      edits: [Edit("[open, shut]", "[shut, open]")], part: "setting mode"),
  ]

  @Test("an edit of a declaration behind `proof` is never called equal", arguments: partEdits)
  func changed(_ test: PartEdit) throws {
    let policies = (
      try Self.policy(test.common), try Self.policy(test.common + test.edits)
    )
    for (old, new) in [policies, (policies.1, policies.0)] {
      let difference = try PolicyDifference(old: old, new: new)
      #expect(!difference.isEqual)
      #expect(difference.declarations.map { $0.part } == [.proof])
      #expect(difference.declarations.map { $0.kinds } == [[.declares]])
      let causes = DifferenceCause.all(of: difference).filter { !$0.declarations.isEmpty }
      #expect(causes.contains { $0.part?.subject.words == test.part }, "\(test.part)")
    }
  }

  @Test(
    "an edit that elects the same addresses is no difference",
    arguments: [
      Edit("[own.example]", "[Own.Example]"),
      Edit("[true, \"yes\"]", "[true]"),
      Edit("{id: a, domain", "{id: c, domain"),
      // Without `hit: first`, the order of the rows changes nothing.
      Edit(
        "- {id: a, domain: own, is: trusted}\n      - {id: b, domain: {not: own}, is: untrusted}",
        "- {id: b, domain: {not: own}, is: untrusted}\n      - {id: a, domain: own, is: trusted}"),
    ])
  func unchanged(_ edit: Edit) throws {
    let difference = try PolicyDifference(old: try Self.policy(), new: try Self.policy([edit]))
    #expect(difference.isEqual, "\(difference.declarations.map { $0.subject })")
  }

  @Test("the declarations behind `proof` elect nothing if the lookup takes the first address")
  func primary() throws {
    let primary = Edit("any-proven", "primary")
    let difference = try PolicyDifference(
      old: try Self.policy([primary]),
      new: try Self.policy([primary, Edit("[own.example]", "[own2.example]")]))
    #expect(difference.isEqual)
  }

  @Test("the report spells out the domains behind `proof`")
  func words() throws {
    let found = DeclarationDifference.all(
      Sides(
        old: try Self.policy(),
        new: try Self.policy([Edit("[own.example]", "[Own.Example, a.example]")])))
    #expect(
      found.map { $0.words.old } == [
        "trust: trusted {trusted where domain: [own] {own.example}}"
          + " {untrusted where domain: [absent, other] {not own.example}}"
      ])
    #expect(
      found.map { $0.words.new } == [
        "trust: trusted {trusted where domain: [own] {a.example, own.example}}"
          + " {untrusted where domain: [absent, other] {not a.example, own.example}}"
      ])
  }
}
