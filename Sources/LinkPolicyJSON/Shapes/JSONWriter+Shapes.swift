internal import LinkPolicy

/// Members as shapes have them: what is absent is left out.
extension JSONWriter {
  /// Writes a key and its string, or nothing.
  mutating func member(_ key: Name, _ value: String?) {
    guard let value else { return }
    self.key(key)
    string(value)
  }

  /// Writes a key and its number, unless it is the one that a missing key stands for.
  mutating func member(_ key: Name, _ value: Int, unless usual: Int) {
    guard value != usual else { return }
    self.key(key)
    int(value)
  }

  /// Writes a key and an object of names and words, or nothing for none.
  mutating func members(_ key: Name, _ pairs: [(name: String, value: String)]) {
    guard !pairs.isEmpty else { return }
    self.key(key)
    beginObject()
    for (name, value) in pairs {
      self.key(Name(name))
      string(value)
    }
    endObject()
  }

  /// Writes an array of strings.
  mutating func strings(_ values: [String]) {
    beginArray()
    for value in values {
      string(value)
    }
    endArray()
  }
}
