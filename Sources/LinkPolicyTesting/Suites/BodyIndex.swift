package import LinkPolicy
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// The hash of each case's body, stored when the case was added or when an edit of the case was last accepted.
///
/// The body is everything in a case that affects its result, such as its steps and expectations. The index
/// distinguishes edited cases from new cases. The index file is one JSON object of ids and hashes, sorted by id.
package struct BodyIndex: Sendable {
  /// The maximum size of an index file, in bytes.
  static var byteLimit: Int { 64 << 20 }

  /// The hash of each case, as 16 hexadecimal digits.
  package var hashes: [Name: Name] = [:]

  /// Creates an empty index.
  package init() {}

  /// Reads an index; findings show `name` as the name of the file.
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

  /// The JSON text of the index file, with one case on each line.
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

extension SuiteFolder {
  /// Reads the index of the suite; nil if the suite has no index.
  ///
  /// Throws an ``InvalidInput`` if the manifest names an index that cannot be read.
  package func index() throws(InvalidInput) -> BodyIndex? {
    guard let path = manifest.index else { return nil }
    let file = try read(path, limit: BodyIndex.byteLimit)
    return try BodyIndex(file.bytes, name: file.name)
  }
}

/// The hashes of a case that keeps its JSON.
extension VectorCase {
  /// The descriptive keys, which do not affect the behavior of a case.
  private static let descriptions: [Name] = [
    "id", "title", "comment", "source", "proves", "flags", "known",
  ]

  /// The SHA-256 of the body, with its steps and expectations; nil if the case does not keep its JSON.
  ///
  /// The hash also covers the name of the policy, even if only the file declares the policy.
  package var bodyDigest: [UInt8]? {
    body.map { SHA256.digest(of: CanonicalJSON.bytes(of: JSONValue(.object($0)))) }
  }

  /// The SHA-256 of the body without its expectations; nil if the case does not keep its JSON.
  package var inputsDigest: [UInt8]? {
    guard let body else { return nil }
    var inputs: [JSONMember] = []
    for member in body where member.key != "accounts" {
      guard member.key == "steps", let steps = member.value.elements else {
        inputs.append(member)
        continue
      }
      let bare = steps.map { step in
        JSONValue(.object((step.members ?? []).filter { $0.key != "expect" }))
      }
      inputs.append(JSONMember(member.key, JSONValue(.array(bare))))
    }
    return SHA256.digest(of: CanonicalJSON.bytes(of: JSONValue(.object(inputs))))
  }

  /// The hash in the index: the first eight bytes of ``bodyDigest``, in hexadecimal; nil if the case does not keep its
  /// JSON.
  package var bodyHash: Name? {
    bodyDigest.map { Name(Hexadecimal.text(Array($0.prefix(8)))) }
  }

  /// The suffix of a computed id: the first six bytes of ``inputsDigest``, in hexadecimal; nil if the case does not
  /// keep its JSON.
  package var inputsHash: String? {
    inputsDigest.map { Hexadecimal.text(Array($0.prefix(6))) }
  }

  private var body: [JSONMember]? {
    guard let members = json?.members else { return nil }
    var body = members.filter { member in
      !Self.descriptions.contains(member.key)
        && !(member.key == "policy" && member.value.isNull)
    }
    if !policy.isEmpty, !body.contains(where: { $0.key == "policy" }) {
      body.append(JSONMember("policy", JSONValue(.string(Name(policy)))))
    }
    return body
  }
}
