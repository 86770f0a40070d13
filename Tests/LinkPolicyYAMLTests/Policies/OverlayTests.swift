import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyYAML

/// What a policy that extends another comes to.
@Suite struct OverlayTests {
  static let base = """
    linkpolicy: 1
    name: base
    providers: {p: {kind: federated}}
    settings: {mode: [open, shut]}
    guards:
      - {id: closed, setting.mode: shut, refuse: no}
    facts:
      known:
        values: [yes, no]
        rows:
          - {id: known, credential: known, is: yes}
          - {id: rest, is: no}
    decisions:
      sign-in:
        rows:
          - {id: known, credential: known, do: [sign-in], because: U4}
          - given: {credential: new}
            rows:
              - {id: free, address: [absent, free], refuse: no}
              - {id: taken, address: taken, refuse: no, comment: strict}
          - {id: rest, refuse: never}
      delete: {rows: [{id: any, refuse: no}]}
    errors: {no: {}, never: {}}
    """

  /// Finds `base` and what else is given by name.
  static func finder(_ others: [String: String] = [:]) -> PolicyFinder {
    let texts = others.merging(["base": base]) { given, _ in given }
    return PolicyFinder { reference, _ in
      guard let text = texts[reference] else { return .notFound("there is none") }
      return .found(name: reference + ".yaml", bytes: Array(text.utf8))
    }
  }

  static func read(_ text: String, _ others: [String: String] = [:]) throws(InvalidInput)
    -> PolicyText
  {
    try PolicyText(
      Array(("linkpolicy: 1\nname: over\nextends: base\n" + text).utf8), name: "over.yaml",
      finder: finder(others))
  }

  /// The ids of a table's rows, with the values of the conditions of each.
  private func rows(_ text: PolicyText, _ table: Name = "sign-in") -> [String] {
    text.document.decisions.first { $0.key.value == table }?.rows.map { row in
      let conditions = row.conditions.map { condition in
        "\(condition.fact.value)=" + condition.values.map { $0.value.text }.joined(separator: "|")
      }
      let answer = row.refusal?.value.text ?? row.effects?.map { $0.name.value.text }.joined() ?? ""
      return ([row.id.value.text] + conditions + [answer]).joined(separator: " ")
    } ?? []
  }

  private var plain: [String] {
    [
      "known credential=known sign-in", "free credential=new address=absent|free no",
      "taken credential=new address=taken no", "rest never",
    ]
  }

  private func edited(_ edits: String) throws -> [String] {
    rows(try Self.read("decisions: {sign-in: {\(edits)}}\n"))
  }

  @Test func withoutEditsAllStays() throws {
    #expect(rows(try Self.read("")) == plain)
    #expect(try Self.read("").document.name.value == "over")
  }

  @Test func rowsAreEditedOutsideAndInsideOfGiven() throws {
    var expected = plain
    expected[3] = "rest no"
    #expect(try edited("change: [{id: rest, refuse: no}]") == expected)
    expected = plain
    expected[2] = "taken credential=new address=taken link"
    #expect(try edited("change: [{id: taken, do: [link]}]") == expected)
    expected[2] = "taken credential=new session=old never"
    #expect(try edited("replace: [{id: taken, session: old, refuse: never}]") == expected)
    #expect(try edited("remove: [known, taken]") == [plain[1], plain[3]])
    #expect(try edited("remove: [free, taken]") == [plain[0], plain[3]])
    expected = plain
    expected.insert("x session=old no", at: 0)
    #expect(try edited("before: {known: [{id: x, session: old, refuse: no}]}") == expected)
    expected = plain
    expected.insert("x credential=new session=old no", at: 2)
    #expect(try edited("after: {free: [{id: x, session: old, refuse: no}]}") == expected)
  }

  @Test func guardsFactsTablesAndDeclarations() throws {
    let guards = try Self.read(
      "guards: {before: {closed: [{id: first, session: old, refuse: no}]}, "
        + "change: [{id: closed, refuse: never}]}")
    #expect(guards.document.guards.map { $0.id.value } == ["first", "closed"])
    #expect(guards.document.guards[1].refusal?.value == "never")
    #expect(guards.document.guards[1].conditions.count == 1)
    let facts = try Self.read("facts: {known: {remove: [known]}}")
    #expect(facts.document.facts[0].rows.map { $0.id.value } == ["rest"])
    let tables = try Self.read(
      "decisions: {delete: {rows: [{id: other, refuse: never}]}, reload: {rows: [{id: r, do: []}]}}"
    )
    #expect(rows(tables, "delete") == ["other never"])
    #expect(rows(tables, "reload") == ["r "])
    let joined = try Self.read("settings: {mode: [shut], more: [a]}\nproviders: {q: {kind: phone}}")
    #expect(joined.document.settings.map { $0.values.count } == [1, 1])
    #expect(joined.document.providers.map { $0.id.value } == ["p", "q"])
  }

