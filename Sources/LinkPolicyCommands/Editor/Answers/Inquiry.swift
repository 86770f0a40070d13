internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicySystem

/// A request about a place in a document, with the data for its answer.
struct Inquiry {
  /// The document that the request concerns.
  let document: OpenDocument
  /// The names in the document and in the policies that it extends.
  let names: PolicyNames
  /// The result of the last check, possibly of an older text; nil before the first check.
  let state: PolicyState?
  /// The unit in which the request counts the characters of a line.
  let encoding: PositionEncoding
  /// The offset of the place, in bytes.
  let offset: Int

  /// Whether the last check read the current text.
  var isChecked: Bool { state?.document.revision == document.revision }

  /// The token at the place; nil in comments and between tokens.
  var place: CursorPlace? { CursorFinder.place(at: offset, in: document.text.bytes) }

  /// The symbol at the place, which is a name with its kind; nil if the token is not such a name, for example if it is
  /// a key of the policy language.
  var symbol: (symbol: Symbol, place: CursorPlace)? {
    guard let place, !place.range.isEmpty else { return nil }
    let named =
      place.isKey
      ? NamePlace.key(place.text, in: place.path)
      : NamePlace.value(at: place.path)
    guard let named else { return nil }
    if named.sort == .subject {
      return Symbol.row(ofSubject: place.text).map { ($0.row, place) }
    }
    return (named.symbol(place.text, at: place.path), place)
  }

  /// Returns the error that an outcome names, or the effect if no such error is declared; returns any other symbol
  /// unchanged.
  func resolved(_ symbol: Symbol) -> Symbol {
    guard symbol.sort == .outcome else { return symbol }
    let error = Symbol(.error, symbol.name)
    return names.declaration(of: error) == nil ? Symbol(.effect, symbol.name) : error
  }
}

/// The answer to a request for the declaration of the symbol at a place.
enum Definition {
  /// Returns the location, or null if no file contains the declaration, for example for a shipped policy.
  static func answer(_ inquiry: Inquiry, uri: (_ path: String) -> String?) -> JSONValue {
    guard let (symbol, _) = inquiry.symbol else { return .null }
    if symbol.sort == .policy {
      return extended(inquiry, uri)
    }
    guard let declared = inquiry.names.declaration(of: inquiry.resolved(symbol)) else {
      return .null
    }
    let bytes = inquiry.names.sources.files[declared.position.file].bytes
    switch PolicyFiles.place(declared.position.file, in: inquiry.names.sources) {
    case .own:
      let range = SourceLines(bytes).textRange(
        from: declared.position, to: declared.end, inquiry.encoding)
      return .object(["uri": .string(inquiry.document.uri), "range": range.json])
    case .file(let path):
      let range = SourceLines(bytes).textRange(
        from: declared.position, to: declared.end, inquiry.encoding)
      let address = uri(path) ?? DocumentURI.file(InputFile.resolved(path) ?? path)
      return .object(["uri": .string(address), "range": range.json])
    case .shipped:
      return .null
    }
  }

  /// Returns the start of the extended policy's file, or null if the policy is shipped or missing.
  private static func extended(
    _ inquiry: Inquiry, _ uri: (_ path: String) -> String?
  ) -> JSONValue {
    guard inquiry.names.sources.files.count > 1,
      case .file(let path) = PolicyFiles.place(1, in: inquiry.names.sources)
    else { return .null }
    let start = TextPosition(0, 0)
    return .object([
      "uri": .string(uri(path) ?? DocumentURI.file(InputFile.resolved(path) ?? path)),
      "range": TextRange(start, start).json,
    ])
  }
}
