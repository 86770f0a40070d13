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
