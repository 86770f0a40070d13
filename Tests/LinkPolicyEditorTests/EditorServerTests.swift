import LinkPolicy
import LinkPolicyJSON
import LinkPolicyYAML
import Testing

@testable import LinkPolicyCommands

@Suite("A session with an editor")
struct EditorServerTests {
  private static func code(_ answers: [JSONValue]) -> Int? {
    answers.count == 1 ? answers[0]["error"]?["code"]?.int : nil
  }

  @Test("requests are answered by how far the session has come")
  func stages() {
    var server = EditorServer(version: "1")
    func send(_ text: String) -> [JSONValue] { server.receive(Array(text.utf8)).map { $0.json } }
    let hover = #"{"jsonrpc":"2.0","id":"h","method":"textDocument/hover"}"#
    #expect(Self.code(send(hover)) == -32002)
    #expect(send(#"{"jsonrpc":"2.0","method":"textDocument/didOpen"}"#).isEmpty)
    let first = send(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":3}}"#)
    #expect(first[0]["result"]?["capabilities"]?["positionEncoding"]?.text == "utf-16")
    #expect(Self.code(send(#"{"jsonrpc":"2.0","id":2,"method":"initialize"}"#)) == -32600)
    #expect(Self.code(send(hover)) == -32602)
    #expect(Self.code(send(#"{"jsonrpc":"2.0","id":3,"method":"fly"}"#)) == -32601)
    #expect(send(#"{"jsonrpc":"2.0","method":"$/fly"}"#).isEmpty)
    #expect(send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#).isEmpty)
    #expect(send(#"{"jsonrpc":"2.0","id":9,"result":null}"#).isEmpty)
    #expect(!server.isOrderly)
    #expect(send(#"{"jsonrpc":"2.0","id":4,"method":"shutdown"}"#)[0]["result"]?.isNull ?? false)
    #expect(Self.code(send(hover)) == -32600)
    #expect(!server.hasEnded)
    #expect(send(#"{"jsonrpc":"2.0","method":"exit"}"#).isEmpty)
    #expect(server.hasEnded && server.isOrderly)
  }

  @Test("what is no message is answered with why, to its id where it has one")
  func malformed() throws {
    var editor = try Conversation()
    let cases: [(String, Int, JSONValue)] = [
      ("", -32700, .null), ("{", -32700, .null), ("nonsense", -32700, .null),
      ("[]", -32600, .null), ("3", -32600, .null), ("{}", -32600, .null),
      (#"{"jsonrpc":"1.0","id":7,"method":"x"}"#, -32600, .int(7)),
      (#"{"jsonrpc":"2.0","id":7,"method":3}"#, -32600, .int(7)),
      (#"{"jsonrpc":"2.0","id":{},"method":"x"}"#, -32600, .null),
      (#"{"jsonrpc":"2.0","id":"a","method":"x","params":3}"#, -32600, .string("a")),
      (String(repeating: "[", count: 100_000), -32700, .null),
    ]
    for (text, code, id) in cases {
      let answers = editor.send(text)
      #expect(Self.code(answers) == code, "\(text.prefix(60))")
      #expect(answers.first?["id"] == id, "\(text.prefix(60))")
    }
    let bytes: [UInt8] = [0x22, 0xFF, 0x22]
    var server = EditorServer(version: "1")
    #expect(Self.code(server.receive(bytes).map { $0.json }) == -32700)
  }

  @Test("parameters of another shape are refused, and a place outside of the text has nothing")
  func parameters() throws {
    var editor = try Conversation()
    editor.open(Conversation.policy())
    let uri = Conversation.uri
    for params in [
      "[]", "{}", "{\"textDocument\":3}", "{\"textDocument\":{\"uri\":3}}",
      "{\"textDocument\":{\"uri\":\"\(uri)\"}}",
      "{\"textDocument\":{\"uri\":\"\(uri)\"},\"position\":{\"line\":-1,\"character\":0}}",
      "{\"textDocument\":{\"uri\":\"\(uri)\"},\"position\":{\"line\":0.5,\"character\":0}}",
      "{\"textDocument\":{\"uri\":\"\(uri)\"},\"position\":{\"line\":0,\"character\":1e99}}",
      "{\"textDocument\":{\"uri\":\"other\"},\"position\":{\"line\":0,\"character\":0}}",
    ] {
      for method in ["hover", "definition", "completion", "rename", "prepareRename"] {
        let answer = try editor.request("textDocument/" + method, params)
        #expect(answer["code"]?.int == -32602, "\(method) \(params)")
      }
    }
    let outside =
      "{\"textDocument\":{\"uri\":\"\(uri)\"},\"position\":{\"line\":4294967295,\"character\":9}}"
    #expect(try editor.request("textDocument/hover", outside).isNull)
    #expect(try editor.request("textDocument/completion", outside).isNull)
    // A notification has no answer; what is wrong with it is told nevertheless.
    editor.notify("textDocument/didChange", "{\"textDocument\":{\"uri\":\"\(uri)\"}}")
    #expect(editor.notices.last?["method"]?.text == "window/logMessage")
  }

  @Test("findings are told of each state that is looked at, and taken back")
  func diagnostics() throws {
    var editor = try Conversation()
    editor.open(Conversation.policy("nonsense: x\n"))
    editor.check()
    let first = try #require(editor.notices.last?["params"])
    #expect(first["version"]?.int == 1)
    #expect(first["diagnostics"]?.count == 1)
    let finding = try #require(first["diagnostics"]?.elements?.first)
    #expect(finding["code"]?.text == "unknown-key")
    #expect(finding["severity"]?.int == 1)
    #expect(finding["source"]?.text == "linkpolicy")
    #expect(finding["range"]?["start"]?["line"]?.int == 32)
    #expect(finding["range"]?["end"]?["character"]?.int == 8)
    editor.notify(
      "textDocument/didChange",
      "{\"textDocument\":{\"uri\":\"\(Conversation.uri)\",\"version\":2},\"contentChanges\":[{"
        + "\"range\":{\"start\":{\"line\":32,\"character\":0},\"end\":{\"line\":33,\"character\":0}},"
        + "\"text\":\"\"}]}")
    editor.check()
    let second = try #require(editor.notices.last?["params"])
    #expect(second["version"]?.int == 2)
    #expect(second["diagnostics"]?.elements?.contains { $0["severity"]?.int == 1 } == false)
    let count = editor.notices.count
    editor.check()
    #expect(editor.notices.count == count)
    editor.notify("textDocument/didClose", "{\"textDocument\":{\"uri\":\"\(Conversation.uri)\"}}")
    #expect(editor.notices.last?["params"]?["diagnostics"]?.count == 0)
  }

  @Test("nothing is found about a text that is no policy")
  func others() throws {
    var editor = try Conversation()
    for text in ["vectors: 1\ncases: []\n", "", "a: [", "# linkpolicy: 1\nx: y\n"] {
      editor.open(text)
      editor.check()
      #expect(editor.notices.last?["params"]?["diagnostics"]?.count == 0, "\(text)")
    }
    editor.open("", language: "linkpolicy")
    editor.check()
    let found = editor.notices.last?["params"]?["diagnostics"]?.elements
    #expect(found?.first?["code"]?.text == "yaml-empty")
  }

  @Test("what is wrong with what a document extends is shown where it says so")
  func bases() throws {
    var editor = try Conversation()
    editor.open("name: x\nextends: firebase # so\n")
    editor.check()
    let found = try #require(editor.notices.last?["params"]?["diagnostics"]?.elements)
    #expect(found.count > 5)
    for finding in found {
      #expect(finding["range"]?["start"]?["line"]?.int == 1)
      #expect(finding["range"]?["start"]?["character"]?.int == 9)
      #expect(finding["range"]?["end"]?["character"]?.int == 17)
      #expect(finding["message"]?.text?.hasPrefix("in firebase.yaml:") ?? false)
    }
  }

  @Test("files have addresses and paths")
  func addresses() {
    #expect(DocumentURI.path("file:///a%20b/%C3%A4.yaml") == "/a b/ä.yaml")
    #expect(DocumentURI.path("file://localhost/a") == "/a")
    #expect(DocumentURI.path("file://host/a") == nil)
    #expect(DocumentURI.path("untitled:a") == nil)
    #expect(DocumentURI.path("file:///a%00b") == nil)
    #expect(DocumentURI.path("file:///a%zz%") == "/a%zz%")
    #expect(DocumentURI.path("file:///%FF") == nil)
    #expect(DocumentURI.file("/a b/ä%.yaml") == "file:///a%20b/%C3%A4%25.yaml")
  }
}
