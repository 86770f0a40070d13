import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyJSON
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyCommands

/// What the doctor finds in stores.
@Suite("Examining a store")
struct ExportExaminationTests {
  private static let firebase = Result { try Presets.compiled(named: "firebase") }

  private static func row(
    _ id: String, _ email: String?, _ methods: String, tenant: String? = nil, verified: Bool = false
  ) -> String {
    let methods = methods.replacing("#", with: id)
    let address = email.map { "\"\($0)\"" } ?? "null"
    let rest = tenant.map { #","tenant":"\#($0)""# } ?? ""
    return
      #"{"id":"\#(id)","email":\#(address),"verified":\#(verified),"methods":\#(methods),"state":"active","version":1\#(rest)}"#
  }

  /// A method of an account of its own.
  private static let own = ##"[{"provider":"google.com","subject":"#"}]"##

  private static func findings(_ rows: [String], then other: CompiledPolicy? = nil) throws
    -> [Diagnostic]
  {
    let text = rows.joined(separator: "\n")
    let export = try AccountExport(Array(text.utf8), name: "a.jsonl")
    return ExportExamination(export.accounts, under: try firebase.get(), then: other).findings
      .filter { $0.level != .note }
  }

  private static func policy(_ declaration: String) throws -> CompiledPolicy {
    let text = "linkpolicy: 1\nextends: firebase\nname: other\n\(declaration)\n"
    return try CompiledPolicy(
      PolicyText(Array(text.utf8), name: "other.yaml", finder: Presets.finder).document)
  }

  @Test("a sound store has no findings")
  func sound() throws {
    let rows = [
      Self.row("a", "a@x.example", Self.own), Self.row("b", "b@x.example", Self.own),
      Self.row("c", nil, Self.own),
      Self.row("d", "a@x.example", Self.own, tenant: "t"),
    ]
    #expect(try Self.findings(rows).map { $0.code.name.text } == [])
  }

  @Test("an address that several have is named")
  func sharedAddress() throws {
    let found = try Self.findings([
      Self.row("a", "a@x.example", Self.own), Self.row("b", "a@x.example", Self.own),
    ])
    #expect(found.map { $0.message } == ["accounts `a`, `b` have one address: `a@x.example`"])
  }

  @Test(
    "each account is looked at once, however many have one address",
    arguments: ["", "pools: {one: [google.com], rest: ['*']}"])
  func manyOfOneAddress(declaration: String) throws {
    let policy = try Self.policy(declaration)
    func looks(_ count: Int) throws -> Int {
      let rows = (0..<count).map { number in
        let provider = number < count / 2 ? "google.com" : "github.com"
        return Self.row(
          "u\(number)", "a@x.example", ##"[{"provider":"\##(provider)","subject":"#"}]"##)
      }
      let export = try AccountExport(Array(rows.joined(separator: "\n").utf8), name: "a.jsonl")
      let examined = ExportExamination(export.accounts, under: policy, then: nil)
      #expect(examined.findings.contains { $0.code == .addressTwice })
      return examined.looks
    }
    #expect(try looks(2000) == 2 * looks(1000))
    #expect(try looks(1000) <= 2000)
  }

  @Test(
    "each fault is found at the line it stands in",
    arguments: [
      (
        "account-twice",
        [
          row("a", nil, own), row("b", nil, own),
          row("a", nil, ##"[{"provider":"google.com","subject":"z"}]"##),
        ], 1
      ),
      (
        "credential-twice",
        [row("a", nil, own), row("b", nil, ##"[{"provider":"google.com","subject":"a"}]"##)], 1
      ),
      (
        "address-twice",
        [row("c", nil, own), row("a", "a@x.example", own), row("b", "a@x.example", own)], 2
      ),
      ("no-method", [row("b", nil, own), row("a", nil, "[]")], 2),
      ("unusable-account", [row("a", nil, ##"[{"provider":"nobody.example","subject":"#"}]"##)], 1),
      ("unusable-account", [row("a", "A@X.example", own)], 1),
      ("unusable-account", [row("a", nil, own, verified: true)], 1),
      ("unusable-account", [row("a", nil, ##"[{"provider":"google.com"}]"##)], 1),
      (
        "unusable-account",
        [row("a", nil, ##"[{"provider":"google.com","subject":"#","address":"no address"}]"##)], 1
      ),
    ])
  func faults(code: String, rows: [String], line: Int) throws {
    let found = try Self.findings(rows)
    #expect(found.map { $0.code.name.text } == [code])
    #expect(found.first?.position?.line == line)
    #expect(found.first?.help != nil)
  }

  @Test("a superseded method goes on signing in, where the policy supersedes")
  func superseded() throws {
    let row = Self.row("a", nil, ##"[{"provider":"google.com","subject":"#","superseded":true}]"##)
    let found = try Self.findings([row])
    #expect(found.map { $0.code.name.text } == ["unusable-account"])
  }

  @Test("a password or mailed link without an address finds nobody's account")
  func withoutAddress() throws {
    for kind in ["", #","kind":"email-link""#] {
      let methods = ##"[{"provider":"password"\##(kind)}]"##
      #expect(
        try Self.findings([Self.row("a", nil, methods)]).map { $0.code.name.text } == ["no-method"])
      #expect(
        try Self.findings([Self.row("a", "a@x.example", methods)])
          .allSatisfy { $0.code.name.text != "no-method" })
    }
  }

  @Test("a policy that supersedes nobody decides nothing about an account with a superseded method")
  func supersededUnderAnother() throws {
    let row = Self.row(
      "a", "a@gmail.com",
      ##"[{"provider":"google.com","subject":"1","superseded":true},{"provider":"google.com","subject":"2"}]"##
    )
    let found = try Self.findings([row])
    #expect(found.map { $0.code.name.text } == ["unusable-account"])
    #expect(
      found.first?.message
        == "a method of account `a` is superseded, but no row of the policy supersedes a subject")
    // Under one that supersedes it is sound, and would not be under the other.
    let superseding = try Self.policy(
      "decisions: {sign-in.federated: {change: [{id: trusted-trusted, do: [supersede-subject, sign-in]}]}}"
    )
    let export = try AccountExport(Array(row.utf8), name: "a.jsonl")
    func names(then other: CompiledPolicy?) -> [String] {
      ExportExamination(export.accounts, under: superseding, then: other).findings
        .filter { $0.level != .note }.map { $0.code.name.text }
    }
    #expect(names(then: nil) == [])
    #expect(names(then: superseding) == [])
    #expect(names(then: try Self.firebase.get()) == ["other-rules", "unusable-account"])
  }

  @Test("what another policy folds or joins collides, and what it looks up otherwise is told")
  func folding() throws {
    let rows = [
      Self.row("a", "ada@x.example", Self.own), Self.row("b", "a.da@x.example", Self.own),
      Self.row("c", "c@y.example", Self.own), Self.row("d", "c@z.example", Self.own),
    ]
    let dots = try Self.policy("addresses: {fold: [case, dots]}")
    #expect(try Self.findings(rows).isEmpty)
    let folded = try Self.findings(rows, then: dots)
    #expect(folded.map { $0.code.name.text } == ["other-rules", "would-collide", "other-key"])
    #expect(folded[0].message.contains("dots in local parts") && folded[0].position == nil)
    #expect(folded[1].position?.line == 1 && folded[1].related.map { $0.position.line } == [2])
    #expect(
      folded[2].message.contains("`a.da@x.example`")
        && folded[2].message.contains("`ada@x.example`"))
    let alias = try Self.policy("addresses: {aliases: {z.example: y.example}}")
    #expect(
      try Self.findings(rows, then: alias).map { $0.code.name.text } == [
        "other-rules", "would-collide", "other-key",
      ])
    #expect(try Self.findings(rows, then: Self.firebase.get()).isEmpty)
  }

  @Test("providers of one issuer share their subjects, and the keys of what is stored are others")
  func issuers() throws {
    let rows = [
      Self.row("a", nil, ##"[{"provider":"google.com","subject":"7"}]"##),
      Self.row("b", nil, ##"[{"provider":"github.com","subject":"7"}]"##),
      Self.row("c", nil, ##"[{"provider":"github.com","subject":"8"}]"##, tenant: "t"),
    ]
    let joined = try Self.policy("providers: {github.com: {kind: federated, issuer: google.com}}")
    let found = try Self.findings(rows, then: joined)
    #expect(
      found.map { $0.code.name.text } == [
        "other-rules", "would-share-credential", "other-key", "other-key",
      ])
    #expect(found[1].level == .error && found[1].related.map { $0.position.line } == [2])
    #expect(found.dropFirst(2).allSatisfy { $0.message.contains("under `google.com`") })
    #expect(try Self.findings(rows, then: Self.firebase.get()).isEmpty)
  }

  @Test("accounts that share a key today are reported for another key that they would share")
  func furtherKeys() throws {
    func policy(_ addresses: String, _ provider: String) throws -> CompiledPolicy {
      let text = """
        linkpolicy: 1
        name: keys
        addresses: {held-by: methods, fold: \(addresses)}
        providers: {a.example: {kind: federated\(provider)}}
        decisions: {sign-in.federated: {rows: [{id: any, refuse: no}]}}
        errors: {no: {}}

        """
      return try CompiledPolicy(yaml: Array(text.utf8), name: "keys.yaml")
    }
    func codes(
      _ methods: [String], from old: CompiledPolicy, to new: CompiledPolicy
    ) throws -> [String] {
      let rows = zip(["u1", "u2", "u3"], methods).map { Self.row($0, nil, "[" + $1 + "]") }
      let export = try AccountExport(Array(rows.joined(separator: "\n").utf8), name: "a.jsonl")
      return ExportExamination(export.accounts, under: old, then: new).findings
        .filter { $0.level != .note && $0.code != .otherRules && $0.code != .otherKey }
        .map { $0.code.name.text }.sorted()
    }
    func subject(_ subject: String) -> String {
      #"{"provider":"a.example","subject":"\#(subject)"}"#
    }
    let (exact, folded) = (try policy("[case]", ""), try policy("[case]", ", subjects: folded"))
    let subjects = [subject("s") + "," + subject("Ada"), subject("s") + "," + subject("ada")]
    #expect(
      try codes(subjects, from: exact, to: folded) == [
        "credential-twice", "would-share-credential",
      ])
    #expect(try codes(subjects, from: exact, to: exact) == ["credential-twice"])
    #expect(
      try codes([subject("s"), subject("s"), subject("S")], from: exact, to: folded) == [
        "credential-twice", "would-share-credential",
      ])

    func address(_ number: Int, _ address: String) -> String {
      #"{"provider":"a.example","subject":"\#(number)","address":"\#(address)@x.example"}"#
    }
    let dots = try policy("[case, dots]", "")
    let addresses = [
      address(1, "s") + "," + address(2, "a.da"), address(3, "s") + "," + address(4, "ada"),
    ]
    #expect(try codes(addresses, from: exact, to: dots) == ["address-twice", "would-collide"])
    #expect(try codes(addresses, from: exact, to: exact) == ["address-twice"])
  }

  @Test("what is found today and would not be is told, and what no row shows")
  func lost() throws {
    let rows = [
      Self.row("a", "ada@x.example", Self.own),
      Self.row(
        "b", "b@x.example", ##"[{"provider":"google.com","subject":"#","address":"c@y.example"}]"##),
    ]
    func small(_ holder: String) throws -> CompiledPolicy {
      let text = """
        linkpolicy: 1
        name: small
        addresses: {held-by: \(holder)}
        providers: {google.com: {kind: federated}}
        decisions: {sign-in.federated: {rows: [{id: any, refuse: no}]}}
        errors: {no: {}}

        """
      return try CompiledPolicy(yaml: Array(text.utf8), name: "small.yaml")
    }
    let export = try AccountExport(Array(rows.joined(separator: "\n").utf8), name: "a.jsonl")
    let found = ExportExamination(
      export.accounts, under: try small("account"), then: try small("methods")
    ).findings.filter { $0.level != .note }
    #expect(found.map { $0.code.name.text } == ["other-rules", "other-key", "other-key"])
    #expect(found.dropFirst().map { $0.position?.line } == [1, 2])
    // Whoever typed capital letters was found so far.
    let exact = try Self.findings(rows, then: Self.policy("addresses: {fold: []}"))
    #expect(exact.map { $0.code.name.text } == ["other-rules"])
    #expect(exact.first?.level == .warning)
  }

  @Test("a row that says no kind is of another kind where the provider's first one is another")
  func kinds() throws {
    let row = Self.row("a", nil, ##"[{"provider":"p","subject":"1"}]"##)
    let export = try AccountExport(Array(row.utf8), name: "a.jsonl")
    let (one, two) = (
      try Self.policy("providers: {p: {kinds: [federated, custom]}}"),
      try Self.policy("providers: {p: {kinds: [custom, federated]}}")
    )
    let found = ExportExamination(export.accounts, under: one, then: two).findings
    #expect(found.map { $0.code.name.text } == ["other-rules", "other-key"])
    #expect(ExportExamination(export.accounts, under: one, then: one).findings.isEmpty)
  }

  @Test("accounts of two tenants do not collide, and three do at once")
  func tenants() throws {
    let dots = try Self.policy("addresses: {fold: [case, dots]}")
    let apart = [
      Self.row("a", "ada@x.example", Self.own, tenant: "s"),
      Self.row("b", "a.da@x.example", Self.own, tenant: "t"),
    ]
    #expect(
      try Self.findings(apart, then: dots).map { $0.code.name.text } == [
        "other-rules", "other-key",
      ])
    let three = ["a", "b", "c"].map { Self.row($0, "ada@x.example", Self.own) }
    let found = try Self.findings(three)
    #expect(found.count == 1 && found[0].related.count == 2)
  }

  @Test("methods that did not prove the address are counted, and told where a row drops them")
  func unproven() throws {
    let row = Self.row(
      "a", "a@x.example",
      ##"[{"provider":"google.com","subject":"1","proved":"a@x.example"},{"provider":"google.com","subject":"2","proved":"b@x.example"},{"provider":"password"}]"##
    )
    let export = try AccountExport(Array(row.utf8), name: "a.jsonl")
    let found = ExportExamination(export.accounts, under: try Self.firebase.get(), then: nil)
    #expect(found.methods == 3 && found.unproven == 2)
    #expect(found.findings.map { $0.code.name.text } == ["unproven-method", "unproven-method"])
  }

  @Test("a file without accounts is no store in order", arguments: ["", "\n", " \n\n"])
  func nothing(text: String) {
    let error = #expect(throws: InvalidInput.self) {
      try AccountExport(Array(text.utf8), name: "a.jsonl")
    }
    #expect(error?.diagnostics.map { $0.code } == [.jsonEmpty])
  }

  @Test(
    "no line is passed over",
    arguments: [
      "{", "[]", "null", #"{"id":"a"}"#,
      #"{"id":"a","email":null,"verified":false,"methods":[],"state":"active","version":1,"x":1}"#,
      #"{"id":"a","email":null,"verified":false,"methods":[],"state":"active","version":1,"identifiers":{"phone":5}}"#,
      #"{"id":"a","id":"b","email":null,"verified":false,"methods":[],"state":"active","version":1}"#,
    ])
  func malformed(line: String) throws {
    let text = Self.row("a", nil, Self.own) + "\n" + line + "\n"
    let error = #expect(throws: InvalidInput.self) {
      try AccountExport(Array(text.utf8), name: "a.jsonl")
    }
    #expect(error?.diagnostics.first?.position?.line == 2)
  }
}
