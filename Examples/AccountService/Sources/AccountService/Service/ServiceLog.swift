internal import Glibc

/// What the service says of itself, on standard error: no address, no code, no token.
enum ServiceLog {
  /// Writes a line.
  static func write(_ line: String) {
    let bytes = Array(("account-service: " + line + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(2, $0.baseAddress, $0.count) }
  }
}
