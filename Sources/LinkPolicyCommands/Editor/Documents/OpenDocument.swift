/// A document that is open in an editor.
struct OpenDocument: Sendable {
  /// The URI of the document.
  let uri: String
  /// The path in a local `file:` URI; nil for any other URI, such as the URI of an untitled
  /// document.
  let path: String?
  /// The language id in the editor, such as `yaml`.
  let language: String
  /// The version number that the editor assigns to the text.
  var version: Int
  /// The text of the document.
  var text: EditedText
  /// The number of the change that produced this text, counted over all documents.
  var revision: Int

  /// Whether the document is a policy rather than another YAML file, such as vectors or a manifest.
  ///
  /// A policy contains the key `linkpolicy` or `extends` at the start of a line. The language id
  /// `linkpolicy` also declares a policy.
  var isPolicy: Bool {
    language == "linkpolicy" || Self.saysPolicy(text.bytes)
  }

  /// Whether the text contains only comments and blank lines; if so, the kind of the document is still unknown.
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

/// Conversions between the URI of a document and the path of its file.
enum DocumentURI {
  /// Returns the path of a local `file:` URI, or nil for any other URI.
  static func path(_ uri: String) -> String? {
    let text = Array(uri.utf8)
    let scheme = Array("file://".utf8)
    guard text.starts(with: scheme) else { return nil }
    var rest = text.dropFirst(scheme.count)
    if rest.starts(with: Array("localhost/".utf8)) {
      rest = rest.dropFirst("localhost".utf8.count)
    }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    var bytes: [UInt8] = []
    var index = rest.startIndex
    while index < rest.endIndex {
      if rest[index] == UInt8(ascii: "%"), index + 2 < rest.endIndex,
        let high = digit(rest[index + 1]), let low = digit(rest[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(rest[index])
        index += 1
      }
    }
    // A file name cannot contain NUL, and the system would truncate the path at a NUL.
    guard !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Returns the URI of a file.
  static func file(_ path: String) -> String {
    var uri = "file://"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return uri
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
