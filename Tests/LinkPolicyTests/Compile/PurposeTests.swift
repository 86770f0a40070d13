import LinkPolicyYAML
import Testing

@testable import LinkPolicy
@testable import LinkPolicyDiagnostics

/// Purposes of codes as policies declare, mail and take them.
@Suite struct PurposeTests {
  private static func text(
    _ declarations: String, row: String = "{id: any, do: []}", table: String = "reload"
  ) -> String {
    """
    linkpolicy: 1
    name: test
    providers: {p: {kind: federated}, mail: {kinds: [password, email-link]}}
    errors: {no: {}}
    \(declarations)
    decisions:
      \(table): {rows: [\(row)]}
    """
  }

  /// Checks that a text comes to exactly the findings at its marks.
  private func check(_ text: String, _ expected: [(String, String)]) {
    let marked = Marked(text)
    let found = marked.findings().filter { $0.level == .error }
    let places = zip(expected, marked.places).map { "\($0.0.0) \($0.1)" }
    #expect(found.map { $0.codeAndPlace } == places, "\(text)\n\(found.map { $0.message })")
    for (finding, (_, phrase)) in zip(found, expected) {
      let all = finding.message + " / " + (finding.help ?? "")
      #expect(all.contains(phrase), "\(all)")
    }
  }

  @Test func declarationsThatCannotBe() {
    check(Self.text("purposes: [invite, §invite]"), [("duplicate-name", "`invite`")])
    for standard in PurposeTable.standard {
      let name = standard.purpose.name.text
      check(Self.text("purposes: [§\(name)]"), [("duplicate-name", "`\(name)`")])
      check(Self.text("purposes: {§\(name): {to: account}}"), [("duplicate-name", "`\(name)`")])
    }
    let long = String(repeating: "a", count: 65)
    for name in ["Invite", "in vite", "2fa", "-a", "a-", "a--b", "a_b", "é", "a.b", "\"\"", long] {
      check(Self.text("purposes: [§\(name)]"), [("invalid-declaration", "cannot name a purpose")])
    }
    for name in ["a", "a1", "a-1-b", String(repeating: "a", count: 64)] {
      check(Self.text("purposes: [\(name)]"), [])
    }
    check(
      Self.text("purposes: {§a: {for: nobody, stale: with-address}}"),
      [("invalid-declaration", "have no account")])
    check(Self.text("purposes: {a: {to: §accont}}"), [("unknown-value", "did you mean `account`")])
    check(Self.text("purposes: {a: {§too: account}}"), [("unknown-key", "did you mean `to`?")])
    check(Self.text("purposes: {a: §account}"), [("wrong-type", "a map for a purpose")])
  }

  @Test func whatIsMailedIsDeclared() {
    let row = "{id: any, do: [{send-code: §invit}]}"
    check(
      Self.text("purposes: [invite]", row: row, table: "send-link"),
      [("unknown-name", "did you mean `invite`?")])
    check(
      Self.text("", row: "{id: any, do: [{send-code: §invite}]}", table: "send-link"),
      [("unknown-name", "unknown purpose `invite`")])
  }

  @Test func anActionThatTakesACodeSaysWhichPurpose() {
    let table = "{id: any, do: []}"
    func act(_ action: String) -> String {
      Self.text(
        "purposes: {invite: {}, welcome: {for: nobody}}\nactions: {\(action)}", row: table)
    }
    for action in ["§own: {points-to: code}", "§own: {points-to: session, kinds: [email-link]}"] {
      check(act(action), [("invalid-declaration", "add `takes:` with one of `sign-in`")])
    }
    for action in [
      "own: {points-to: session, takes: §invite}",
      "own: {points-to: target, kinds: [federated, phone], takes: §invite}",
    ] {
      check(act(action), [("invalid-declaration", "takes no code")])
    }
    for action in ["own: {points-to: code, takes: §invit}"] {
      check(act(action), [("unknown-name", "did you mean `invite`?")])
    }
    for purpose in ["sign-in", "welcome"] {
      check(
        act("own: {points-to: code, takes: §\(purpose)}"),
        [("invalid-declaration", "have no account")])
      check(act("own: {points-to: credential, kinds: [email-link], takes: \(purpose)}"), [])
    }
    for purpose in ["verify", "change", "undo", "reset", "invite"] {
      check(act("own: {points-to: code, takes: \(purpose)}"), [])
    }
  }

  @Test func anEffectFindsTheAddressAndTheAccountThatItsPurposeNeeds() throws {
    for (treatment, condition, isPossible) in [
      ("{}", "address: free, account: none", false), ("{}", "account: {not: none}", true),
      ("{}", "address: absent", false), ("{for: nobody}", "address: free", true),
      ("{for: nobody}", "address: absent", false), ("{to: account}", "account: none", false),
      ("{to: account, for: nobody}", "account: none", false),
      ("{to: account}", "account: verified", true),
    ] {
      let text = Self.text(
        "purposes: {own: \(treatment)}\nactions: {ask: {points-to: credential, address: optional}}",
        row: "{id: row, \(condition), do: [{send-code: own}]}, {id: rest, refuse: no}",
        table: "ask")
      let codes = Marked(text).findings().map { $0.code }
      // An account that is found by its address always has one asserted.
      #expect(
        codes.contains(.impossibleEffect) != isPossible, "\(treatment) \(condition): \(codes)")
    }
  }

  @Test func theStandardPurposesAreTreatedAsEver() {
    let written = PurposeTable.standard.map {
      ([$0.purpose.name.text] + $0.treatment.words).joined(separator: " ")
    }
    #expect(
      written == [
        "sign-in to: asserted for: nobody stale: never",
        "verify to: account for: account stale: with-address",
        "change to: asserted for: account stale: with-address",
        "undo to: account for: account stale: never",
        "reset to: asserted for: account stale: with-address",
      ])
    for action in ActionDefinition.standard {
      #expect(action.carriesCode == (action.takes != nil), "\(action.name)")
      let kinds = MethodKind.allCases.filter { action.kinds.contains($0) }
      for kind in kinds.isEmpty ? [nil] : kinds.map({ Optional($0) }) {
        #expect(action.carriesCode(kind) == (action.codePurpose(kind) != nil), "\(action.name)")
      }
    }
  }

  @Test func theDigestTellsPurposesAndNotTheirOrder() throws {
    func digest(_ declarations: String) throws -> String {
      try policy(Self.text(declarations)).digest.text
    }
    let take = "actions: {own: {points-to: code, takes: a}}"
    let both = try digest("purposes: [a, b]\n" + take)
    #expect(try digest("purposes: {b: {stale: with-address}, a: {to: asserted}}\n" + take) == both)
    let others = try [
      "purposes: [a, b, c]\n" + take, "purposes: {a: {to: account}, b: {}}\n" + take,
      "purposes: {a: {stale: never}, b: {}}\n" + take,
      "purposes: [a, b]\nactions: {own: {points-to: code, takes: b}}",
      "purposes: {a: {}, b: {for: nobody}}\n" + take,
    ].map { try digest($0) }
    #expect(Set(others + [both]).count == others.count + 1)
    #expect(try digest("purposes: []") == digest(""))
  }
}
