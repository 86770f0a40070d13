/// The `id` of a line, byte for byte as the line has it.
///
/// A number stays in the caller's own spelling and a string keeps its escapes, so that whoever
/// compares bytes finds again what was sent.
package struct RequestID: Sendable, Equatable {
  /// The text of a JSON string or number; nil where the line has no id, or none to be sure of.
  package let token: [UInt8]?

  /// An id that is answered with `null`.
  package static var none: RequestID { RequestID(token: nil) }

  private init(token: [UInt8]?) {
    self.token = token
  }

  /// Takes the id out of a line, which need not be readable otherwise.
  ///
  /// It is taken exactly where ``LineOutline`` finds the whole line to be one object with one key
  /// `id`, and its value is a string or a number as RFC 8259 has them.
  package init(ofLine bytes: [UInt8]) {
    var outline = LineOutline(bytes)
    token = outline.onlyID().map { Array(bytes[$0]) }
  }
}

extension JSONWriter {
  /// Writes an id, or `null` for none.
  mutating func id(_ id: RequestID) {
    beginValue()
    if let token = id.token {
      append(token)
    } else {
      append("null".utf8)
    }
  }
}
