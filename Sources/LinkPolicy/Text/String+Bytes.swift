extension String {
  /// Whether two strings have the same bytes.
  ///
  /// `==` would compare by Unicode equivalence, which identifiers must not (and which an embedded
  /// build cannot).
  package func hasSameBytes(as other: String) -> Bool {
    let a = self.utf8Span.span
    let b = other.utf8Span.span
    guard a.count == b.count else { return false }
    for index in a.indices where a[index] != b[index] {
      return false
    }
    return true
  }

  /// Whether the string has the bytes of the name.
  package func hasSameBytes(as name: Name) -> Bool {
    let a = self.utf8Span.span
    guard a.count == name.bytes.count else { return false }
    for index in a.indices where a[index] != name.bytes[index] {
      return false
    }
    return true
  }
}

extension Optional<String> {
  /// Whether both are nil, or both have the same bytes.
  package func hasSameBytes(as other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let a?, let b?): a.hasSameBytes(as: b)
    default: false
    }
  }
}

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
