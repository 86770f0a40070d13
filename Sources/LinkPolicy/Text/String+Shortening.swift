extension String {
  /// The text with its middle cut out where it has more bytes than a limit, so that no message repeats a hostile input.
  ///
  /// - Parameter limit: the most bytes, at least 64.
  /// - Returns: the text itself, or its first and last part with `…` between them.
  package func shortened(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let bytes = Array(utf8)
    var end = limit * 2 / 3
    var start = bytes.count - (limit - end - "…".utf8.count)
    // Neither part begins or ends inside of a scalar.
    while end > 0, bytes[end] & 0xC0 == 0x80 {
      end -= 1
    }
    while start < bytes.count, bytes[start] & 0xC0 == 0x80 {
      start += 1
    }
    return String(decoding: bytes[..<end], as: UTF8.self) + "…"
      + String(decoding: bytes[start...], as: UTF8.self)
  }
}