  @Test func positionsPointToTheirFiles() throws {
    let text = try Self.read(
      "decisions:\n  sign-in:\n    change:\n      - {id: rest, refuse: no}\n")
    let sources = text.document.sources
    let rows = text.document.decisions[0].rows
    #expect(sources.describe(rows[0].id.position) == "base.yaml:16:14")
    #expect(sources.describe(rows[1].conditions[0].fact.position) == "base.yaml:17:17")
    #expect(sources.describe(rows[3].id.position) == "over.yaml:7:14")
  }

  @Test func wrongEditsAreFound() {
    let cases = [
      ("decisions: {sign-in: {remove: [takn]}}", "unknown-overlay 4:32", "did you mean `taken`?"),
      (
        "decisions: {sing-in: {remove: [taken]}}", "unknown-overlay 4:13", "did you mean `sign-in`?"
      ),
      ("decisions: {sign-in: {change: [{refuse: no}]}}", "missing-key 4:32", "`id`"),
      ("decisions: {sign-in: {chnge: []}}", "unknown-key 4:23", "did you mean `change`?"),
      ("guards: [{id: x, refuse: no}]", "wrong-type 4:9", "`before`"),
      ("guards: {remove: [open]}", "unknown-overlay 4:19", "no row `open`"),
    ]
    for (edit, place, phrase) in cases {
      do throws(InvalidInput) {
        _ = try Self.read(edit)
        Issue.record("accepted: \(edit)")
      } catch {
        #expect(error.diagnostics.map { $0.place } == [place], "\(edit)")
        let all = error.diagnostics.map { $0.message + ($0.help ?? "") }.joined()
        #expect(all.contains(phrase), "\(all)")
      }
    }
  }

  @Test func basesThatCannotBeHad() throws {
    func refuse(_ extends: String, _ others: [String: String], _ phrase: String) {
      let text = "linkpolicy: 1\nname: over\nextends: \(extends)\n"
      do throws(InvalidInput) {
        _ = try PolicyText(Array(text.utf8), name: "over.yaml", finder: Self.finder(others))
        Issue.record("accepted: \(extends)")
      } catch {
        let all = error.diagnostics.map { $0.code.name.text + " " + $0.message + ($0.help ?? "") }
        #expect(all.joined().contains(phrase), "\(all)")
      }
    }
    refuse("nowhere", [:], "unknown-base cannot extend `nowhere`: there is none")
    refuse("over", ["over": "extends: over"], "unknown-base `over` extends itself")
    refuse("a", ["a": "extends: b", "b": "extends: a"], "extends itself")
    var chain: [String: String] = [:]
    for number in 0..<10 {
      chain["c\(number)"] = "extends: c\(number + 1)"
    }
    refuse("c0", chain, "more than 8 policies")
    refuse("{digest: x}", [:], "missing-key `policy`")
    refuse("{policy: base, digest: 00}", [:], "changed-base")
    refuse("bad", ["bad": "a: [\n"], "yaml-syntax")
    let digest = try Policy(yaml: Array(Self.base.utf8)).digest.text
    let pinned = "linkpolicy: 1\nname: over\nextends: {policy: base, digest: \(digest)}\n"
    _ = try PolicyText(Array(pinned.utf8), name: "over.yaml", finder: Self.finder())
  }

  /// A list of purposes is joined like a map that says nothing of them.
  @Test func purposesAreJoinedHoweverTheyAreWritten() throws {
    for (base, over, expected) in [
      ("[a, b]", "[c]", ["a asserted", "b asserted", "c asserted"]),
      ("[a, b]", "{b: {to: account}}", ["a asserted", "b account"]),
      ("{a: {to: account}}", "b", ["a account", "b asserted"]),
      ("a", "[a]", ["a asserted"]),
    ] {
      let files = ["base": Self.base + "\npurposes: \(base)\n"]
      let text = "linkpolicy: 1\nname: over\nextends: base\npurposes: \(over)\n"
      let read = try PolicyText(Array(text.utf8), name: "over.yaml", finder: Self.finder(files))
      let found = read.document.purposes.map { "\($0.name.value) \($0.treatment.recipient)" }
      #expect(found == expected, "\(base) \(over)")
    }
  }

  @Test func whatIsExpandedMeansTheSame() throws {
    let text = try Self.read(
      "decisions: {sign-in: {change: [{id: taken, do: [link]}], remove: [free]}}\n")
    let again = try PolicyText(text.expanded, name: "expanded.yaml")
    #expect(PolicyDigest(of: again.document) == PolicyDigest(of: text.document))
    #expect(rows(again) == rows(text))
  }
}
