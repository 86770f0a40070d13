import LinkPolicy
import LinkPolicyJSON
import Testing

@testable import LinkPolicyCommands

/// An editor that talks to a server in this process, a document at a time.
struct Conversation {
  static let uri = "untitled:policy"

  private var server = EditorServer(version: "1")
  private var number = 0
  /// What the server has said beside answers.
  private(set) var notices: [JSONValue] = []

  init(encoding: String? = nil) throws {
    let offered = encoding.map { "\"positionEncodings\":[\"\($0)\"]" } ?? ""
    _ = try request("initialize", "{\"capabilities\":{\"general\":{\(offered)}}}")
  }

  /// Sends a message as it is, and returns what comes back.
  mutating func send(_ message: String) -> [JSONValue] {
    server.receive(Array(message.utf8)).map { $0.json }
  }

  /// The answer to a request.
  mutating func request(_ method: String, _ params: String) throws -> JSONValue {
    number += 1
    let answers = send(
      "{\"jsonrpc\":\"2.0\",\"id\":\(number),\"method\":\"\(method)\",\"params\":\(params)}")
    #expect(answers.count == 1)
    #expect(answers.first?["id"]?.int == number)
    let answer = try #require(answers.first)
    return try #require(answer["result"] ?? answer["error"])
  }

  /// Tells the server something.
  mutating func notify(_ method: String, _ params: String) {
    notices += send("{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params)}")
  }

  /// Opens a document.
  mutating func open(_ text: String, uri: String = uri, language: String = "yaml") {
    notify(
      "textDocument/didOpen",
      "{\"textDocument\":{\"uri\":\(quoted(uri)),\"languageId\":\"\(language)\",\"version\":1,"
        + "\"text\":\(quoted(text))}}")
  }

  /// Checks what is to be checked, and keeps what is told of it.
  mutating func check() {
    while true {
      let (job, messages) = server.nextJob()
      notices += messages.map { $0.json }
      guard let job else { return }
      notices += server.take(job.run()).map { $0.json }
    }
  }

  /// Begins one check, lets the editor do something, and only then takes what was found.
  mutating func check(while happening: (inout Conversation) -> Void) throws {
    let (job, _) = server.nextJob()
    let found = try #require(job).run()
    happening(&self)
    notices += server.take(found).map { $0.json }
  }

  /// The codes that a document was told of last, those of one line once each.
  func codes(_ uri: String) -> [String] {
    let told = notices.last { $0["params"]?["uri"]?.text == uri }
    let found = told?["params"]?["diagnostics"]?.elements ?? []
    return found.compactMap { $0["code"]?.text }
  }

  /// The answer about the place of `|` in a text, which is opened without it.
  mutating func ask(
    _ method: String, _ marked: String, opening: Bool = true, _ more: String = ""
  ) throws -> JSONValue {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    if opening {
      open(parts.joined())
    }
    let line = parts[0].utf8.count { $0 == 0x0A }
    let start = parts[0].utf8.lastIndex(of: 0x0A).map { parts[0].utf8.index(after: $0) }
    let character = parts[0][(start ?? parts[0].startIndex)...].utf16.count
    return try request(
      "textDocument/" + method,
      "{\"textDocument\":{\"uri\":\(quoted(Self.uri))},"
        + "\"position\":{\"line\":\(line),\"character\":\(character)}\(more)}")
  }

  /// A text as a string of JSON.
  func quoted(_ text: String) -> String {
    String(decoding: JSONValue.string(text).line, as: UTF8.self)
  }

  /// A small policy, with what stands at the end of it.
  static func policy(_ rest: String = "") -> String {
    """
    linkpolicy: 1
    name: small
    domains:
      own: [own.example]
    providers:
      own.example: {kind: federated}
      "saml.*": {kind: federated}
      "*": {kind: federated}
    labels:
      tier: [standard, staff]
    settings:
      linking: [allowed, refused]
    purposes: [invite]
    facts:
      trust:
        values: [trusted, untrusted]
        rows:
          - {id: directory, provider: own.example, domain: own, is: trusted}
          - {id: otherwise, is: untrusted}
    proof: {trust: trusted}
    decisions:
      sign-in.federated:
        hit: first
        rows:
          - {id: returning, credential: known, do: [sign-in]}
          - {id: broken, credential: broken, refuse: unknown-person}
          - {id: first, credential: new, address: [absent, free], do: [create, sign-in]}
          - {id: join, credential: new, address: taken, trust: trusted, do: [drop-unproven, replace-subject, sign-in]}
          - {id: stranger, overrides: [join, first], refuse: already-registered}
    errors:
      unknown-person: {}
      already-registered: {ask: existing-credential}

    """ + rest
  }
}
