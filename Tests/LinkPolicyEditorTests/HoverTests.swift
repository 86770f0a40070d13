import Foundation
import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyJSON
import LinkPolicyPresets
import Testing

@testable import LinkPolicyCommands

@Suite("What is told of a place, and where it is declared")
struct HoverTests {
  /// What is told of the place behind a piece of a policy's text.
  private static func hover(_ before: String, _ text: String = Conversation.policy()) throws
    -> [String]
  {
    var editor = try Conversation()
    let place = try #require(text.range(of: before))
    editor.open(text)
    editor.check()
    let answer = try editor.ask(
      "hover", text.replacingCharacters(in: place, with: before + "|"), opening: false)
    let value = answer["contents"]?["value"]?.text ?? ""
    return value.split(separator: "\n").map { String($0) }
  }

  /// The line and column of what is declared, from 1.
  private static func definition(
    _ before: String, _ text: String = Conversation.policy()
  ) throws -> String {
    var editor = try Conversation()
    let place = try #require(text.range(of: before))
    let answer = try editor.ask(
      "definition", text.replacingCharacters(in: place, with: before + "|"))
    guard let start = answer["range"]?["start"], let line = start["line"]?.int else {
      return "none"
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let rest = lines[line].utf16.dropFirst(start["character"]?.int ?? 0)
    let length = (answer["range"]?["end"]?["character"]?.int ?? 0) - (start["character"]?.int ?? 0)
    return "\(line + 1): " + (String(rest.prefix(length)) ?? "")
  }

  @Test("a row: what it says, and its cells")
  func rows() throws {
    let first = try Self.hover("id: first")
    #expect(first.first == "row `first` of `sign-in.federated`")
    #expect(first.contains("where credential is new"))
    #expect(first.contains("where address is one of absent, free"))
    #expect(first.contains("does create, sign-in"))
    #expect(first.contains { $0.hasPrefix("decides ") && $0.hasSuffix("cells that the table has") })
    #expect(first.contains { $0.hasPrefix("for example credential: new") })
    #expect(try Self.hover("overrides: [joi").first == "row `join` of `sign-in.federated`")
    let fact = try Self.hover("id: directory")
    #expect(fact.contains("is trusted") && fact.contains { $0.hasPrefix("decides ") })
    // What does not load has no cells.
    let broken = Conversation.policy().replacing("refuse: unknown-person", with: "refuse: nobody")
    let told = try Self.hover("id: first", broken)
    #expect(told.contains("where credential is new"))
    #expect(
      told.last == "the cells of the row are shown once the policy loads and is checked")
  }

  @Test("facts, values, effects and names")
  func names() throws {
    let credential = FactDescription.all.first { $0.name == "credential" }
    let meaning = try #require(credential?.meaning.text)
    #expect(
      try Self.hover("returning, cred")
        == ["fact `credential`: " + meaning, "values: new, own, known, broken"])
    #expect(try Self.hover("credential: kno")[0] == "`known`: a value of the fact `credential`")
    #expect(
      try Self.hover("do: [sign").first?.hasPrefix("effect `sign-in`: opens a session") ?? false)
    #expect(
      try Self.hover("refuse: already")
        == ["error `already-registered`", "ask: existing-credential"])
    #expect(
      try Self.hover("provider: own.ex") == ["provider `own.example`", "kind: federated"])
    #expect(try Self.hover("domain: ow") == ["set of domains `own`", "own.example"])
    #expect(try Self.hover("deci")[0].hasPrefix("`decisions`: the tables"))
    #expect(try Self.hover("sign-in.fed").contains("`sign-in`: signs a person in"))
    #expect(try Self.hover("name: sm") == [])
  }

  @Test("names lead to where they are declared")
  func definitions() throws {
    #expect(try Self.definition("provider: own.ex") == "6: own.example")
    #expect(try Self.definition("domain: ow") == "4: own")
    #expect(try Self.definition("is: tru") == "16: trusted")
    #expect(try Self.definition("taken, tru") == "15: trust")
    #expect(try Self.definition("refuse: already") == "32: already-registered")
    #expect(try Self.definition("overrides: [joi") == "28: join")
    #expect(try Self.definition("credential: kno") == "none")
    let more = Conversation.policy(
      "guards:\n  - {id: g, setting.linking: refused, label.tier: staff, provider: other, refuse: nobody}\n"
    )
    #expect(try Self.definition("setting.lin", more) == "12: linking")
    #expect(try Self.definition("g, setting.linking: ref", more) == "12: refused")
    #expect(try Self.definition("label.tier: sta", more) == "10: staff")
    #expect(try Self.definition("provider: oth", more) == "8: \"*\"")
  }

  @Test("what a shipped policy declares is in no file, and hover says so")
  func shipped() throws {
    let text =
      "extends: firebase\nname: mine\nguards:\n  after:\n    x:\n      - {id: y, refuse: invalid-email}\n"
    #expect(try Self.definition("invalid-em", text) == "none")
    #expect(
      try Self.hover("invalid-em", text).last
        == "declared in the shipped policy `firebase`, which has no file")
    #expect(
      try Self.hover("extends: fire", text).last
        == "shipped with LinkPolicy, without a file; `linkpolicy expand firebase` prints the policy"
    )
  }

  @Test("effects mean what the page on effects says")
  func effects() throws {
    var path = URL(filePath: #filePath)
    for _ in 0..<3 {
      path.deleteLastPathComponent()
    }
    let page = try String(contentsOf: path.appending(path: "Docs/Effects.md"), encoding: .utf8)
    let plain = page.replacing(/\[([^\]]*)\]\([^)]*\)/) { String($0.1) }
    for word in EffectWord.allCases {
      let row = plain.split(separator: "\n").first { line in
        line.hasPrefix("| ") && line.split(separator: "|")[0].contains("`\(word.name.text)`")
          || line.hasPrefix("| `\(word.name.text): ")
      }
      #expect(row?.contains(word.meaning.text) ?? false, "\(word.name.text)")
    }
  }
}
