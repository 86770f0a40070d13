internal import LinkPolicy
internal import LinkPolicyJSON

/// A place in a file, as the protocol has it.
struct FileLocation {
  /// The location as it is sent.
  let json: JSONValue

  /// The word at a position in a file with these bytes.
  init(
    _ path: String, _ bytes: [UInt8], _ position: SourcePosition, _ encoding: PositionEncoding,
    to end: SourcePosition? = nil
  ) {
    let range = EditedText(bytes).range(
      of: SourceLines(bytes).range(from: position, to: end), encoding)
    json = .object(["uri": .string(DocumentURI.file(path)), "range": range.json])
  }
}
