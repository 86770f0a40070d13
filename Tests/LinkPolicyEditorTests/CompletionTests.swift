import LinkPolicy
import LinkPolicyJSON
import Testing

@testable import LinkPolicyCommands

@Suite("What can be written at a place")
struct CompletionTests {
  private static func labels(_ line: String) throws -> [String] {
    var editor = try Conversation()
    let answer = try editor.ask("completion", Conversation.policy(line))
    return answer["items"]?.elements?.compactMap { $0["label"]?.text } ?? []
  }

  private static let rows = "more:\n"

  /// A row at the end of a table, which need not be closed.
  private static func row(_ row: String) -> String {
    Conversation.policy().replacing(
      "errors:\n", with: "      - " + row + "\nerrors:\n")
  }

  private static func inRow(_ text: String) throws -> [String] {
    var editor = try Conversation()
    let answer = try editor.ask("completion", row(text))
    return answer["items"]?.elements?.compactMap { $0["label"]?.text } ?? []
  }

  @Test("keys of the policy that it has not yet")
  func topLevel() throws {
    let keys = try Self.labels("|")
    #expect(keys.contains("guards") && keys.contains("invariants") && keys.contains("extends"))
    #expect(!keys.contains("errors") && !keys.contains("decisions"))
  }

  @Test("keys of a row: what a table of decisions takes, and every fact")
  func rowKeys() throws {
    for text in ["{id: x, |", "{id: x, |}", "{id: x, cre|", "\n        id: x\n        |"] {
      let keys = try Self.inRow(text)
      #expect(keys.contains("do") && keys.contains("refuse") && keys.contains("overrides"))
      #expect(keys.contains("credential") && keys.contains("trust"))
      #expect(keys.contains("setting.linking") && keys.contains("label.tier"))
      #expect(!keys.contains("is") && !keys.contains("would"), "\(text)")
      #expect(!keys.contains("id"), "\(text)")
    }
    let given = try Self.inRow("given: {|")
    #expect(given.contains("trust") && !given.contains("do"))
  }

