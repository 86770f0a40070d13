internal import Glibc
internal import LinkPolicyStore

/// The log of the service on standard error, which contains no address, code or token.
enum ServiceLog {
  /// Writes the kind of a store error.
  ///
  /// The log omits the error's message, because the message can contain a searched value, such as
  /// an address.
  ///
  /// - Parameters:
  ///   - error: the error.
  ///   - request: the id of the request.
  static func write(_ error: StoreError, in request: String) {
    let kind =
      switch error {
      case .conflict: "conflict"
      case .failed: "failed"
      case .uncertain: "uncertain"
      case .inconsistent: "inconsistent"
      case .input: "input"
      case .requirement: "requirement"
      case .busy: "busy"
      }
    write(request + ": the store: " + kind)
  }

  /// Writes a line.
  static func write(_ line: String) {
    let bytes = Array(("account-service: " + line + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(2, $0.baseAddress, $0.count) }
  }
}
