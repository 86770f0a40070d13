internal import LinkPolicy
internal import LinkPolicyJSON

/// A state machine for the Language Server Protocol; it receives messages, and returns messages and documents to check.
///
/// The caller performs input, output and checks, and therefore controls concurrency.
struct EditorServer {
  /// The stage of a session, such as initialized or shut down.
  private enum Stage {
    case started, initialized, shutDown, ended
  }

  private var stage = Stage.started
  private var workspace = Workspace()
  private let version: String

  /// Creates a server that reports its version to the editor.
  init(version: String) {
    self.version = version
  }

  /// Whether the editor has ended the session.
  var hasEnded: Bool { stage == .ended }
  /// Whether no session is open: the editor has shut the session down, or has not started one.
  var isOrderly: Bool { stage == .started || wasShutDown }
  private var wasShutDown = false

  /// Returns the next document to check, and the messages that clear the findings of documents that are not policies.
  mutating func nextJob() -> (job: PolicyJob?, messages: [OutgoingMessage]) {
    var messages: [OutgoingMessage] = []
    while stage == .initialized, let work = workspace.nextWork() {
      switch work {
      case .check(let job): return (job, messages)
      case .leave(let document): messages.append(Self.nothing(about: document))
      }
    }
    return (nil, messages)
  }

  /// Receives the result of a check, and returns the notification with its findings; returns nothing for an outdated
  /// result.
  mutating func take(_ state: PolicyState) -> [OutgoingMessage] {
    guard stage == .initialized, workspace.take(state) else { return [] }
    return [
      .notification(
        method: "textDocument/publishDiagnostics",
        params: DiagnosticList(state, workspace.encoding).json)
    ]
  }

  private static func nothing(about document: OpenDocument) -> OutgoingMessage {
    .notification(
      method: "textDocument/publishDiagnostics",
      params: .object(["uri": .string(document.uri), "diagnostics": .array([])]))
  }

  /// Returns the error for a malformed message.
  func answer(broken reason: String) -> [OutgoingMessage] {
    [.error(ProtocolError(.parseError, reason), id: .null)]
  }

  /// Receives a message and returns the answers.
  mutating func receive(_ bytes: [UInt8]) -> [OutgoingMessage] {
    switch IncomingMessage(bytes) {
    case .response: return []
    case .invalid(let id, let error): return [.error(error, id: id)]
    case .notification(let method, let params): return notified(method, params)
    case .request(let id, let method, let params):
      do throws(ProtocolError) {
        return [.result(try result(method, params), id: id)]
      } catch {
        return [.error(error, id: id)]
      }
    }
  }

  private mutating func result(
    _ method: String, _ params: JSONValue?
  ) throws(ProtocolError) -> JSONValue {
    switch (stage, method) {
    case (.started, "initialize"):
      let abilities = ClientAbilities(params)
      workspace.encoding = abilities.encoding
      stage = .initialized
      return ServerAbilities(encoding: abilities.encoding, version: version).json
    case (.started, _):
      throw ProtocolError(.serverNotInitialized, "the first request is `initialize`")
    case (.initialized, "initialize"):
      throw ProtocolError(.invalidRequest, "the session is initialized already")
    case (.initialized, "shutdown"):
      stage = .shutDown
      wasShutDown = true
      return .null
    case (.shutDown, _), (.ended, _):
      throw ProtocolError(.invalidRequest, "the session is shut down")
    case (.initialized, _):
      return try answer(method, params)
    }
  }

  private mutating func answer(
    _ method: String, _ params: JSONValue?
  ) throws(ProtocolError) -> JSONValue {
    switch method {
    case "textDocument/hover":
      return try inquiry(params).map { Hover.answer($0) } ?? .null
    case "textDocument/definition":
      let workspace = workspace
      return try inquiry(params).map { inquiry in
        Definition.answer(inquiry) { workspace.uri(ofFile: $0) }
      } ?? .null
    case "textDocument/completion":
      return try inquiry(params).map { Completion.answer($0) } ?? .null
    case "textDocument/prepareRename":
      guard let inquiry = try inquiry(params) else { return .null }
      let rename = try RowRename(inquiry)
      return .object(["range": rename.range.json, "placeholder": .string(rename.id)])
    case "textDocument/rename":
      guard let inquiry = try inquiry(params) else { return .null }
      let name = try DocumentParams(params).newName()
      return try RowRename(inquiry).edit(
        to: name, others: workspace.others(than: inquiry.document.uri))
    default:
      throw ProtocolError(.methodNotFound, "there is no method `\(method)`")
    }
  }

  /// Returns the place of a request with the data for the answer; nil if the place is outside the text.
  private mutating func inquiry(_ params: JSONValue?) throws(ProtocolError) -> Inquiry? {
    let params = try DocumentParams(params)
    let (uri, position) = (try params.uri(), try params.position())
    guard let document = workspace.documents[uri] else {
      throw .params("the document is not open")
    }
    guard document.text.hasLine(of: position) else { return nil }
    return workspace.inquiry(document, at: position)
  }

  private mutating func notified(_ method: String, _ params: JSONValue?) -> [OutgoingMessage] {
    if method == "exit" {
      stage = .ended
      return []
    }
    guard stage == .initialized else { return [] }
    do throws(ProtocolError) {
      return try take(method, params)
    } catch {
      // A notification has no answer, so a log message explains why the server's text differs from the editor's text.
      return [Self.complaint(method + ": " + error.message)]
    }
  }

