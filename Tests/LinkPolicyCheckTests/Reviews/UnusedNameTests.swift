import Testing

/// Unused names, compared with the declaration that covers their members after a removal.
@Suite("Unused names")
struct UnusedNameTests {
  /// The unused names of a policy that refuses attempts with a condition, as parts such as `providers/github.com`.
  private static func unused(
    _ declarations: String, kind: String = "federated", refusing condition: String? = nil
  ) throws -> [String] {
    let refused = condition.map { "- {id: bad, " + $0 + ", refuse: no}\n      " } ?? ""
    let overrides = condition == nil ? "" : "overrides: earlier, "
    let checked = try Checked(
      """
      linkpolicy: 1
      name: unused
      \(declarations)
      decisions:
        sign-in.\(kind):
          hit: first
          rows:
            \(refused)- {id: known, \(overrides)credential: known, do: [sign-in]}
            - {id: rest, overrides: earlier, refuse: no}
      errors: {no: {}}
      """)
    return checked.names.filter { $0.hasPrefix("note unused-name ") }
      .map { String($0.dropFirst("note unused-name ".count)) }
  }

  private static let providers = """
    providers:
      github.com: {kind: federated}
      "github.*": {kind: federated}
      "*": {kind: federated}
    """

  @Test("a provider is compared with the longest family that covers it, not with `*`")
  func longestFamily() throws {
    // Without `github.com`, its users are users of `github.*`, whom the row refuses.
    #expect(try Self.unused(Self.providers, refusing: #"provider: "github.*""#) == [])
    let both = #"provider: [github.com, "github.*"]"#
    #expect(try Self.unused(Self.providers, refusing: both) == ["providers/github.com"])
    // If no condition tests the provider, `*` replaces both.
    #expect(
      try Self.unused(Self.providers) == ["providers/github.*", "providers/github.com"])
  }

  @Test("the first provider of passwords is used: passwords without a provider belong to it")
  func passwordProvider() throws {
    let providers = """
      providers:
        first:  {kind: password}
        second: {kind: password}
        "*":    {kind: password}
      """
    #expect(try Self.unused(providers, kind: "password") == ["providers/second"])
  }

  @Test("a provider in another pool than the family that covers it is used")
  func pools() throws {
    let pools = #"pools: {staff: ["github.*"], people: ["*"]}"#
    #expect(try Self.unused(Self.providers + "\n" + pools) == [])
  }

  private static func domains(_ own: String, bad: String = #"["*.y.example"]"#) -> String {
    """
    domains:
      own: \(own)
      bad: \(bad)
    providers: {github.com: {kind: federated}}
    """
  }

  @Test("a domain set is compared with the pattern that covers each of its domains")
  func domainPatterns() throws {
    func unused(_ own: String) throws -> [String] {
      try Self.unused(Self.domains(own), refusing: "domain: bad")
    }
    // Without `own`, `a.y.example` is in `bad`.
    #expect(try unused("[mixed.example, a.y.example]") == [])
    #expect(try unused(#"["*.a.y.example"]"#) == [])
    #expect(try unused("[mixed.example, y.example]") == ["domains/own"])
    #expect(try unused("[]") == ["domains/own"])
  }

  @Test("a domain set that a pattern of relay domains covers is used if a condition tests relays")
  func relayPatterns() throws {
    let domains = Self.domains("[a.y.example]", bad: #"{names: ["*.y.example"], relay: true}"#)
    #expect(try Self.unused(domains, refusing: "relay: [asserted, account, both]") == [])
    #expect(try Self.unused(domains) == ["domains/bad", "domains/own"])
  }
}
