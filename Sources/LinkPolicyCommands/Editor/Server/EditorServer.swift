internal import LinkPolicy
internal import LinkPolicyJSON

/// A server of the Language Server Protocol: messages in, messages out, and documents to be checked in between.
///
/// It neither reads nor writes, and checks nothing itself, so that whoever drives it decides what waits for what.
struct EditorServer {
  /// How far a session has come.
  private enum Stage {
    case started, initialized, shutDown, ended
  }

  private var stage = Stage.started
  private var workspace = Workspace()
  private let version: String

  /// Creates a server that says that it is of a version.
  init(version: String) {
    self.version = version
  }

  /// Whether the editor has ended the session.
  var hasEnded: Bool { stage == .ended }
  /// Whether the editor has said before that it would, or has begun none.
  var isOrderly: Bool { stage == .started || wasShutDown }
  private var wasShutDown = false

  /// The next document to be checked, once the messages that came before are answered.
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

  /// Takes what a check has found, and returns what the editor is told of it.
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

  /// Answers something in the stream that is no message.
  func answer(broken reason: String) -> [OutgoingMessage] {
    [.error(ProtocolError(.parseError, reason), id: .null)]
  }

  /// Takes a message, and returns the answers.
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

  /// What a request asks about; nil for a place outside of the text.
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
      // There is no request to answer; without this nobody would learn why the text is not the editor's.
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
          Self.complaint("too many changes of \(uri) at once; close it and open it again"),
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
      // What editors tell that nobody here needs to know, requests that are cancelled among it: each is
      // answered before the next message is read.
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
