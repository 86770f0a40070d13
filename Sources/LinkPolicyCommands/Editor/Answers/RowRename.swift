internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicySystem

/// The renaming of a row in every open document that contains the row's id.
struct RowRename {
  /// The table of the row.
  let table: Name
  let id: Name
  /// The range of the id at the place of the request.
  let range: TextRange

  private let inquiry: Inquiry

  /// Checks that the place of the request contains the id of a row that can be renamed.
  init(_ inquiry: Inquiry) throws(ProtocolError) {
    self.inquiry = inquiry
    guard let (symbol, place) = inquiry.symbol, case .row(let table) = symbol.sort else {
      throw ProtocolError(
        .requestFailed, "there is no row id at this position; only row ids can be renamed")
    }
    self.table = table
    id = symbol.name
    var bytes = place.range
    if place.text != id, let slash = inquiry.document.text.bytes[bytes].lastIndex(of: 0x2F) {
      let isQuoted = [0x22, 0x27].contains(inquiry.document.text.bytes[bytes.upperBound - 1])
      bytes = (slash + 1)..<(bytes.upperBound - (isQuoted ? 1 : 0))
    }
    range = inquiry.document.text.range(of: bytes, inquiry.encoding)
    guard inquiry.names.isComplete else {
      throw ProtocolError(.requestFailed, "the text is not valid YAML; correct the text first")
    }
    if id == "earlier", inquiry.names.declaration(of: symbol) == nil {
      throw ProtocolError(.requestFailed, "`earlier` means all earlier rows, and is not an id")
    }
    guard let declared = inquiry.names.declaration(of: symbol) else {
      throw ProtocolError(.requestFailed, "`\(table.text)` has no row `\(id.text)`")
    }
    switch PolicyFiles.place(declared.position.file, in: inquiry.names.sources) {
    case .own: break
    case .file(let path):
      let file = PolicyFiles.key(ofFile: path) ?? path
      throw ProtocolError(
        .requestFailed, "row `\(id.text)` is declared in \(file); rename it there")
    case .shipped(let name):
      throw ProtocolError(
        .requestFailed,
        "row `\(id.text)` belongs to the shipped policy `\(name)` and cannot be renamed")
    }
  }

  /// Returns the edits of the document and of the open documents that extend it.
  ///
  /// - Parameters:
  ///   - new: the new id.
  ///   - others: the other open documents, with their names.
  /// - Returns: a `WorkspaceEdit`.
  /// - Throws: the reason if the row cannot have this id, or if a document cannot be edited.
  func edit(
    to new: String, others: [(document: OpenDocument, names: PolicyNames)]
  ) throws(ProtocolError) -> JSONValue {
    try check(Name(new), in: inquiry.names)
    var changes = [
      member(inquiry.document, try edits(of: inquiry.document, names: inquiry.names, to: new))
    ]
    for other in others where isBase(of: other.names) {
      guard other.names.isComplete else {
        throw ProtocolError(
          .requestFailed,
          "\(PolicyFiles.name(of: other.document)) extends this policy and is not valid YAML; correct that file first"
        )
      }
      try check(Name(new), in: other.names)
      let edits = try edits(of: other.document, names: other.names, to: new)
      if !edits.isEmpty {
        changes.append(member(other.document, edits))
      }
    }
    return .object(["changes": JSONValue(.object(changes))])
  }

  /// Throws if an id is invalid, or if another row of the table has the id.
  private func check(_ new: Name, in names: PolicyNames) throws(ProtocolError) {
    guard PlainWord.isPlain(new), new.bytes.allSatisfy({ $0 != 0x2F && $0 != 0x7C }),
      new.bytes.count <= 256
    else {
      throw ProtocolError(
        .requestFailed, "`\(new.text)` is not an id: write only letters, digits, `-`, `_` and `.`")
    }
    guard new != "earlier" else {
      throw ProtocolError(.requestFailed, "`earlier` means all earlier rows, and is not an id")
    }
    guard new == id || names.declaration(of: Symbol(.row(in: table), new)) == nil else {
      throw ProtocolError(.requestFailed, "`\(table.text)` has a row `\(new.text)` already")
    }
  }

  /// Returns whether another document extends this document directly or indirectly, and may therefore edit the row.
  private func isBase(of names: PolicyNames) -> Bool {
    guard let key = inquiry.document.path.flatMap({ PolicyFiles.key(ofFile: $0) }) else {
      return false
    }
    return PolicyFiles.extended(in: names.sources).contains(key)
  }

  private func member(_ document: OpenDocument, _ edits: [JSONValue]) -> JSONMember {
    JSONMember(Name(document.uri), .array(edits))
  }

  private func edits(
    of document: OpenDocument, names: PolicyNames, to new: String
  ) throws(ProtocolError) -> [JSONValue] {
    let symbol = Symbol(.row(in: table), id)
    let lines = SourceLines(document.text.bytes)
    var edits: [JSONValue] = []
    for mention in names.own where mention.symbol == symbol {
      var range = lines.range(from: mention.position, to: mention.end)
      if mention.prefix > 0 {
        let (quote, count) = (mention.isQuoted ? 1 : 0, id.bytes.count)
        range = (range.upperBound - quote - count)..<(range.upperBound - quote)
        guard range.lowerBound >= 0, Array(document.text.bytes[range]) == id.bytes else {
          throw ProtocolError(
            .requestFailed,
            "line \(mention.position.line) names the row with escapes; write the id without escapes"
          )
        }
      }
      guard !document.text.bytes[range].contains(0x0A) else {
        throw ProtocolError(
          .requestFailed,
          "line \(mention.position.line) names the row in a text of several lines; write the id in one line"
        )
      }
      let place = lines.textRange(of: range, inquiry.encoding)
      edits.append(.object(["range": place.json, "newText": .string(new)]))
    }
    return edits
  }
}
