internal import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
package import LinkPolicyJSON
internal import LinkPolicyPresets
package import LinkPolicyYAML

/// The text of a policy, with the files that it can extend.
package struct PolicyFile: Sendable {
  package typealias OtherFile = (name: String, bytes: [UInt8])

  package let bytes: [UInt8]
  package let name: String
  private let others: [OtherFile]

  init(_ text: String, name: String, beside others: [OtherFile]) {
    bytes = Array(text.utf8)
    self.name = name
    self.others = others
  }

  /// Reads the keys `text`, `name` and `files` of a question.
  package init?(_ reader: inout JSONObjectReader, _ findings: inout JSONFindings) {
    let text = reader.requiredText("text", &findings)
    let name = reader.text("name", &findings) ?? "policy.yaml"
    let others = Self.others(&reader, &findings)
    guard let text else { return nil }
    self.init(text, name: name, beside: others)
  }

  /// Reads the key `files` of a question: texts by the names that `extends:` uses.
  static func others(
    _ reader: inout JSONObjectReader, _ findings: inout JSONFindings
  ) -> [OtherFile] {
    reader.pairs("files", &findings).map { (name: $0.name, bytes: Array($0.value.utf8)) }
  }

  /// The text of the file, read and merged with the policies that it extends.
  package var text: PolicyText {
    get throws(InvalidInput) {
      let others = others
      let finder = PolicyFinder { reference, extending in
        if let file = others.first(where: { $0.name.hasSameBytes(as: reference) }) {
          return .found(name: file.name, bytes: file.bytes)
        }
        return Presets.finder.found(reference, extending)
      }
      return try PolicyText(bytes, name: name, finder: finder)
    }
  }

  package var compiled: CompiledPolicy {
    get throws(InvalidInput) { try CompiledPolicy(text.document) }
  }

  /// Returns whether a file has the same name and text, and can extend the same files.
  func isEqual(to other: PolicyFile) -> Bool {
    name.hasSameBytes(as: other.name) && bytes == other.bytes
      && others.count == other.others.count
      && others.indices.allSatisfy {
        others[$0].name.hasSameBytes(as: other.others[$0].name)
          && others[$0].bytes == other.others[$0].bytes
      }
  }
}
