internal import LinkPolicyJSON

/// A message of JSON-RPC 2.0 as it came from the editor.
enum IncomingMessage {
  /// Something that is to be answered.
  case request(id: JSONValue, method: String, params: JSONValue?)
  /// Something that is not.
  case notification(method: String, params: JSONValue?)
  /// An answer to a request; this server makes none.
  case response
  /// What is no message, with the id to answer to: that of the request where it can be told, else null.
  case invalid(id: JSONValue, ProtocolError)

  /// How deep a message may nest, and how long it may be.
  static var limits: JSONLimits { JSONLimits(depth: 64, documentBytes: MessageReader.messageLimit) }

  /// Reads the content of a message.
  init(_ bytes: [UInt8]) {
    do throws(InvalidInput) {
      self.init(try JSONDocument(bytes, name: "message", limits: Self.limits).root)
    } catch {
      let reason = error.diagnostics.first?.message ?? "it is no JSON"
      self = .invalid(id: .null, ProtocolError(.parseError, "the message is no JSON: " + reason))
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
