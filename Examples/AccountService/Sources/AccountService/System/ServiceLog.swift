internal import Glibc
internal import LinkPolicyStore

/// What the service says of itself, on standard error: no address, no code, no token.
enum ServiceLog {
  /// Writes what kind of error a store has had.
  ///
  /// Its words are left out, since they name what was looked for, such as an address.
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