  @Test("values of a fact, of the engine or declared")
  func values() throws {
    #expect(try Self.inRow("{id: x, credential: |") == ["new", "own", "known", "broken"])
    #expect(try Self.inRow("{id: x, credential: [new, |") == ["new", "own", "known", "broken"])
    #expect(try Self.inRow("{id: x, credential: {not: |}") == ["new", "own", "known", "broken"])
    #expect(try Self.inRow("{id: x, trust: |") == ["trusted", "untrusted"])
    #expect(try Self.inRow("{id: x, domain: |") == ["own", "other", "absent"])
    #expect(try Self.inRow("{id: x, setting.linking: |") == ["allowed", "refused"])
    #expect(try Self.inRow("{id: x, label.tier: |") == ["standard", "staff", "absent"])
    let providers = try Self.inRow("{id: x, provider: |")
    #expect(providers == ["own.example", "saml.*", "other", "none"])
    #expect(try Self.labels("proof: {|").contains("trust"))
    #expect(
      try Self.inRow("\n        id: x\n        credential:\n          - |")
        == ["new", "own", "known", "broken"])
  }

  @Test("effects and what follows them")
  func effects() throws {
    let effects = try Self.inRow("{id: x, do: [create, |")
    #expect(effects.contains("sign-in") && effects.contains("send-code"))
    #expect(try Self.inRow("{id: x, do: [send-code: |").contains("invite"))
    #expect(try Self.inRow("{id: x, do: [send-code: |").contains("verify"))
    #expect(try Self.inRow("{id: x, do: [set: {|").contains("tier"))
    #expect(try Self.inRow("{id: x, do: [set: {tier: |") == ["standard", "staff"])
    #expect(try Self.inRow("{id: x, do: [drop: [|").contains("password"))
    #expect(try Self.labels("guards:\n  - {id: x, would: [|").contains("create"))
  }

  @Test("errors, rows and other names")
  func names() throws {
    #expect(
      try Self.inRow("{id: x, refuse: |") == ["already-registered", "unknown-person"].reversed())
    #expect(try Self.inRow("{id: x, show: |").contains("allowed"))
    #expect(
      try Self.inRow("{id: x, overrides: [|")
        == ["returning", "broken", "first", "join", "stranger", "x", "earlier"])
    #expect(try Self.labels("pools:\n  all: [|") == ["own.example", "saml.*", "*"])
    #expect(try Self.labels("findings:\n  - code: |").contains("redundant-row"))
    #expect(try Self.labels("extends: |").contains("firebase"))
    #expect(try Self.labels("addresses: {match: |") == ["primary", "any-proven"])
    #expect(try Self.labels("guards:\n  - {id: x, action: [|").contains("sign-up"))
    #expect(try Self.labels("invariants:\n  - {id: x, never: [|").contains("unknown-person"))
  }

  @Test("identifiers in the order of a search and in their effects, and the actions that search")
  func identifiers() throws {
    let declared = "identifiers:\n  username: {fold: case}\n  phone: {}\n"
    for text in ["find:\n  sign-in: [|", "find:\n  sign-in: [credential, |"] {
      #expect(
        try Self.labels(declared + text) == ["credential", "address", "username", "phone"])
    }
    #expect(try Self.labels(declared + "find:\n  |").contains("sign-in"))
    for effect in ["set-identifier", "clear-identifier"] {
      let row = declared + "guards:\n  - {id: x, would: [create], do: [\(effect): |"
      #expect(try Self.labels(row) == ["username", "phone"])
    }
    #expect(try Self.labels("find:\n  sign-in: [|") == ["credential", "address"])
    #expect(
      try Self.labels("providers:\n  x: {kind: federated, subjects: |") == ["exact", "folded"])
  }

  @Test("what a policy that is extended declares")
  func extended() throws {
    var editor = try Conversation()
    func labels(_ text: String) throws -> [String] {
      let answer = try editor.ask("completion", "extends: hardened\nname: x\n" + text)
      return answer["items"]?.elements?.compactMap { $0["label"]?.text } ?? []
    }
    let rows = try labels("decisions:\n  sign-in.federated:\n    remove: [|")
    #expect(rows.contains("first"))
    #expect(try labels("decisions:\n  sign-in.federated:\n    |").contains("change"))
    #expect(try labels("decisions:\n  sign-in.federated:\n    after: {|").contains("first"))
    #expect(try labels("decisions:\n  |").first == "sign-in.federated")
    #expect(try labels("guards:\n  - {id: x, refuse: |").contains("invalid-credential"))
    #expect(try labels("proof: {|").contains("trust"))
  }

  @Test("what is written replaces the word at the place, in quotes where it must be")
  func edits() throws {
    func edit(_ text: String, _ label: String) throws -> String {
      var editor = try Conversation()
      let answer = try editor.ask("completion", Self.row(text))
      let item = try #require(
        answer["items"]?.elements?.first { $0["label"]?.text == label })
      let edit = try #require(item["textEdit"])
      let (start, end) = (edit["range"]?["start"], edit["range"]?["end"])
      #expect(start?["line"]?.int == end?["line"]?.int)
      let characters = "\(start?["character"]?.int ?? -1)-\(end?["character"]?.int ?? -1)"
      return characters + " " + (edit["newText"]?.text ?? "")
    }
    #expect(try edit("{id: x, cre|", "credential") == "16-19 credential: ")
    #expect(try edit("{id: x, cr|e: new}", "credential") == "16-19 credential")
    #expect(try edit("{id: x, credential:|", "new") == "27-27  new")
    #expect(try edit("{id: x, provider: sa|", "saml.*") == "26-28 \"saml.*\"")
    #expect(try edit("{id: x, provider: \"sa|", "saml.*") == "26-29 \"saml.*\"")
    #expect(try edit("{id: x, do: |", "create") == "20-20 [create]")
    #expect(try edit("{id: x, tr😀|", "trust") == "16-20 trust: ")
  }

  @Test("a text that is no policy is left alone; one that is nothing yet can become one")
  func others() throws {
    var editor = try Conversation()
    func labels(_ text: String, _ language: String = "yaml") throws -> [String] {
      let parts = text.split(separator: "|", omittingEmptySubsequences: false)
      editor.open(parts.joined(), language: language)
      let answer = try editor.ask("completion", text, opening: false)
      return answer["items"]?.elements?.compactMap { $0["label"]?.text } ?? []
    }
    #expect(try labels("|") == ["linkpolicy"])
    #expect(try labels("vectors: 1\n|") == [])
    #expect(try labels("na|", "linkpolicy").contains("name"))
  }
}
