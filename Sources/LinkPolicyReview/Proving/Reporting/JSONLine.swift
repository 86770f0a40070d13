internal import LinkPolicyJSON

/// Lines of JSON made of texts.
enum JSONLine {
  /// An array of texts on one line.
  static func array(_ texts: [String]) -> [UInt8] {
    JSONValue.array(texts.map { .string($0) }).line
  }
}
