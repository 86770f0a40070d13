import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("Values out of reach")
struct UnreachableTests {
  private static func facts(_ edits: (old: String, new: String)...) throws -> [String: [String]] {
    var text = Harbour.text
    for (old, new) in edits {
      try #require(text.contains(old))
      text = text.replacing(old, with: new)
    }
    let policy = try CompiledPolicy(yaml: Array(text.utf8), name: "harbour.yaml")
    let table = try #require(policy.storage.tables.firstIndex { $0.key == "link.federated" })
    var words: [String: [String]] = [:]
    for condition in Unreachable(policy).values(inTable: table) {
      let fact = policy.vocabulary.schema.facts[condition.fact]
      words[fact.name.text] = condition.values.values.map { fact.values[$0].text }.sorted()
    }
    return words
  }

  @Test("without an effect that brings a value about, no sequence reaches it")
  func effects() throws {
    let plain = try Self.facts()
    #expect(plain["credential"] == ["broken"])
    #expect(plain["account.state"] == ["disabled"])
    #expect(plain["account"] == ["verified"])
    #expect(plain["session"] == ["gone", "revoked"])
    #expect(plain["code"] == ["expired", "stale", "used", "valid"])
    let create = "do: [create, sign-in]}"
    let edits: [(effect: String, fact: String, left: [String]?)] = [
      ("verify-email", "account", nil), ("disable", "account.state", nil),
      ("revoke-sessions", "session", ["gone"]),
    ]
    for edit in edits {
      let facts = try Self.facts(
        (
          "address: [absent, free],    " + create,
          "address: free, do: [create, \(edit.effect), sign-in]}\n"
            + "      - {id: none, credential: new, address: absent, do: [create]}"
        ))
      #expect(facts[edit.fact] == edit.left, "\(edit.effect)")
      let others = plain.filter { $0.key != edit.fact }
      #expect(facts.filter { $0.key != edit.fact } == others, "\(edit.effect)")
    }
  }

  @Test("without sign-in there is no session")
  func sessions() throws {
    let facts = try Self.facts(
      (", sign-in]", "]"), ("do: [sign-in]", "do: []"))
    #expect(facts["session"] == ["gone", "old", "recent", "revoked"])
    // An attempt of the table finds its account by the session.
    #expect(facts["account"] == ["no-address", "unverified", "verified"])
  }
}
