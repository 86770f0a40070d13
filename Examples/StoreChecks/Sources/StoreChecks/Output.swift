internal import Glibc

/// The standard output of the process.
enum Output {
  /// Writes a whole text immediately, without a buffer.
  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let written = unsafe bytes[start...].withUnsafeBytes { buffer in
        unsafe Glibc.write(1, buffer.baseAddress, buffer.count)
      }
      guard written > 0 else { exit(1) }
      start += written
    }
  }
}
