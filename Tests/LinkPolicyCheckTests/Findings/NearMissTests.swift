import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyYAML
import Testing

@testable import LinkPolicyReview

/// What a gap, an overlap and an effect that cannot be carried out say of the attempt, of what stands near it,
/// and of the edit that made them.
@Suite("What stands near a gap or an overlap")
struct NearMissTests {
  private static let base = """
    linkpolicy: 1
    name: small
    domains: {own: [own.example]}
    providers:
      own.example: {kind: federated}
    facts:
      trust:
        values: [trusted, untrusted]
        rows:
          - {id: own,       domain: own, is: trusted}
          - {id: otherwise, is: untrusted}
    action-groups:
      mine: [delete, refresh]
    guards:
      - {id: no-session, action: mine, session: [none, revoked, gone], refuse: signed-out}
    decisions:
      sign-in.federated:
        rows:
          - {id: returning, credential: known, do: [sign-in]}
          - {id: first, credential: new, address: [absent, free], do: [create, sign-in]}
          - {id: joined, credential: new, address: taken, trust: trusted, refuse: taken}
          - {id: taken, credential: new, address: taken, trust: untrusted, refuse: taken}
          - {id: broken, credential: broken, refuse: taken}
      delete:
        rows:
          - {id: recent, session: recent, do: [delete]}
          - {id: old, session: old, refuse: too-old}
      refresh: {rows: [{id: any, do: [issue-token]}]}
    errors: {signed-out: {}, taken: {}, too-old: {}}

    """

  /// What is found of a text, or of the base with one edit, as the message, the help and the notes.
  private func findings(
    _ text: String, onto base: String = base
  ) -> [(text: String, notes: [String])] {
    let finder = PolicyFinder { _, _ in .found(name: "base.yaml", bytes: Array(base.utf8)) }
    let review = PolicyReview(
      Result { () throws(InvalidInput) in
        try PolicyText(Array(text.utf8), name: "policy.yaml", finder: finder)
      })
    return review.findings.filter { $0.level == .error }.map { finding in
      (
        finding.code.name.text + ": " + finding.message + " / " + (finding.help ?? ""),
        finding.related.map { review.sources.describe($0.position) + ": " + $0.message }
      )
    }
  }

  private func findings(
    replacing old: String, with new: String
  ) throws -> [(text: String, notes: [String])] {
    try #require(Self.base.split(separator: old, omittingEmptySubsequences: false).count == 2)
    return findings(Self.base.replacing(old, with: new))
  }

  private func findings(overlay: String) -> [(text: String, notes: [String])] {
    findings("linkpolicy: 1\nname: over\nextends: base.yaml\n" + overlay)
  }

  @Test("the base has no finding")
  func base() {
    #expect(findings(Self.base).isEmpty)
  }

