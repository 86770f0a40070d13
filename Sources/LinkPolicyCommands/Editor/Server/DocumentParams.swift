internal import LinkPolicy
internal import LinkPolicyJSON

/// What messages about documents carry, read from their parameters.
struct DocumentParams {
  private let params: JSONValue

  /// The most bytes that applying one message's changes may move: a little less than anybody would wait for.
  private static var workLimit: Int { 1 << 34 }

  init(_ params: JSONValue?) throws(ProtocolError) {
    guard let params, params.isObject else { throw .params("`params` is not an object") }
    self.params = params
  }

  private func document() throws(ProtocolError) -> JSONValue {
    guard let document = params["textDocument"], document.isObject else {
      throw .params("`textDocument` is not an object")
    }
    return document
  }

  /// The document's address.
  func uri() throws(ProtocolError) -> String {
    guard let uri = try document()["uri"]?.text else {
      throw .params("`textDocument.uri` is not a string")
    }
    return uri
  }

  /// The place that is asked about.
  func position() throws(ProtocolError) -> TextPosition {
    try TextPosition(params["position"], "position")
  }

  /// The name that a row is to have.
  func newName() throws(ProtocolError) -> String {
    guard let name = params["newName"]?.text else { throw .params("`newName` is not a string") }
    return name
  }

  /// The document's version; editors may leave it out or null where they have none.
  func version() throws(ProtocolError) -> Int {
    let version = try document()["version"]
    guard let version, !version.isNull else { return 0 }
    guard let number = version.int else { throw .params("`textDocument.version` is not a number") }
    return number
  }

  /// The text of a document that is opened.
  func text() throws(ProtocolError) -> (language: String, bytes: [UInt8]) {
    guard let text = try document()["text"]?.string else {
      throw .params("`textDocument.text` is not a string")
    }
    return (try document()["languageId"]?.text ?? "", text.bytes)
  }

  /// A text with the changes applied, one after the other; nil where that would take too long.
  func changed(
    _ text: EditedText, _ encoding: PositionEncoding
  ) throws(ProtocolError) -> EditedText? {
    guard let changes = params["contentChanges"], changes.isArray else {
      throw .params("`contentChanges` is not an array")
    }
    var text = text
    var work = 0
    for change in JSONElements(changes) {
      guard change.isObject, let new = change["text"]?.string else {
        throw .params("an item of `contentChanges` has no `text`")
      }
      if let range = change["range"] {
        text.replace(try TextRange(range, "range"), with: new.bytes, encoding)
      } else {
        text = EditedText(new.bytes)
      }
      work += text.bytes.count
      guard work <= Self.workLimit else { return nil }
    }
    return text
  }
}
