import Testing

@testable import LinkPolicy
@testable import LinkPolicyDiagnostics

/// What could be misread is not accepted in silence.
@Suite struct RefusedSpellingTests {
  private func findings(_ declarations: String, rows: String, line: Int = #line) -> [Diagnostic] {
    Marked(
      """
      linkpolicy: 1
      name: test
      providers: {p: {kind: federated}}
      errors: {no: {}}
      \(declarations)
      decisions:
        delete:
          rows:
            - {id: a, session: old, \(rows)}
            - {id: rest, refuse: no}
      """
    ).findings()
  }

  @Test func keysThatMeanNothingWhereTheyStand() {
    let cases = [
      ("", "refuse: no, would: [sign-in]", "would"), ("", "refuse: no, is: a", "is"),
      ("guards: [{id: g, session: recent, refuse: no, is: a}]", "refuse: no", "is"),
      ("guards: [{id: g, session: recent, refuse: no, overrides: [x]}]", "refuse: no", "overrides"),
      ("facts: {f: {values: [y], rows: [{id: r, is: y, would: [link]}]}}", "refuse: no", "would"),
      ("facts: {f: {values: [y], rows: [{id: r, is: y, show: no}]}}", "refuse: no", "show"),
      ("facts: {f: {values: [y], rows: [{id: r, is: y, ask: consent}]}}", "refuse: no", "ask"),
      ("facts: {f: {values: [y], rows: [{id: r, is: y, tell: [account]}]}}", "refuse: no", "tell"),
    ]
    for (declarations, row, key) in cases {
      let found = findings(declarations, rows: row)
      #expect(found.map { $0.code } == [.invalidAnswer], "\(declarations) \(row)")
      #expect(found.first?.message.contains("`\(key)`") ?? false, "\(found.map { $0.message })")
    }
  }

  @Test func proofIsAboutTheAssertionAlone() {
    for fact in ["label.l: a", "tenant: same", "session: recent", "methods: one", "account: none"] {
      let found = findings("labels: {l: [a, b]}\nproof: {\(fact)}", rows: "refuse: no")
      #expect(
        found.map { $0.code } == [.invalidDeclaration], "\(fact): \(found.map { $0.message })")
    }
  }

  @Test func aliasesAreDomains() throws {
    for alias in ["\"*.b.example\": a.example", "b.example: \"*.a.example\""] {
      let found = findings("addresses: {aliases: {\(alias)}}", rows: "refuse: no")
      #expect(found.contains { $0.code == .invalidDeclaration }, "\(alias)")
    }
    let policy = try policy(
      """
      linkpolicy: 1
      name: test
      providers: {p: {kind: federated}}
      errors: {no: {}}
      addresses: {aliases: {GoogleMail.com: Gmail.com}}
      decisions: {sign-in: {rows: [{id: a, refuse: no}]}}
      """)
    let vocabulary = policy.vocabulary
    for email in ["a@googlemail.com", "a@GOOGLEMAIL.com", "a@gmail.com", "a@Gmail.com"] {
      let once = try vocabulary.canonical(email)
      #expect(once == "a@gmail.com", "\(email)")
      #expect(try vocabulary.canonical(once) == once, "\(email)")
    }
  }
}
