internal import LinkPolicy
internal import LinkPolicyJSON

/// A JSON-RPC 2.0 message from the editor.
enum IncomingMessage {
  /// A message that requires an answer.
  case request(id: JSONValue, method: String, params: JSONValue?)
  /// A message that gets no answer.
  case notification(method: String, params: JSONValue?)
  /// An answer to a request; this server sends no requests.
  case response
  /// A malformed message; `id` is the id for the answer, or null if the request's id is unreadable.
  case invalid(id: JSONValue, ProtocolError)

  /// The limits of depth and size of a message.
  static var limits: JSONLimits { JSONLimits(depth: 64, documentBytes: MessageReader.messageLimit) }

  /// Reads the content of a message.
  init(_ bytes: [UInt8]) {
    do throws(InvalidInput) {
      self.init(try JSONDocument(bytes, name: "message", limits: Self.limits).root)
    } catch {
      let reason = error.diagnostics.first?.message ?? "it is not JSON"
      self = .invalid(id: .null, ProtocolError(.parseError, "the message is not JSON: " + reason))
    }
  }

  private init(_ root: JSONValue) {
    guard root.isObject else {
      self = .invalid(
        id: .null, ProtocolError(.invalidRequest, "a message is an object, not " + root.kind))
      return
    }
    let id = root["id"]
    if root["method"] == nil, id != nil, root["result"] != nil || root["error"] != nil {
      self = .response
      return
    }
    let isID = id.map { $0.isString || $0.number != nil } ?? true
    let answered = isID ? id ?? .null : .null
    guard isID else {
      self = .invalid(id: .null, ProtocolError(.invalidRequest, "an id is a string or a number"))
      return
    }
    guard root["jsonrpc"]?.isString("2.0") ?? false else {
      self = .invalid(id: answered, ProtocolError(.invalidRequest, "`jsonrpc` is not \"2.0\""))
      return
    }
    guard let method = root["method"]?.text else {
      self = .invalid(id: answered, ProtocolError(.invalidRequest, "`method` is not a string"))
      return
    }
    let params = root["params"]
    if let params, !params.isObject, !params.isArray, !params.isNull {
      self = .invalid(
        id: answered, ProtocolError(.invalidRequest, "`params` is neither an object nor an array"))
      return
    }
    if let id {
      self = .request(id: id, method: method, params: params)
    } else {
      self = .notification(method: method, params: params)
    }
  }
}

/// A JSON-RPC 2.0 message to the editor.
enum OutgoingMessage {
  /// The result of a request.
  case result(JSONValue, id: JSONValue)
  /// The error of a request.
  case error(ProtocolError, id: JSONValue)
  /// A notification, such as the findings about a document.
  case notification(method: String, params: JSONValue)

  /// The message without its header.
  var json: JSONValue {
    switch self {
    case .result(let result, let id):
      .object(["jsonrpc": .string("2.0"), "id": id, "result": result])
    case .error(let error, let id):
      .object(["jsonrpc": .string("2.0"), "id": id, "error": error.json])
    case .notification(let method, let params):
      .object(["jsonrpc": .string("2.0"), "method": .string(method), "params": params])
    }
  }

  /// The message with its header, as the bytes to send.
  var bytes: [UInt8] {
    let content = json.line
    var bytes: [UInt8] = []
    for byte in "Content-Length: \(content.count)\r\n\r\n".utf8 {
      bytes.append(byte)
    }
    return bytes + content
  }
}

/// The error of a request, in the form of JSON-RPC.
struct ProtocolError: Error, Equatable {
  /// The error codes of JSON-RPC and of the Language Server Protocol.
  enum ProtocolErrorCode: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case serverNotInitialized = -32002
    case requestFailed = -32803
  }

  let code: ProtocolErrorCode
  /// The problem in one line.
  let message: String

  init(_ code: ProtocolErrorCode, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Returns the error for invalid parameters of a request.
  static func params(_ message: String) -> ProtocolError { ProtocolError(.invalidParams, message) }

  /// The error in the form of JSON-RPC.
  var json: JSONValue {
    .object(["code": .int(code.rawValue), "message": .string(message)])
  }
}
