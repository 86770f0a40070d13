/// The SHA-256 of what a policy means.
///
/// Comments, titles, reasons, metadata, positions and the order of sets do not change it; the
/// order of rows, guards and effects does.
public struct PolicyDigest: Sendable, Hashable {
  /// The 32 bytes.
  public let bytes: [UInt8]

  /// The digest as 64 lower-case hexadecimal digits.
  public var text: String { SHA256.hexText(of: bytes) }

  package init(of document: PolicyDocument) {
    var form = CanonicalForm()
    form.add(document)
    var hash = SHA256()
    hash.update(form.bytes)
    bytes = hash.finalize()
  }
}
