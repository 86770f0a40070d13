internal import LinkPolicy
internal import LinkPolicyJSON

/// A message of JSON-RPC 2.0 as it goes to the editor.
enum OutgoingMessage {
  /// The result of a request.
  case result(JSONValue, id: JSONValue)
  /// Why a request has none.
  case error(ProtocolError, id: JSONValue)
  /// Something that the editor did not ask for.
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

  /// The bytes to send.
  var bytes: [UInt8] {
    let content = json.line
    var bytes: [UInt8] = []
    for byte in "Content-Length: \(content.count)\r\n\r\n".utf8 {
      bytes.append(byte)
    }
    return bytes + content
  }
}
