import LinkPolicyYAML
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

/// The digest follows the meaning: every edit of it changes the digest, and nothing else does.
@Suite struct PolicyDigestTests {
  private static let text = """
    linkpolicy: 1
    name: test
    title: A title
    sources: {s: {title: T, url: "https://example.com"}}
    domains: {a: [a.example, b.example], r: {names: [r.example], relay: true}}
    providers: {p: {kind: federated, gives: [email, name]}, mail: {kinds: [password, email-link]}}
    claims: {c: {yes: [true, "true"], no: [false]}}
    settings: {mode: [open, shut], other: [x, y]}
    labels: {tier: [basic, gold]}
    actions: {ping: {points-to: session}}
    action-groups: {some: [delete, ping]}
    addresses: {aliases: {c.example: a.example}, elect: [held, primary]}
    methods: {count: [federated, password]}
    pools: {one: [p], all: ["*"]}
    facts: {trust: {values: [yes, no], rows: [{id: t, claim.c: yes, is: yes}, {id: o, is: no}]}}
    proof: {trust: yes}
    impossible: [{session: gone, code: used, because: X1}]
    guards:
      - {id: g, action: [some], session: old, refuse: no}
      - {id: w, would: [delete, sign-in], setting.mode: shut, refuse: never}
    decisions:
      ping:
        hit: first
        rows:
          - {id: a, session: [recent, old], do: [{send-code: verify}, {set: {tier: gold}}], because: U1}
          - {id: b, session: {not: [none]}, do: [{drop: [password, federated]}], overrides: [a]}
          - {id: c, refuse: no, ask: consent, tell: [methods, account], show: allowed}
      delete: {rows: [{id: d, do: [remember-undo, set-email]}, {id: e, refuse: no}]}
    errors: {no: {ask: consent, tell: [account], names: {web: a/b, ios: C}}, never: {}}
    """

  private func document(_ text: String) throws -> PolicyDocument {
    try PolicyText(Array(text.utf8), name: "test.yaml").document
  }

  private func digest(_ text: String) throws -> String {
    PolicyDigest(of: try document(text)).text
  }

  /// The text with one part replaced; the part has to be there.
  private func replacing(_ part: String, _ new: String) throws -> String {
    let range = try #require(Self.text.firstRange(of: part), "\(part)")
    return Self.text.replacingCharacters(in: range, with: new)
  }

  @Test func whatMeansNothingChangesNothing() throws {
    let before = try digest(Self.text)
    let edits = [
      ("title: A title", "title: Another  # with a comment"),
      ("url: \"https://example.com\"", "url: x"),
      ("[a.example, b.example]", "[B.example, a.example]"),
      ("[true, \"true\"]", "[\"true\", true]"),
      ("gives: [email, name]", "gives: [name, email]"), (", because: U1", ", because: [U2, U3]"),
      (", because: U1", ", comment: why, owner: me, since: now"), ("because: X1", "because: X2"),
      ("session: [recent, old]", "session: [old, recent]"), ("[delete, ping]", "[ping, delete]"),
      ("[federated, password]}\npools", "[password, federated]}\npools"),
      (
        "count: [federated, password]}", "count: [federated, password], order: added}"
      ),
      ("would: [delete, sign-in]", "would: [sign-in, delete]"),
      ("drop: [password, federated]", "drop: [federated, password]"),
      ("tell: [methods, account]", "tell: [account, methods]"),
      ("{web: a/b, ios: C}", "{ios: C, web: a/b}"), ("overrides: [a]", "overrides: earlier"),
      ("session: gone, code: used", "code: used, session: gone"),
      ("{mode: [open, shut], other: [x, y]}", "{other: [x, y], mode: [open, shut]}"),
      (
        "      - {id: a, session: [recent, old], do",
        "      - given: {session: [recent, old]}\n        rows:\n          - {id: a, do"
      ),
    ]
    for (part, new) in edits {
      #expect(try digest(try replacing(part, new)) == before, "\(part) to \(new)")
    }
  }