  private mutating func take(
    _ method: String, _ params: JSONValue?
  ) throws(ProtocolError) -> [OutgoingMessage] {
    switch method {
    case "textDocument/didOpen":
      let params = try DocumentParams(params)
      let (language, text) = try params.text()
      workspace.open(
        try params.uri(), language: language, version: try params.version(), text: text)
    case "textDocument/didChange":
      let params = try DocumentParams(params)
      let uri = try params.uri()
      guard let document = workspace.documents[uri] else {
        throw .params("the document is not open")
      }
      guard let text = try params.changed(document.text, workspace.encoding) else {
        workspace.close(uri)
        return [
          Self.nothing(about: document),
          Self.complaint("too many changes of \(uri) at once; close the file and open it again"),
        ]
      }
      workspace.change(uri, version: try params.version(), text)
    case "textDocument/didClose":
      let uri = try DocumentParams(params).uri()
      guard let document = workspace.documents[uri] else { return [] }
      workspace.close(uri)
      return [Self.nothing(about: document)]
    case "textDocument/didSave", "workspace/didChangeWatchedFiles":
      workspace.touchAll()
    default:
      // No other notification requires an action. A cancellation has no effect, because the server answers each request
      // before it reads the next message.
      break
    }
    return []
  }

  private static func complaint(_ message: String) -> OutgoingMessage {
    .notification(
      method: "window/logMessage",
      params: .object(["type": .int(1), "message": .string(message)]))
  }
}

/// The editor's capabilities that this server uses.
struct ClientAbilities {
  /// The unit in which positions count the characters of a line.
  let encoding: PositionEncoding

  /// Reads the parameters of `initialize`, and ignores members of an unexpected type.
  init(_ params: JSONValue?) {
    let offered = params?["capabilities"]?["general"]?["positionEncodings"]?.elements ?? []
    encoding = PositionEncoding.chosen(among: offered.compactMap { $0.text })
  }
}

/// The capabilities that this server announces to the editor: descriptions, declarations, completions and renaming.
struct ServerAbilities {
  let encoding: PositionEncoding
  let version: String

  /// The result of `initialize`.
  var json: JSONValue {
    .object([
      "capabilities": .object([
        "positionEncoding": .string(encoding.rawValue),
        "textDocumentSync": .object([
          "openClose": .bool(true), "change": .int(2), "save": .bool(true),
        ]),
        "hoverProvider": .bool(true), "definitionProvider": .bool(true),
        "completionProvider": .object([
          "triggerCharacters": .array([":", " ", "[", "{", ","].map { .string(String($0)) })
        ]),
        "renameProvider": .object(["prepareProvider": .bool(true)]),
      ]),
      "serverInfo": .object(["name": .string("linkpolicy"), "version": .string(version)]),
    ])
  }
}

/// The parameters of a message about a document, such as its URI and a position.
struct DocumentParams {
  private let params: JSONValue

  /// The maximum number of bytes that the changes of one message may move, so that the server stays responsive.
  private static var workLimit: Int { 1 << 34 }

  init(_ params: JSONValue?) throws(ProtocolError) {
    guard let params, params.isObject else { throw .params("`params` is not an object") }
    self.params = params
  }

  private func document() throws(ProtocolError) -> JSONValue {
    guard let document = params["textDocument"], document.isObject else {
      throw .params("`textDocument` is not an object")
    }
    return document
  }

  /// Returns the URI of the document.
  func uri() throws(ProtocolError) -> String {
    guard let uri = try document()["uri"]?.text else {
      throw .params("`textDocument.uri` is not a string")
    }
    return uri
  }

  /// Returns the position of the request.
  func position() throws(ProtocolError) -> TextPosition {
    try TextPosition(params["position"], "position")
  }

  /// Returns the new name of a row.
  func newName() throws(ProtocolError) -> String {
    guard let name = params["newName"]?.text else { throw .params("`newName` is not a string") }
    return name
  }

  /// Returns the version of the document, or 0 if the editor sends none.
  func version() throws(ProtocolError) -> Int {
    let version = try document()["version"]
    guard let version, !version.isNull else { return 0 }
    guard let number = version.int else { throw .params("`textDocument.version` is not a number") }
    return number
  }

  /// Returns the language id and the text of an opened document.
  func text() throws(ProtocolError) -> (language: String, bytes: [UInt8]) {
    guard let text = try document()["text"]?.string else {
      throw .params("`textDocument.text` is not a string")
    }
    return (try document()["languageId"]?.text ?? "", text.bytes)
  }

  /// Returns a text with the changes applied in order; nil if the changes would move too many bytes.
  func changed(
    _ text: EditedText, _ encoding: PositionEncoding
  ) throws(ProtocolError) -> EditedText? {
    guard let changes = params["contentChanges"], changes.isArray else {
      throw .params("`contentChanges` is not an array")
    }
    var text = text
    var work = 0
    for change in JSONElements(changes) {
      guard change.isObject, let new = change["text"]?.string else {
        throw .params("an item of `contentChanges` has no `text`")
      }
      if let range = change["range"] {
        text.replace(try TextRange(range, "range"), with: new.bytes, encoding)
      } else {
        text = EditedText(new.bytes)
      }
      work += text.bytes.count
      guard work <= Self.workLimit else { return nil }
    }
    return text
  }
}
