extension String {
  /// Splits the text at each occurrence of a separator, compared byte by byte.
  ///
  /// A search by the standard library would link the runtime of regular expressions, which Embedded Swift lacks.
  ///
  /// - Parameter separator: the separator, which must not be empty.
  /// - Returns: the parts in order, some of which can be empty; the whole text if the separator does not occur.
  package func parts(separatedBy separator: String) -> [String] {
    let bytes = Array(utf8)
    let sought = Array(separator.utf8)
    var parts: [String] = []
    var start = 0
    var index = 0
    while index + sought.count <= bytes.count {
      if bytes[index..<index + sought.count].elementsEqual(sought) {
        parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
        index += sought.count
        start = index
      } else {
        index += 1
      }
    }
    parts.append(String(decoding: bytes[start...], as: UTF8.self))
    return parts
  }
}
