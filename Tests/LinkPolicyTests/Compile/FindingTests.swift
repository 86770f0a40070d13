import Testing

@testable import LinkPolicy
@testable import LinkPolicyDiagnostics

/// Each finding of the compiler: its code, its place, and what it says.
@Suite struct FindingTests {
  /// Checks that a text comes to exactly the findings at its marks.
  private func check(
    _ declarations: String, rows: String? = nil, tables: String = "",
    _ expected: [(String, String)],
    line: Int = #line
  ) {
    let text = Marked(
      """
      linkpolicy: 1
      name: test
      \(declarations.contains("providers:") ? "" : "providers: {p: {kind: federated}}")
      \(declarations.contains("errors:") ? "" : "errors: {no: {}, never: {}}")
      \(declarations)
      decisions:
      \(tables.isEmpty ? "  sign-in:\n    rows:\n" + (rows ?? "      - {id: any, refuse: no}") : tables)
      """)
    let found = text.findings()
    let places = zip(expected, text.places).map { "\($0.0.0) \($0.1)" }
    #expect(text.places.count == expected.count, "line \(line): marks")
    #expect(found.map { $0.codeAndPlace } == places, "line \(line): \(found.map { $0.message })")
    for (finding, (_, phrase)) in zip(found, expected) {
      let all = finding.message + " / " + (finding.help ?? "")
      #expect(all.contains(phrase), "line \(line): \(all)")
    }
  }

