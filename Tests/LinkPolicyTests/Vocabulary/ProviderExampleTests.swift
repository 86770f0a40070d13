import LinkPolicyDiagnostics
import LinkPolicyYAML
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

/// Members of families that no other declaration is about.
@Suite struct ProviderExampleTests {
  private static func table(_ ids: [String]) throws -> ProviderTable {
    let declared = ids.map { "  \"\($0)\": {kind: federated}" }.joined(separator: "\n")
    let text = """
      linkpolicy: 1
      name: families
      providers:
      \(declared)
      errors: {no: {}}
      decisions:
        sign-in.federated: {rows: [{id: no, refuse: no}]}

      """
    return try CompiledPolicy(yaml: Array(text.utf8), name: "families.yaml").vocabulary.providers
  }

  /// The ids beside the family that is asked about.
  private static let neighbours: [[String]] = [
    [], ["saml.one"], ["saml.example", "saml.xexample", "saml.axexample"],
    ["saml.x*", "saml.on*", "saml.tw*", "saml.e*"],
    "abcdefghijklmnopqrstuvwxyz".map { "saml.\($0)*" },
    "abcdefghijklmnopqrstuvwxyz0123456789-_.:/".map { "saml.\($0)*" } + ["saml.\u{AC00}*"],
    // Everything but what begins with two letters.
    "abcdefghijklmnopqrstuvwyz0123456789-_.:/".map { "saml.\($0)*" }
      + "abcdefghijklmnopqrstuvwxyz0123456789-_.:/".dropLast().map { "saml.x\($0)*" },
  ]

  @Test(
    "there is one however many longer families and single ids there are",
    arguments: neighbours.indices)
  func found(number: Int) throws {
    let ids = ["saml.*"] + Self.neighbours[number]
    let table = try Self.table(ids)
    for (value, provider) in table.providers.enumerated() {
      let examples = ["example", "one", "two"].map { table.example(of: value, named: $0) }
      #expect(
        examples.allSatisfy { table.value(of: $0) == value }, "\(provider.id.text): \(examples)")
      #expect(!provider.isFamily || Set(examples).count == 3)
    }
  }

  @Test("an example of joined tables is an issuer in none of them, whichever comes first")
  func joinedIssuers() {
    let plain = ProviderTable([.init(id: "ad.*", kinds: [.federated])])
    let issued = ProviderTable([.init(id: "ad.*", kinds: [.federated], issuer: "ad.example")])
    for tables in [[plain, issued], [issued, plain], [issued, plain, issued]] {
      #expect(ProviderTable(joining: tables).example(of: 0) == "ad.xexample")
    }
  }

  @Test("an example is no issuer, so that it differs from it whatever another policy declares")
  func issuers() {
    for issuer in ["ad.example", "ad.xexample", "unlisted.example"] {
      let table = ProviderTable([
        .init(id: "ad.*", kinds: [.federated], issuer: Name(issuer)),
        .init(id: "*", kinds: [.federated], issuer: Name(issuer)),
        .init(id: "shop", kinds: [.federated]),
      ])
      for value in table.providers.indices {
        let example = table.example(of: value)
        #expect(table.value(of: example) == value)
        #expect(example != issuer)
      }
    }
  }

  @Test("an example of joined tables is declared separately by none of them")
  func joined() throws {
    for other in ["saml.example", "saml.e*", "saml.ex*", "saml.xexample"] {
      let tables = [try Self.table(["saml.*", "shop"]), try Self.table([other, "*", "shop"])]
      let joined = ProviderTable(joining: tables)
      #expect(joined.providers.map { $0.id.text } == ["saml.*", "shop", other, "*"])
      let example = joined.example(of: 0)
      #expect(tables[0].value(of: example) == 0)
      #expect(tables[1].value(of: example) == 1, "\(other) \(example)")
    }
  }

  @Test("the pattern of a family is no issuer")
  func patterns() {
    for issuer in ["\"ad.*\"", "\"*\""] {
      let text = """
        linkpolicy: 1
        name: families
        providers: {shop: {kind: federated, issuer: \(issuer)}}
        errors: {no: {}}
        decisions:
          sign-in.federated: {rows: [{id: no, refuse: no}]}

        """
      let error = #expect(throws: InvalidInput.self) {
        try CompiledPolicy(yaml: Array(text.utf8), name: "families.yaml")
      }
      #expect(error.map { "\($0)".contains("is the pattern of a family") } == true)
    }
  }

  @Test("of the family of all others too")
  func others() throws {
    let table = try Self.table(["*", "u*", "x*", "unlisted.one"])
    for (value, provider) in table.providers.enumerated() where provider.isFamily {
      #expect(table.value(of: table.example(of: value)) == value)
    }
  }
}
