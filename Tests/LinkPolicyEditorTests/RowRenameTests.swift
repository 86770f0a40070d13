import Foundation
import LinkPolicy
import LinkPolicyJSON
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

@Suite("Rows get other ids")
struct RowRenameTests {
  private static let text = Conversation.policy(
    """
    findings:
      - {code: redundant-row, at: sign-in.federated/first, level: "off", reason: tried}
      - {code: redundant-row, at: "sign-in.federated/join", level: "off", reason: tried}

    """)

  /// The text with a row renamed, or why it is not.
  private static func renamed(
    _ before: String, to name: String, in text: String = text
  ) throws -> String {
    var editor = try Conversation()
    let place = try #require(text.range(of: before))
    let answer = try editor.ask(
      "rename", text.replacingCharacters(in: place, with: before + "|"),
      ",\"newName\":\(editor.quoted(name))")
    if let message = answer["message"]?.text {
      #expect(answer["code"]?.int == -32803)
      return message
    }
    return apply(answer["changes"]?[Conversation.uri], to: text)
  }

  private static func apply(_ edits: JSONValue?, to text: String) -> String {
    var edited = EditedText(Array(text.utf8))
    for edit in (edits?.elements ?? []).reversed() {
      do {
        edited.replace(
          try TextRange(edit["range"], "range"), with: edit["newText"]?.string?.bytes ?? [], .utf16)
      } catch {
        Issue.record("\(error)")
      }
    }
    return String(decoding: edited.bytes, as: UTF8.self)
  }

  @Test("wherever the document names the row")
  func everywhere() throws {
    let first = Self.text.replacing("id: first,", with: "id: new-one,")
      .replacing("[join, first]", with: "[join, new-one]").replacing("/first,", with: "/new-one,")
    #expect(try Self.renamed("id: fir", to: "new-one") == first)
    #expect(try Self.renamed("[join, f", to: "new-one") == first)
    #expect(try Self.renamed("federated/fir", to: "new-one") == first)
    let join = Self.text.replacing("id: join,", with: "id: other,")
      .replacing("[join,", with: "[other,").replacing("/join\"", with: "/other\"")
    #expect(try Self.renamed("id: jo", to: "other") == join)
  }

  @Test("not to a name that is taken or is none")
  func refused() throws {
    #expect(
      try Self.renamed("id: fir", to: "join") == "`sign-in.federated` has a row `join` already")
    for name in ["", "two words", "a/b", "{x}", "-", "a: b", "\n", "😀"] {
      #expect(
        try Self.renamed("id: fir", to: name).hasSuffix(
          "is not an id: write only letters, digits, `-`, `_` and `.`"), "\(name)")
    }
    #expect(
      try Self.renamed("id: fir", to: "earlier")
        == "`earlier` means all earlier rows, and is not an id")
    #expect(
      try Self.renamed("trust: trus", to: "x")
        == "there is no row id at this position; only row ids can be renamed")
    #expect(
      try Self.renamed("id: fir", to: "x", in: Self.text + "broken: [")
        == "the text is not valid YAML; correct the text first")
    // Its own id is one that it can have.
    #expect(try Self.renamed("id: fir", to: "first") == Self.text)
  }

  @Test("the rows of a shipped policy keep theirs; what an overlay adds does not")
  func overlays() throws {
    let text = """
      extends: firebase
      name: mine
      decisions:
        sign-in.federated:
          after: {first: [{id: second, refuse: invalid-credential}]}
          change: [{id: first, because: X}]

      """
    #expect(
      try Self.renamed("{fir", to: "x", in: text)
        == "row `first` belongs to the shipped policy `firebase` and cannot be renamed")
    #expect(
      try Self.renamed("{id: first", to: "x", in: text)
        == "row `first` belongs to the shipped policy `firebase` and cannot be renamed")
    #expect(
      try Self.renamed("id: sec", to: "x", in: text) == text.replacing("second", with: "x"))
    #expect(
      try Self.renamed("id: sec", to: "first", in: text)
        == "`sign-in.federated` has a row `first` already")
  }

  @Test("a row of a base has its id changed in the overlays that are open")
  func bases() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let base = folder.appending(path: "base.yaml")
    try Conversation.policy().write(to: base, atomically: true, encoding: .utf8)
    let overlay =
      "extends: ./base.yaml\nname: mine\ndecisions:\n  sign-in.federated:\n    remove: [join]\n"
    let file = folder.appending(path: "overlay.yaml")
    try overlay.write(to: file, atomically: true, encoding: .utf8)
    var editor = try Conversation()
    editor.open(Conversation.policy(), uri: base.absoluteString)
    editor.open(overlay, uri: file.absoluteString)
    func rename(_ uri: String, _ line: Int, _ character: Int) throws -> JSONValue {
      try editor.request(
        "textDocument/rename",
        "{\"textDocument\":{\"uri\":\"\(uri)\"},\"newName\":\"united\","
          + "\"position\":{\"line\":\(line),\"character\":\(character)}}")
    }
    let edit = try rename(base.absoluteString, 27, 15)
    let changed = Self.apply(edit["changes"]?[file.absoluteString], to: overlay)
    #expect(changed == overlay.replacing("join", with: "united"))
    #expect(edit["changes"]?[base.absoluteString]?.count == 2)
    let other = try rename(file.absoluteString, 4, 14)
    #expect(other["message"]?.text?.hasSuffix("base.yaml; rename it there") ?? false)
    // The overlay's own row is found in the base's file.
    let place = try editor.request(
      "textDocument/definition",
      "{\"textDocument\":{\"uri\":\"\(file.absoluteString)\"},"
        + "\"position\":{\"line\":4,\"character\":14}}")
    #expect(place["uri"]?.text == base.absoluteString)
    #expect(place["range"]?["start"]?["line"]?.int == 27)
  }

  @Test("an overlay of an overlay follows, whatever the one between does to the row")
  func further() throws {
    let scratch = try Scratch()
    let between = "name: between\nextends: ./base.yaml\ndecisions:\n  sign-in.federated:\n"
    for change in ["    change: [{id: first, do: [sign-in]}]\n", "    hit: first\n"] {
      let last =
        "name: last\nextends: ./between.yaml\ndecisions: {sign-in.federated: {remove: [first]}}\n"
      var editor = try Conversation()
      let texts = [
        ("base.yaml", Conversation.policy()), ("between.yaml", between + change),
        ("last.yaml", last),
      ]
      for (name, text) in texts {
        try scratch.write(name, Array(text.utf8))
        editor.open(text, uri: "file://" + scratch.path(name))
      }
      let base = "file://" + scratch.path("base.yaml")
      let edit = try editor.request(
        "textDocument/rename",
        "{\"textDocument\":{\"uri\":\"\(base)\"},\"newName\":\"zz\","
          + "\"position\":{\"line\":26,\"character\":15}}")
      let edits = edit["changes"]?["file://" + scratch.path("last.yaml")]
      #expect(Self.apply(edits, to: last) == last.replacing("[first]", with: "[zz]"))
    }
  }

  @Test("not where an id takes several lines")
  func severalLines() throws {
    let block = """
      linkpolicy: 1
      name: x
      decisions:
        sign-in.federated:
          rows:
            - id: |-
                first
              do: []

      """
    let said = try Self.renamed("id: |-\n          fi", to: "zz", in: block)
    #expect(!said.contains("zz"))
  }
}