  @Test func namesThatAreDeclaredTwiceOrNotAtAll() {
    check("settings: {a: [x, §x]}", [("duplicate-name", "value `x` is declared twice")])
    check("domains: {a: [a.example], b: [§A.example]}", [("duplicate-name", "already in set `a`")])
    check("claims: {c: {yes: [true], no: [§true]}}", [("duplicate-name", "another word")])
    check("pools: {a: [p], b: [§p, \"*\"]}", [("duplicate-name", "in two pools")])
    check(
      "facts: {§session: {values: [a], rows: [{id: r, is: a}]}}",
      [("duplicate-name", "fact of the engine")])
    for (declared, fact) in [
      ("settings: {a: [x]}", "setting.a"), ("claims: {a: {x: [1]}}", "claim.a"),
      ("labels: {a: [x]}", "label.a"),
    ] {
      check(
        declared + "\nfacts: {§\(fact): {values: [a], rows: [{id: r, is: a}]}}",
        [("duplicate-name", "fact `\(fact)` is declared twice")])
    }
    check("actions: {§delete: {points-to: session}}", [("duplicate-name", "`delete`")])
    check("pools: {a: [§q, \"*\"]}", [("unknown-name", "unknown provider `q`")])
    check(
      "providers: {p: {kind: §federatd}}",
      [
        ("unknown-name", "did you mean `federated`?")
      ].map { $0 }, line: #line)
  }

  @Test func severalFindingsComeInOneRun() {
    check(
      "",
      rows: """
              - {id: a, §credental: new, refuse: no}
              - {id: b, address: §fre, do: [§creat]}
              - {id: §b, refuse: §nope}
        """,
      [
        ("unknown-name", "did you mean `credential`?"), ("unknown-name", "did you mean `free`?"),
        ("unknown-name", "did you mean `create`?"), ("duplicate-name", "row `b`"),
        ("unknown-name", "unknown error `nope`"),
      ])
  }

  @Test func invalidDeclarations() {
    check("domains: {a: [§nodot]}", [("invalid-declaration", "has no dot")])
    check("domains: {§other: [a.example]}", [("invalid-declaration", "engine's own word")])
    check("settings: {§s: []}", [("invalid-declaration", "`s` has no values")])
    check("errors: {no: {}, §allowed: {}}", [("invalid-declaration", "engine's own word")])
    check("claims: {c: {§absent: [null]}}", [("invalid-declaration", "engine's own word")])
    check("pools: {§a: [p]}", [("invalid-declaration", "no pool contains the providers")])
    check("labels: {l: [a, §absent]}", [("invalid-declaration", "engine's own word")])
    check(
      "addresses: {aliases: {a.example: §b.example, b.example: c.example}}",
      [("invalid-declaration", "another alias")])
    check(
      "facts: {f: {values: [y], rows: [{id: r, is: y}]}}\nproof: {§session: recent}",
      [("invalid-declaration", "not about the assertion")])
  }

  @Test func tables() {
    check(
      "",
      tables:
        "  sign-in: {rows: [{id: a, refuse: no}]}\n  §sign-in.federated: {rows: [{id: b, refuse: no}]}",
      [("duplicate-table", "`sign-in.federated` is decided twice")])
    check(
      "providers: {p: {kinds: [federated, custom]}}",
      tables: "  §sign-in.federated: {rows: [{id: a, refuse: no}]}",
      [("missing-table", "does not decide `custom`")])
    check(
      "",
      tables:
        "  sign-in.§phone: {rows: [{id: a, refuse: no}]}\n  sign-in.federated: {rows: [{id: b, refuse: no}]}",
      [("invalid-declaration", "no provider offers kind `phone`")])
    check(
      "", tables: "  §sing-in: {rows: [{id: a, refuse: no}]}",
      [("unknown-name", "did you mean `sign-in`?")])
    check("", tables: "  §delete: {rows: []}", [("gap", "has no rows")])
  }

  @Test func gapsOverlapsAndOverrides() {
    check(
      "", tables: "  §sign-in:\n    rows:\n      - {id: a, credential: new, refuse: no}",
      [("gap", "credential: known")])
    check(
      "",
      rows: "      - {id: a, credential: new, refuse: no}\n"
        + "      - {id: §b, address: free, refuse: never}\n      - {id: rest, refuse: no}",
      [("overlap", "rows `a` and `b` both match credential: new, address: free")])
    check(
      "",
      tables: "  delete:\n    hit: first\n    rows:\n"
        + "      - {id: a, session: old, refuse: no}\n"
        + "      - {id: §b, account: {not: none}, refuse: never}\n      - {id: rest, refuse: no}",
      [("overlap", "overrides: [a]")])
    check(
      "",
      tables: "  delete:\n    hit: first\n    rows:\n"
        + "      - {id: a, session: old, refuse: no}\n"
        + "      - {id: b, session: recent, refuse: never, overrides: [§a]}\n"
        + "      - {id: rest, refuse: no}",
      [("stale-override", "does not overlap row `a`")])
    check(
      "", rows: "      - {id: a, refuse: no, overrides: §earlier}",
      [("stale-override", "only a row of a table with `hit: first`")])
  }

  @Test func whatNeverDecides() {
    check(
      "",
      rows: "      - {id: a, credential: new, refuse: no}\n"
        + "      - {id: b, credential: [known, broken], refuse: no}\n      - {id: §c, refuse: never}",
      [("hidden-row", "the rows named below take all cells of this row")])
    check(
      "", rows: "      - {id: §a, credential: own, refuse: no}\n      - {id: c, refuse: never}",
      [("hidden-row", "cannot occur together")])
    check(
      "guards: [{id: g, credential: new, refuse: no}]",
      rows: "      - {id: §a, credential: new, refuse: no}\n      - {id: c, refuse: never}",
      [("hidden-row", "guards take all cells of this row")])
    check(
      "guards: [{id: g, credential: new, refuse: no}, {id: §h, credential: new, refuse: never}]",
      [("hidden-guard", "guard `h` never refuses")])
    check(
      "guards: [{id: g, would: sign-in, refuse: no}, {id: §h, would: sign-in, refuse: never}]",
      rows: "      - {id: a, credential: known, do: [sign-in]}\n      - {id: c, refuse: never}",
      [("hidden-guard", "guard `h` never refuses")])
  }

  @Test func answers() {
    check("", rows: "      - {id: §a}", [("invalid-answer", "has neither `do` nor `refuse`")])
    check(
      "", rows: "      - {id: a, do: [{create: §x}]}", [("invalid-answer", "takes no argument")])
    check("guards: [{id: §g, do: [sign-in]}]", [("invalid-answer", "must refuse")])
    check("facts: {f: {values: [y], rows: [{id: §r}]}}", [("invalid-answer", "has no value")])
    check(
      "facts: {f: {values: [y], rows: [{id: §r, is: y, refuse: no}]}}",
      [("invalid-answer", "has `do`")])
    check(
      "", rows: "      - {id: a, do: [{send-code: §verfy}]}",
      [("unknown-name", "did you mean `verify`?")])
    check(
      "labels: {l: [a, b]}", rows: "      - {id: a, do: [{set: {l: §c}}]}",
      [("unknown-name", "`c`")])
    check(
      "", rows: "      - {id: a, refuse: no, ask: §consnt}",
      [("unknown-name", "did you mean `consent`?")])
    check(
      "", rows: "      - {id: a, refuse: no, tell: [§method]}",
      [("unknown-name", "did you mean `methods`?")])
    check(
      "",
      tables: "  delete:\n    rows:\n      - {id: a, account: none, refuse: no}\n"
        + "      - {id: §b, do: [delete], refuse: no}",
      [("refusal-with-effects", "still has effects")])
    check(
      "",
      rows: "      - {id: §§a, credential: known, do: [sign-in], refuse: no}\n"
        + "      - {id: b, refuse: no}",
      [("invalid-answer", "opens no session"), ("refusal-with-effects", "still has effects")])
  }

  @Test func factsAreLimited() {
    let settings = (0..<45).map { "s\($0): [a]" }.joined(separator: ", ")
    let text = Marked(
      "linkpolicy: 1\nname: §test\nproviders: {p: {kind: federated}}\nerrors: {no: {}}\n"
        + "settings: {\(settings)}\ndecisions: {sign-in: {rows: [{id: a, refuse: no}]}}")
    let found = text.findings()
    #expect(found.map { $0.codeAndPlace } == ["too-many \(text.places[0])"])
    #expect(found.first?.message.contains("the most is 64") ?? false)
  }
}