  @Test(
    "findings/review.md 7: a gap is told in words, with the nearest row and its first condition that fails"
  )
  func narrowedRow() throws {
    let found = try findings(replacing: "address: [absent, free], do:", with: "address: free, do:")
    #expect(found.count == 1)
    #expect(
      found[0].text.contains("(a federated sign-in with a new credential, without an address"),
      "\(found)")
    #expect(
      found[0].notes == [
        "policy.yaml:20:14: row `first` is the closest match: `address: free` is required, but the value is `absent`"
      ])
  }

  @Test(
    "a row that was removed: the nearest one stays, and a derived fact says where its value is from"
  )
  func removedRow() throws {
    let found = try findings(
      replacing: "- {id: joined, credential: new, address: taken, trust: trusted, refuse: taken}",
      with: "")
    #expect(found.count == 1)
    #expect(
      found[0].notes == [
        "policy.yaml:22:14: row `taken` is the closest match: `trust: untrusted` is required, but the value is `trusted`",
        "policy.yaml:10:14: row `own` of `trust` gives the value `trusted`",
      ], "\(found)")
  }

  @Test("findings/review.md 7: a narrowed guard is named where only the gap would be refused by it")
  func narrowedGuard() throws {
    let found = try findings(replacing: "[none, revoked, gone]", with: "[none, gone]")
    #expect(found.count == 1)
    #expect(
      found[0].text.contains(
        "table `delete` has no answer for session: revoked, account: no-address (a delete in a revoked session, "
          + "for an account without an address)"),
      "\(found)")
    #expect(
      found[0].text.hasSuffix("; perhaps guard `no-session` has to refuse `session: revoked` too"))
    let note =
      "guard `no-session` would refuse the attempt except for one condition: `session: [none, gone]` is required, but the value is `revoked`"
    #expect(found[0].notes.contains("policy.yaml:15:10: " + note), "\(found)")
  }

  @Test("findings/review.md 7: so is it where an effect cannot be carried out")
  func impossibleEffect() throws {
    let found = try findings(replacing: "[none, revoked, gone]", with: "[revoked, gone]")
    let effect = try #require(found.first { $0.text.hasPrefix("impossible-effect") })
    #expect(
      effect.text.contains(
        "row `any` cannot `issue-token` where session: none, account: none (a refresh"),
      "\(effect)")
    #expect(
      effect.notes.contains { $0.contains("guard `no-session` would refuse the attempt") },
      "\(effect)")
  }

  @Test(
    "findings/review.md 7: a row whose condition grew overlaps, and the condition that tells the two apart is named"
  )
  func grownRow() throws {
    let found = try findings(
      replacing: "address: taken, trust: untrusted",
      with: "address: [taken, free], trust: untrusted")
    #expect(found.count == 1)
    #expect(
      found[0].text.contains(
        "(a federated sign-in with a new credential, for an address that nobody has, "
          + "where `trust` is `untrusted`)"),
      "\(found)")
    #expect(
      found[0].text.contains(
        "/ remove `free` from `address` in row `taken`, or write `hit: first` and `overrides: [first]`"
      ),
      "\(found)")
    #expect(found[0].notes == ["policy.yaml:20:14: row `first` is here"])
  }

  @Test(
    "findings/review.md 7: the edit of an overlay that opened a gap is named where it stands",
    arguments: [
      (
        "guards: {change: [{id: no-session, session: [none, gone]}]}",
        "policy.yaml:4:24: the overlay changes guard `no-session`; without this edit, the gap does not exist"
      ),
      (
        "guards: {remove: no-session}",
        "policy.yaml:4:18: the overlay removes guard `no-session`; without this edit, the gap does not exist"
      ),
      (
        "decisions: {sign-in.federated: {remove: [broken, taken]}}",
        "policy.yaml:4:42: the overlay removes row `broken` of `sign-in.federated`; without this edit, the gap does not exist"
      ),
      (
        "facts: {trust: {remove: [otherwise]}}",
        "policy.yaml:4:26: the overlay removes row `otherwise` of `trust`; without this edit, the gap does not exist"
      ),
    ])
  func overlay(_ edit: String, _ note: String) {
    let notes = Array(findings(overlay: edit + "\n").map { $0.notes }.joined())
    // Where the edited row or guard is a neighbour itself, both are said at its place.
    let said = notes.contains { all in
      all.hasSuffix(note.drop { $0 != " " }) && all.hasPrefix(note.prefix { $0 != " " })
    }
    #expect(said, "\(notes)")
  }

  @Test(
    "an overlap of an overlay names the edit too, and edits that only together made it are all named"
  )
  func overlaps() {
    let grown = findings(
      overlay: "decisions: {sign-in.federated: {change: [{id: broken, credential: {not: own}}]}}\n")
    #expect(!grown.isEmpty)
    for finding in grown {
      #expect(
        finding.notes.contains { $0.contains("the overlay changes row `broken`") }, "\(finding)")
    }
    // The row is not there, and the fact no longer says what would make it match.
    let both = findings(
      overlay: """
        facts:
          trust:
            values: [trusted, untrusted, odd]
            rows:
              - {id: own, domain: own, is: odd}
              - {id: otherwise, is: untrusted}
        decisions: {sign-in.federated: {remove: [joined]}}

        """)
    let together = both.map { $0.notes }.joined().filter { $0.contains("the overlay") }
    #expect(
      together == [
        "policy.yaml:5:3: the overlay has its own rows for `trust`; without these edits, the gap does not exist",
        "policy.yaml:10:42: the overlay removes row `joined` of `sign-in.federated`; without these edits, the gap does not exist",
      ], "\(both)")
  }

  @Test("an overlay whose base is no better names no edit, and one that is right has no finding")
  func brokenBase() throws {
    #expect(findings(overlay: "title: nothing else\n").isEmpty)
    let broken = Self.base.replacing("[none, revoked, gone]", with: "[none, gone]")
    let found = findings(
      "linkpolicy: 1\nname: over\nextends: base.yaml\n"
        + "decisions: {refresh: {change: [{id: any, do: []}]}}\n", onto: broken)
    #expect(found.count == 1 && found[0].text.hasPrefix("gap: table `delete`"), "\(found)")
    #expect(!found.contains { $0.notes.contains { $0.contains("the overlay") } }, "\(found)")
  }
}
