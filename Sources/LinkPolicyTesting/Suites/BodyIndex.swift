package import LinkPolicy
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// What the body of each case of a suite was when it was added, by a hash.
///
/// Tells an edited case from a new one. Written as one object of ids and hashes, sorted by id.
package struct BodyIndex: Sendable {
  /// The most bytes that the file of an index may have.
  static var byteLimit: Int { 64 << 20 }

  /// The hash of each case, 16 hexadecimal digits.
  package var hashes: [Name: Name] = [:]

  /// An index of no case.
  package init() {}

  /// Reads an index; the name is what findings show.
  package init(_ bytes: [UInt8], name: String) throws(InvalidInput) {
    let limits = JSONLimits(documentBytes: Self.byteLimit)
    let document = try JSONDocument(bytes, name: name, limits: limits)
    var findings = JSONFindings(document)
    for member in findings.members(document.root, in: nil) ?? [] {
      guard let hash = findings.string(member.value, in: member.keyText) else { continue }
      if hash.bytes.count != 16 || !hash.bytes.allSatisfy({ Hexadecimal.value(of: $0) != nil }) {
        findings.report(
          .jsonUnknownValue, "expected 16 digits 0-9 and a-f for `\(member.key.text)`",
          at: member.value)
      }
      hashes[member.key] = hash
    }
    try findings.check(in: SourceMap(files: [SourceMap.File(name: name, bytes: bytes)]))
  }

  /// The file, one case a line.
  package var bytes: [UInt8] {
    var writer = JSONWriter(.pretty)
    writer.beginObject()
    for (id, hash) in hashes.sorted(by: { $0.key < $1.key }) {
      writer.key(id)
      writer.string(hash)
    }
    writer.endObject()
    writer.endLine()
    return writer.take()
  }
}
