import LinkPolicy
import LinkPolicyJSON
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

@Suite("What documents extend, as the editor has it")
struct OpenBaseTests {
  private static let overlay =
    "extends: ./base.yaml\nname: mine\ndecisions:\n  sign-in.federated:\n    remove: [join]\n"
  /// The base with the row that the overlay removes under another name.
  private static let edited = Conversation.policy().replacing("id: join", with: "id: joins")
    .replacing("[join, first]", with: "[joins, first]")

  private let scratch: Scratch
  private let base: String
  private let file: String

  init() throws {
    scratch = try Scratch()
    base = "file://" + scratch.path("base.yaml")
    file = "file://" + scratch.path("overlay.yaml")
    try scratch.write("overlay.yaml", Array(Self.overlay.utf8))
  }

  private func saveBase() throws {
    try scratch.write("base.yaml", Array(Conversation.policy().utf8))
  }

  @Test("may change while a document is checked, which is checked again then")
  func changesMeanwhile() throws {
    try saveBase()
    var editor = try Conversation()
    editor.open(Self.overlay, uri: file)
    try editor.check { $0.open(Self.edited, uri: base) }
    editor.check()
    #expect(editor.codes(file).contains("unknown-overlay"))
    // And back, while it is checked again.
    editor.open(Self.overlay, uri: file)
    try editor.check {
      $0.notify("textDocument/didClose", "{\"textDocument\":{\"uri\":\"\(base)\"}}")
    }
    editor.check()
    #expect(!editor.codes(file).contains("unknown-overlay"))
  }

  @Test("names are those of the text that is open")
  func names() throws {
    try saveBase()
    var editor = try Conversation()
    editor.open(Self.overlay, uri: file)
    let question =
      "{\"textDocument\":{\"uri\":\"\(file)\"},\"position\":{\"line\":4,\"character\":14}}"
    #expect(try editor.request("textDocument/definition", question)["uri"]?.text == base)
    editor.open(Self.edited, uri: base)
    #expect(try editor.request("textDocument/definition", question)["uri"] == nil)
  }

  @Test("may be saved nowhere yet")
  func unsaved() throws {
    var editor = try Conversation()
    editor.open(Self.overlay, uri: file)
    editor.check()
    #expect(editor.codes(file) == ["unknown-base"])
    editor.open(Conversation.policy(), uri: base)
    editor.check()
    #expect(!editor.codes(file).contains("unknown-base"))
    editor.notify("textDocument/didClose", "{\"textDocument\":{\"uri\":\"\(base)\"}}")
    editor.check()
    #expect(editor.codes(file) == ["unknown-base"])
  }

  @Test("has no way out of its folder, open or not")
  func outside() throws {
    var editor = try Conversation()
    let other = "file://" + scratch.path("../outside.yaml")
    editor.open(Conversation.policy(), uri: other)
    editor.open(Self.overlay.replacing("./base.yaml", with: "../outside.yaml"), uri: file)
    editor.check()
    #expect(editor.codes(file) == ["unknown-base"])
  }
}
