internal import LinkPolicy
internal import LinkPolicyJSON

/// Why a request has no result, as the protocol says it.
struct ProtocolError: Error, Equatable {
  /// The numbers of JSON-RPC and of the Language Server Protocol.
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case serverNotInitialized = -32002
    case requestFailed = -32803
  }

  let code: Code
  /// What is wrong, in one line.
  let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Parameters that do not have the shape that the protocol gives them.
  static func params(_ message: String) -> ProtocolError { ProtocolError(.invalidParams, message) }

  /// The error as it is sent.
  var json: JSONValue {
    .object(["code": .int(code.rawValue), "message": .string(message)])
  }
}
