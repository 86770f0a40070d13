internal import LinkPolicy
internal import LinkPolicyJSON

extension DifferenceReport {
  private static var declarationRule: String { "declaration" }

  /// The report as a SARIF 2.1.0 log: one result a pair of rows, at the new row.
  var sarif: [UInt8] {
    let rules =
      ChangeKind.allCases.map { ($0.rawValue, $0.meaning) }
      + [(Self.declarationRule, "Something is declared otherwise that no cell shows.")]
    let results =
      difference.changes.map { result($0) } + difference.declarations.map { result($0) }
    let driver = JSONValue.object([
      "name": .string("linkpolicy"), "informationUri": .string("https://linkpolicy.invalid/"),
      "rules": .array(
        rules.map { id, meaning in
          .object([
            "id": .string("diff/" + id), "shortDescription": .object(["text": .string(meaning)]),
          ])
        }),
    ])
    let run = JSONValue.object([
      "tool": .object(["driver": driver]), "columnKind": .string("unicodeCodePoints"),
      "results": .array(results),
    ])
    let log = JSONValue.object([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": .string("2.1.0"), "runs": .array([run]),
    ])
    return log.line + [UInt8(ascii: "\n")]
  }

  private func result(_ change: PolicyDifference.Change) -> JSONValue {
    var message = Self.count(change.cells, "cell") + " ("
    message += change.kinds.map { $0.rawValue }.joined(separator: ", ") + "): old "
    message += answer(change, .old) + "; new " + answer(change, .new)
    if let box = change.boxes.first {
      message += "; when " + conditions(box)
    }
    for (index, step) in (change.boxes.first?.witness?.steps ?? []).enumerated() {
      message += "\n\(index + 1). " + step.words + " -> " + Self.outcome(step)
    }
    let key =
      Side.allCases.map { change.answers[$0].row?.text ?? change.answers[$0].table.text }
      + change.kinds.map { $0.rawValue }
    let isMinor = change.kinds == [.renames] || change.kinds == [.unreachable]
    return result(
      change.kinds[0].rawValue, isMinor ? "note" : "warning", message,
      Sides { change.answers[$0].position }, key: key)
  }

  private func result(_ declaration: DeclarationDifference) -> JSONValue {
    result(
      Self.declarationRule, "warning",
      declaration.subject + ": old " + declaration.words.old + "; new " + declaration.words.new,
      declaration.positions, key: [declaration.subject])
  }

  private func result(
    _ rule: String, _ level: String, _ message: String, _ positions: Sides<SourcePosition?>,
    key: [String]
  ) -> JSONValue {
    let digest = SHA256.digest(of: Array(([rule] + key).joined(separator: "\n").utf8))
    let places = Sides { side in positions[side].map { location($0, side) } }
    return .object([
      "ruleId": .string("diff/" + rule), "level": .string(level),
      "message": .object(["text": .string(message)]),
      "locations": .array([places.new ?? places.old].compactMap { $0 }),
      "relatedLocations": places.new == nil ? nil : places.old.map { .array([$0]) },
      "partialFingerprints": .object(["rows/v1": .string(Hexadecimal.text(digest))]),
    ])
  }

  private func location(_ position: SourcePosition, _ side: Side) -> JSONValue {
    let files = difference.policies[side].sources.files
    let file = files.indices.contains(position.file) ? files[position.file].name : "-"
    return .object([
      "physicalLocation": .object([
        "artifactLocation": .object(["uri": .string(Self.uri(file))]),
        "region": .object([
          "startLine": .int(position.line), "startColumn": .int(position.column),
        ]),
      ])
    ])
  }

  /// A path as a relative reference of a URI.
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

extension ChangeKind {
  /// What the kind says, in one sentence.
  package var meaning: String {
    switch self {
    case .reachesMore: "An attempt enters an existing account that it did not enter."
    case .reachesLess: "An attempt no longer enters an existing account."
    case .dropsMore: "More is taken from an account."
    case .dropsLess: "Less is taken from an account."
    case .splits: "A second account is made where there was one."
    case .renames: "Only names differ, or what is shown, asked and told."
    case .changes: "The answer differs in another way."
    case .unreachable: "The answer differs where no sequence from an empty store comes to."
    }
  }
}
