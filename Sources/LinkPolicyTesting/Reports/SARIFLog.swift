package import LinkPolicy
package import LinkPolicyDiagnostics
package import LinkPolicyJSON

/// A SARIF 2.1.0 log of one run of the tool, for code hosts that annotate lines with findings.
package struct SARIFLog {
  private let rules: [JSONValue]
  private var results: [JSONValue] = []
  /// Further properties of the run, such as the verdict of a gate.
  package var properties: JSONValue?

  /// Creates a log without results, with the ids and descriptions of its rules.
  package init(rules: [(id: String, meaning: String)]) {
    self.rules = rules.map { rule in
      .object([
        "id": .string(rule.id), "shortDescription": .object(["text": .string(rule.meaning)]),
      ])
    }
  }

  /// Adds a result; `key` identifies the same result in later runs.
  package mutating func add(
    _ rule: String, level: String, _ message: TerminalText, at place: ReportPlace?,
    related: [ReportPlace] = [], key: (name: String, parts: [String])
  ) {
    let digest = SHA256.digest(of: Array(key.parts.joined(separator: "\n").utf8))
    results.append(
      .object([
        "ruleId": .string(rule), "level": .string(level),
        "message": .object(["text": .string(Self.plain(message))]),
        "locations": .array([place].compactMap { $0 }.map { Self.location($0) }),
        "relatedLocations": related.isEmpty ? nil : .array(related.map { Self.location($0) }),
        "partialFingerprints": .object([Name(key.name): .string(Hexadecimal.text(digest))]),
      ]))
  }

  /// The log, ending with a line feed.
  package var bytes: [UInt8] {
    let driver = JSONValue.object([
      "name": .string("linkpolicy"), "informationUri": .string(ProjectAddress.home),
      "rules": .array(rules),
    ])
    let run = JSONValue.object([
      "tool": .object(["driver": driver]), "columnKind": .string("unicodeCodePoints"),
      "results": .array(results), "properties": properties,
    ])
    let log = JSONValue.object([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": .string("2.1.0"), "runs": .array([run]),
    ])
    return log.line + [UInt8(ascii: "\n")]
  }

  /// Returns the message without links, because SARIF interprets `[words](address)` as a link even in plain text.
  private static func plain(_ message: TerminalText) -> String {
    var text = ""
    for character in message.text {
      text += character == "(" && text.last == "]" ? " (" : String(character)
    }
    return text
  }

  private static func location(_ place: ReportPlace) -> JSONValue {
    .object([
      "physicalLocation": .object([
        "artifactLocation": .object(["uri": .string(uri(place.file))]),
        "region": .object([
          "startLine": .int(place.position.line), "startColumn": .int(place.position.column),
          "endLine": place.end.map { .int($0.line) },
          "endColumn": place.end.map { .int($0.column) },
        ]),
      ])
    ])
  }

  /// Returns a path as a relative URI reference, such as `a%20b.yaml` for `a b.yaml`.
  private static func uri(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        bytes.append(byte)
      default:
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A position or range in a file, for machine-readable reports.
package struct ReportPlace: Sendable {
  /// The name of the file.
  package var file: String
  /// The position at which the place starts.
  package var position: SourcePosition
  /// The position after the last scalar of the range; nil if only the start is known.
  package var end: SourcePosition?

  /// Creates a place from a file name and a position, without an end.
  package init(file: String, position: SourcePosition) {
    self.file = file
    self.position = position
  }

  /// The place as `file:line:column`, followed by `-column` or `-line:column` if the end is known.
  package var text: String {
    let start = "\(file):\(position.line):\(position.column)"
    guard let end else { return start }
    return start
      + (end.line == position.line ? "-\(end.column)" : "-\(end.line):\(end.column)")
  }

  /// Creates the place of a position in the given files; nil if the position is nil or in no given file.
  package init?(_ position: SourcePosition?, in sources: SourceMap) {
    guard let position, sources.files.indices.contains(position.file) else { return nil }
    file = sources.files[position.file].name
    self.position = position
  }
}

/// The address of the project, which all other code reads from this type.
package enum ProjectAddress {
  /// The home page, which is also the base of the schemas' identifiers.
  package static var home: String { "https://linkpolicy.dev/" }
}