  /// A password that is set without a provider belongs to the first declared provider with passwords.
  @Test func theOrderOfProvidersWithPasswordsShows() throws {
    func digest(_ providers: String) throws -> String {
      try self.digest(
        try replacing(
          "{p: {kind: federated, gives: [email, name]}, mail: {kinds: [password, email-link]}}",
          "{" + providers + "}"))
    }
    let (a, b, p) = (
      "a: {kind: password}", "b: {kind: password}", "p: {kind: federated, gives: [email, name]}"
    )
    let first = try digest([a, b, p].joined(separator: ", "))
    #expect(try digest([p, a, b].joined(separator: ", ")) == first)
    #expect(try digest([b, a, p].joined(separator: ", ")) != first)
    // A family is not the provider of such a password.
    let family = "\"a*\": {kind: password}"
    #expect(
      try digest([b, family, p].joined(separator: ", "))
        == digest([family, b, p].joined(separator: ", ")))
  }

  @Test func everyEditOfTheMeaningShows() throws {
    var digests = [try digest(Self.text)]
    let edits = [
      ("name: test", "name: tset"), ("b.example]", "d.example]"), ("relay: true", "relay: false"),
      ("gives: [email, name]", "gives: [email]"), (", gives: [email, name]", ""),
      ("kind: federated, gives", "kind: federated, consent: required, gives"),
      ("kind: federated, gives", "kind: federated, case: exact, gives"),
      ("kind: federated, gives", "kind: federated, issuer: q, gives"),
      ("[password, email-link]", "[email-link, password]"),
      ("yes: [true, \"true\"]", "yes: [true]"),
      ("\"true\"]", "true1]".replacing("true1", with: "1")), ("[open, shut]", "[shut, open]"),
      ("mode: [open, shut]", "mode: {values: [open, shut], per: provider}"),
      ("tier: [basic, gold]", "tier: {values: [basic, gold], on: method}"),
      ("points-to: session", "points-to: target"), ("[delete, ping]", "[delete]"),
      ("{c.example: a.example}", "{c.example: b.example}"), ("[held, primary]", "[primary, held]"),
      ("addresses: {", "addresses: {match: any-proven, "),
      ("addresses: {", "addresses: {unique: no, "),
      ("addresses: {", "addresses: {held-by: methods, "),
      ("addresses: {", "addresses: {fold: [dots], "),
      ("addresses: {", "addresses: {fold: [case, dots], "),
      ("count: [federated, password]", "count: [federated]"),
      ("count: [federated, password]", "count: [federated, password], list: [password]"),
      ("count: [federated, password]", "count: [federated, password], list: [password, phone]"),
      ("count: [federated, password]", "count: [federated, password], order: provider"),
      ("{one: [p], all: [\"*\"]}", "{one: [p, \"*\"]}"),
      ("claim.c: yes, is: yes", "claim.c: no, is: yes"),
      ("is: yes}, {id: o, is: no}", "is: no}, {id: o, is: yes}"),
      ("values: [yes, no]", "values: [no, yes]"),
      ("proof: {trust: yes}", "proof: {trust: no}"), ("session: gone, code: used", "session: gone"),
      ("session: old, refuse", "session: recent, refuse"),
      ("session: old, refuse", "session: {not: old}, refuse"),
      ("refuse: never}\ndecisions", "refuse: no}\ndecisions"),
      ("would: [delete, sign-in]", "would: [delete]"),
      ("would: [delete, sign-in], ", ""), ("hit: first", "hit: unique"),
      ("id: a, session", "id: z, session"),
      ("send-code: verify", "send-code: reset"),
      ("{send-code: verify}, {set: {tier: gold}}", "{set: {tier: gold}}, {send-code: verify}"),
      ("tier: gold}}]", "tier: basic}}]"), ("drop: [password, federated]", "drop: [password]"),
      ("ask: consent, tell: [methods, account]", "ask: verification, tell: [methods, account]"),
      ("tell: [methods, account]", "tell: [methods]"), (", tell: [methods, account]", ", tell: []"),
      (", tell: [methods, account]", ""), ("show: allowed", "show: never"), (", show: allowed", ""),
      ("do: [remember-undo, set-email]", "do: [set-email, remember-undo]"),
      ("do: [remember-undo, set-email]", "do: []"),
      ("{ask: consent, tell: [account]", "{ask: verification, tell: [account]"),
      ("{ask: consent, tell: [account]", "{tell: [account]"), ("web: a/b", "web: a/c"),
      (", ios: C", ""),
    ]
    for (part, new) in edits {
      let changed = try digest(try replacing(part, new))
      #expect(!digests.contains(changed), "\(part) to \(new)")
      digests.append(changed)
    }
    #expect(digests.count == edits.count + 1)
  }

  @Test func orderOfRowsAndGuardsShows() throws {
    let before = PolicyDigest(of: try document(Self.text))
    var document = try document(Self.text)
    document.guards.swapAt(0, 1)
    #expect(PolicyDigest(of: document) != before)
    document.guards.swapAt(0, 1)
    #expect(PolicyDigest(of: document) == before)
    document.decisions[0].rows.swapAt(0, 1)
    #expect(PolicyDigest(of: document) != before)
    document.decisions[0].rows.swapAt(0, 1)
    document.decisions.swapAt(0, 1)
    #expect(PolicyDigest(of: document) == before)
  }

  @Test func namesDoNotRunTogether() throws {
    let texts = ["[ab, c]", "[a, bc]", "[abc]", "[a, b, c]"]
    let digests = try texts.map { values in
      try digest(try replacing("other: [x, y]", "other: \(values)"))
    }
    #expect(Set(digests).count == texts.count)
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<String.Index>, with new: String) -> String {
    self[..<range.lowerBound] + new + self[range.upperBound...]
  }
}
