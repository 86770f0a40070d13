import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyProof

@Suite("Mailboxes that are one")
struct SharedMailboxTests {
  private static func assumptions(_ rows: String) throws -> Assumptions {
    let text = "assume: 1\nassertions: [{who: owner}]\n" + rows + "\n"
    return try Assumptions(Array(text.utf8), name: "assume.yaml", isStrict: true)
  }

  private static func policy(_ addresses: String) throws -> CompiledPolicy {
    try Harbour.policy(("name: harbour", "name: harbour\naddresses: " + addresses))
  }

  /// The addresses of others' that a policy takes for owners', by the domains that are played.
  private static func aliases(_ addresses: String, _ rows: String) throws -> [String: String?] {
    let (policy, assumptions) = (try Self.policy(addresses), try Self.assumptions(rows))
    let domains = OwnersDomains(
      policy: policy, assumptions: assumptions, environment: ProofEnvironment()
    ).all
    return Dictionary(
      uniqueKeysWithValues: domains.map {
        ($0, assumptions.mailboxes.alias(ofOwnersAt: $0, under: policy))
      })
  }

  @Test("what a policy folds is another's, but where a row says that it is one mailbox")
  func folded() throws {
    let rows = "same-mailbox: [{domain: gmail.com, ignoring: [dots]}]"
    let dots = try Self.aliases("{fold: [case, dots]}", rows)
    #expect(
      dots == [
        "example.com": "own.er@example.com", "gmail.com": nil,
        "harbour.example": "own.er@harbour.example",
      ])
    let tags = try Self.aliases("{fold: [case, dots, plus-tags]}", rows)
    #expect(
      !tags.keys.contains("gmail.com"), "it is as any other domain: tags are another's there too")
    let none = try Self.aliases("{fold: [case]}", rows)
    #expect(none.values.allSatisfy { $0 == nil })
  }

  @Test("a domain that stands for another is another's, but where a row says that they are one")
  func joined() throws {
    let addresses = "{aliases: {b.example: a.example, c.example: a.example}}"
    let one = try Self.aliases(addresses, "same-mailbox: [{domain: b.example, also: a.example}]")
    #expect(one["a.example"] == "owner@c.example", "it stands for the other still")
    #expect(one["b.example"] == nil, "addresses are held in their canonical form")
    let both = try Self.aliases(
      addresses,
      "same-mailbox: [{domain: b.example, also: a.example}, {domain: c.example, also: [b.example]}]"
    )
    #expect(both.keys.contains("a.example") == false || both["a.example"] == .some(nil))
  }

  @Test("dots that are ignored at one domain are at those that are one with it")
  func through() throws {
    let rows = [
      SharedMailbox(
        domain: Located("a.example"), also: [Located("b.example")], ignored: [],
        position: SourcePosition(line: 1, column: 1)),
      SharedMailbox(
        domain: Located("b.example"), also: [], ignored: [.dots],
        position: SourcePosition(line: 2, column: 1)),
    ]
    #expect(rows.ignored(at: "a.example") == [.dots] && rows.ignored(at: "c.example") == [])
    #expect(rows.areOne("a.example", "b.example") && !rows.areOne("a.example", "c.example"))
  }

  @Test("an assertion counts however the domain is spelt")
  func spelt() throws {
    let policy = try Self.policy("{aliases: {old.example: new.example}}")
    let text = """
      assume: 1
      assertions:
        - {provider: pier.example, domain: old.example, who: anyone}
        - {who: owner}
      same-mailbox: [{domain: old.example, also: new.example}]

      """
    let assumptions = try Assumptions(Array(text.utf8), name: "assume.yaml", isStrict: true)
    let model = try AdversaryModel(
      policy, domain: "new.example", under: assumptions, in: ProofEnvironment(),
      excluding: Exclusion.usual)
    #expect(!model.hasAlias)
    let pier = try #require(model.providers.firstIndex { $0.id == "pier.example" })
    #expect(model.obtainable.regions(ofOwners: pier).map { $0.obtainer } == [.owner, .anyone])
  }
}
