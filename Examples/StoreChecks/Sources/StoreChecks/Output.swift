internal import Glibc

/// Standard output.
enum Output {
  /// Writes all of a text, past any buffer.
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
