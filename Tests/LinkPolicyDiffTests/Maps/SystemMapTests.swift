import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("Maps of two systems")
struct SystemMapTests {
  /// The findings about a map, each as `line:column message`.
  private static func findings(_ edits: (old: String, new: String)...) throws -> [String] {
    let policies = Sides(old: try Coast.bay(), new: try Coast.cove())
    var text = Coast.map
    for (old, new) in edits {
      try #require(text.contains(old))
      text = text.replacing(old, with: new)
    }
    return findings(text, policies)
  }

  private static func findings(_ text: String, _ policies: Sides<CompiledPolicy>) -> [String] {
    do throws(InvalidInput) {
      let map = try SystemMap(Array(text.utf8), name: "map.yaml")
      try map.check(against: policies)
      return []
    } catch {
      return error.diagnostics.map { finding in
        let place = finding.position.map { "\($0.line):\($0.column) " } ?? ""
        return place + finding.message + (finding.help.map { " | " + $0 } ?? "")
      }
    }
  }

  @Test("a map of everything has no findings, and keeps what it says in order")
  func whole() throws {
    #expect(try Self.findings() == [])
    let map = try Coast.map()
    let providers = map.providers.map { "\($0.ids.old.value.text) \($0.ids.new.value.text)" }
    #expect(providers == ["google.example google", "token ticket", "token minted", "saml.* sso-*"])
    #expect(map.providers.map { $0.kind } == [nil, .federated, .custom, nil])
    #expect(map.claims.first?.values.map { $0.names.new.value } == ["yes", "no"])
    #expect(map.settings.count == 1 && map.errors.count == 3)
    #expect(map.errors.first?.names.new.position.line == 12)
    #expect(SystemMap.head == "map")
  }

  @Test("unknown names are shown with what they may mean, each where it stands")
  func unknown() throws {
    #expect(
      try Self.findings(("google.example: google", "gogle.example: gogle")) == [
        "4:3 policy `bay` declares no provider `gogle.example` | did you mean `google.example`?",
        "4:18 policy `cove` declares no provider `gogle` | did you mean `google`?",
      ])
    #expect(
      try Self.findings(("email_verified: {is: verified", "email_verified: {is: verifed")) == [
        "8:24 policy `cove` has no claim `verifed` | did you mean `verified`?"
      ])
    #expect(
      try Self.findings(("open: free", "open: fre"))
        == [
          "10:3 `open`, the default of the setting `joining` of policy `bay`, has no counterpart | map the default under `values`; the setting `admission` of policy `cove` has `free`, `shut`",
          "10:17 `free`, the default of the setting `admission` of policy `cove`, has no counterpart | map the default under `values`; the setting `joining` of policy `bay` has `open`, `closed`",
          "10:43 the setting `admission` of policy `cove` has no value `fre` | did you mean `free`?",
        ].filter { !$0.hasPrefix("10:3 ") })
    #expect(
      try Self.findings(("closed-for-now: not-now", "closed-for-good: not-now")) == [
        "12:3 policy `bay` has no error `closed-for-good` | did you mean `closed-for-now`?"
      ])
  }

  @Test("of a map that is the wrong way round is said where names stand")
  func turned() throws {
    #expect(
      try Self.findings(("google.example: google", "google: google.example")) == [
        "4:3 policy `bay` declares no provider `google` | did you mean `google.example`?",
        "4:11 policy `cove` declares no provider `google.example` | policy `bay` has this name, and names of `cove` go behind the colon",
      ])
    #expect(
      try Self.findings(("unknown-person: nobody", "nobody: nobody")) == [
        "13:3 policy `bay` has no error `nobody` | policy `cove` has this name, and names of `bay` go in front of the colon"
      ])
  }

  @Test("two names for one are refused, unless they are so for different kinds")
  func twice() throws {
    let help = "the two names could not be distinguished; remove one of the two lines"
    #expect(
      try Self.findings(("unknown-person: nobody", "unknown-person: not-now")) == [
        "13:19 `closed-for-now` and `unknown-person` are both mapped to `not-now` | " + help
      ])
    #expect(
      try Self.findings(("federated: ticket", "federated: google")) == [
        "5:22 `google.example` and `token` are both mapped to `google` | " + help
      ])
    #expect(
      try Self.findings(("closed: shut", "closed: free")) == [
        "10:57 `open` and `closed` are both mapped to `free` | " + help
      ])
  }

  @Test("providers without a kind in common, and a family beside one provider, are refused")
  func kinds() throws {
    #expect(
      try Self.findings(
        ("  google.example: google\n", ""), ("custom: minted", "custom: google")) == [
          "4:38 the provider `google` of policy `cove` has no kind `custom` | its kinds are `federated`"
        ])
    #expect(
      try Self.findings(("google.example: google", "google.example: minted")) == [
        "4:19 the provider `minted` of policy `cove` has no kind of `google.example` | its kinds are `custom`",
        "5:38 `google.example` and `token` are both mapped to `minted` | the two names could not be distinguished; remove one of the two lines",
      ])
    #expect(
      try Self.findings(("saml.*: sso-*", "saml.*: sso-one")) == [
        "6:11 `saml.*` is a family of providers and `sso-one` is one provider | map one provider of the family, such as `saml.example`"
      ])
    #expect(try Self.findings(("saml.*: sso-*", "saml.one: sso-two")) == [])
  }

  @Test("of a long map with nothing right in it the first findings are shown, soon")
  func long() throws {
    let lines = (0..<20_000).map { "  unknown\($0): google\n" }.joined()
    let policies = Sides(old: try Coast.bay(), new: try Coast.cove())
    let findings = Self.findings("map: 1\nproviders:\n" + lines, policies)
    #expect(findings.count == 101)
    #expect(findings.last == "39899 more findings are not listed")
  }

  @Test(
    "what is no map is refused",
    arguments: [
      ("", "the file holds no value; expected a map"), ("map: 2", "expected an integer in `map`"),
      ("linkpolicy: 1\nname: x\n", "the file is a policy, but a map of names is expected"),
      ("title: x\n", "the file is not a map of names: the key `map` is missing"),
      ("map: 1\nprovider: {}\n", "unknown key `provider`"),
      ("map: 1\nproviders: [a, b]\n", "expected an object in `providers`, found an array"),
      ("map: 1\nproviders: {a: [b]}\n", "expected a string in `a`, found an array"),
      ("map: 1\nproviders: {a: {sms: b}}\n", "there is no kind `sms`"),
      ("map: 1\nerrors: {a: {b: c}}\n", "expected a string in `a`, found an object"),
      ("map: 1\nclaims: {a: {is: b}}\n", "the key `values` is missing"),
      ("map: 1\nproviders: {a: b, a: c}\n", "the key `a` is in this map twice"),
      ("map: 1\nproviders: {a: &x b, c: *x}\n", "the anchor `&x` is not allowed"),
      ("map: 1\nproviders:\n\ta: b\n", "a tab is not allowed as indentation"),
    ])
  func shape(text: String, message: String) throws {
    let policies = Sides(old: try Coast.bay(), new: try Coast.cove())
    let findings = Self.findings(text, policies)
    #expect(findings.first?.contains(message) ?? false, "\(findings)")
  }
}
