extension JSONLimits {
  /// The bounds of one line of JSON Lines: 8 MiB, whatever the length of the file.
  package static var line: JSONLimits { JSONLimits(documentBytes: 8 << 20) }
}
