internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// The text of a vector file in which some cases can lack an id.
///
/// Ids are inserted into the text itself, so that the text keeps its comments and layout.
struct CaseText {
  /// The position of a missing id: the offset for the insertion, and the text before and after the id.
  private struct Gap {
    var offset: Int
    var before: String
    var after: String
  }

  let name: String
  let format: VectorReader.Format
  private let bytes: [UInt8]
  private var gaps: [Gap] = []

  /// The number of missing ids.
  var missing: Int { gaps.count }

  /// Parses a text to find the missing ids.
  init(
    _ bytes: [UInt8], name: String, format: VectorReader.Format
  ) throws(InvalidInput) {
    self.bytes = bytes
    self.name = name
    self.format = format
    guard format == .jsonLines else {
      let tree = try VectorReader.tree(bytes, name: name, format: format)
      for element in tree.root["cases"]?.elements ?? [] {
        add(element, tree.locator)
      }
      return
    }
    var lines = JSONLines(bytes, name: name, limits: .line)
    while let line = try lines.next() {
      add(line.root, line.locator)
    }
  }

  private mutating func add(_ value: JSONValue, _ locator: JSONLocator) {
    // An empty object is not a case, and has no member before which an id could be inserted.
    guard value.isObject, value.count > 0, value["id"] == nil else { return }
    let isFlow = bytes[value.offset] == UInt8(ascii: "{")
    switch format {
    case .yaml where !isFlow:
      let indent = String(repeating: " ", count: locator.position(of: value).column - 1)
      gaps.append(Gap(offset: value.offset, before: "id: ", after: "\n" + indent))
    case .yaml:
      gaps.append(Gap(offset: value.offset + 1, before: "id: ", after: ", "))
    case .json:
      gaps.append(Gap(offset: value.offset + 1, before: "\"id\": \"", after: "\", "))
    case .jsonLines:
      gaps.append(Gap(offset: value.offset + 1, before: "\"id\":\"", after: "\","))
    }
  }

  /// Returns the text with an id inserted at each gap, in order.
  func text(ids: [String]) -> [UInt8] {
    var text: [UInt8] = []
    var start = 0
    for (gap, id) in zip(gaps, ids) {
      text += bytes[start..<gap.offset]
      text += (gap.before + id + gap.after).utf8
      start = gap.offset
    }
    return text + bytes[start...]
  }

  /// Returns JSON Lines sorted by id, if ids were inserted; any other text is returned unchanged.
  func sorted(_ text: [UInt8]) throws(InvalidInput) -> [UInt8] {
    guard format == .jsonLines, !gaps.isEmpty else { return text }
    var lines = JSONLines(text, name: name, limits: .line)
    var rows: [(id: Name, text: [UInt8])] = []
    while let line = try lines.next() {
      var writer = JSONWriter()
      writer.value(line.root)
      writer.endLine()
      rows.append((line.root["id"]?.string ?? "", writer.take()))
    }
    rows.sort { $0.id < $1.id }
    return rows.flatMap { $0.text }
  }
}
