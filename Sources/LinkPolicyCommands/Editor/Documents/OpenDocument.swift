/// A text that an editor has open.
struct OpenDocument: Sendable {
  /// The address by which the editor knows it.
  let uri: String
  /// The path of the file that it is saved in; nil where it is in none.
  let path: String?
  /// What the editor takes it for, such as `yaml`.
  let language: String
  /// The editor's number for the state of the text.
  var version: Int
  /// The text.
  var text: EditedText
  /// The number of this state among all states of all documents.
  var revision: Int

  /// Whether the text is a policy, and no vectors, manifest or something else that is YAML.
  ///
  /// A policy begins with its version or with what it extends, wherever comments stand; whoever calls the language
  /// `linkpolicy` has said so.
  var isPolicy: Bool {
    language == "linkpolicy" || Self.saysPolicy(text.bytes)
  }

  /// Whether nothing but comments stands in the text, so that it can still become anything.
  var isBlank: Bool {
    !text.bytes.split(separator: 0x0A).contains { line in
      let first = line.first { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }
      return first.map { $0 != UInt8(ascii: "#") } ?? false
    }
  }

  private static func saysPolicy(_ bytes: [UInt8]) -> Bool {
    let keys = ["linkpolicy:", "extends:"].map { Array($0.utf8) }
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      if keys.contains(where: { bytes[start...].starts(with: $0) }) { return true }
      guard let end = bytes[start...].firstIndex(of: 0x0A) else { return false }
      start = end + 1
    }
    return false
  }
}
