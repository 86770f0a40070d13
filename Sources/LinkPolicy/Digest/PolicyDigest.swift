/// The SHA-256 of what a policy means.
///
/// Comments, titles, reasons, metadata, positions and the order of sets do not change it; the
/// order of rows, guards and effects does.
public struct PolicyDigest: Sendable, Hashable {
  /// The 32 bytes.
  public let bytes: [UInt8]

  /// The digest as 64 lower-case hexadecimal digits.
  public var text: String { Hexadecimal.text(bytes) }

  package init(of document: PolicyDocument) {
    var form = CanonicalForm()
    form.add(document)
    bytes = SHA256.digest(of: form.bytes)
  }
}
