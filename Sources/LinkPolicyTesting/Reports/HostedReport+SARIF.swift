internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON

extension HostedReport {
  /// The report as a SARIF 2.1.0 log of one run of the tool, ending with a line feed.
  ///
  /// The log omits the verdict and the summary, because a SARIF result needs a rule. The report's ``properties`` can
  /// state the verdict and the summary.
  package var sarif: [UInt8] {
    let rules = rules.map { rule in
      JSONValue.object([
        "id": .string(rule.id), "shortDescription": .object(["text": .string(rule.meaning)]),
      ])
    }
    let driver = JSONValue.object([
      "name": .string("linkpolicy"), "informationUri": .string(ProjectAddress.home),
      "rules": .array(rules),
    ])
    // Two results with one fingerprint would count as one result.
    var digests: Set<Name> = []
    let results = findings.map { finding in
      var finding = finding
      var count = 1
      while !digests.insert(Name(finding.digest)).inserted {
        count += 1
        finding.key.parts = finding.key.parts.dropLast(count > 2 ? 1 : 0) + ["\(count)"]
      }
      return finding.sarif
    }
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
}

extension HostedFinding {
  /// The digest of the key, which identifies the same finding in later runs.
  fileprivate var digest: String {
    Hexadecimal.text(SHA256.digest(of: Array(key.parts.joined(separator: "\n").utf8)))
  }

  /// The finding as a result of a SARIF log.
  fileprivate var sarif: JSONValue {
    let level =
      switch level {
      case .note: "note"
      case .warning: "warning"
      case .error: "error"
      }
    let message: TerminalText =
      switch title {
      case .kinds: text
      case .subject(let subject): "\(subject): \(text)"
      }
    return .object([
      "ruleId": .string(rule), "level": .string(level),
      "message": .object(["text": .string(Self.plain(message))]),
      "locations": .array([place].compactMap { $0?.sarif }),
      "relatedLocations": related.isEmpty ? nil : .array(related.map { $0.sarif }),
      "partialFingerprints": .object([Name(key.name): .string(digest)]),
    ])
  }

  /// Returns the message without links, because SARIF interprets `[words](address)` as a link even in plain text.
  private static func plain(_ message: TerminalText) -> String {
    var text = ""
    for character in message.text {
      text += character == "(" && text.last == "]" ? " (" : String(character)
    }
    return text
  }
}

extension ReportPlace {
  /// The place as a location of a SARIF log.
  fileprivate var sarif: JSONValue {
    .object([
      "physicalLocation": .object([
        "artifactLocation": .object(["uri": .string(Self.uri(file))]),
        "region": .object([
          "startLine": .int(position.line), "startColumn": .int(position.column),
          "endLine": end.map { .int($0.line) },
          "endColumn": end.map { .int($0.column) },
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

/// The address of the project, which all other code reads from this type.
package enum ProjectAddress {
  /// The home page, which is also the base of the schemas' identifiers.
  package static var home: String { "https://linkpolicy.dev/" }
}
