internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicySystem

/// Where what is named at a place is declared.
enum Definition {
  /// The location; null where there is none, or where it is in a policy that ships and is in no file.
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

  /// The file of the policy that is extended.
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
