internal import LinkPolicy
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON

extension SuiteManifest {
  /// Reads a manifest; the name is what findings show.
  ///
  /// Throws an ``InvalidInput`` with every finding.
  package init(_ bytes: [UInt8], name: String) throws(InvalidInput) {
    if let refusal = FileKind.refusal(wanting: .manifest, bytes, name: name) {
      throw refusal
    }
    let document = try JSONDocument(bytes, name: name)
    sources = SourceMap(files: [SourceMap.File(name: name, bytes: bytes)])
    var findings = JSONFindings(document)
    suite = ""
    version = ""
    ids = .assigned
    flags = []
    policies = []
    shards = []
    retired = []
    if var reader = JSONObjectReader(document.root, &findings) {
      read(&reader, &findings)
    }
    try findings.check(in: sources)
  }

  private mutating func read(_ reader: inout JSONObjectReader, _ findings: inout JSONFindings) {
    if let format = reader.required("format", &findings), format.string != Name(Self.format) {
      findings.report(
        .suiteFormat, "expected `\(Self.format)` in `format`", at: format,
        help: "this package reads that version alone")
      // Another version may mean anything by its keys.
      return
    }
    suite = Self.word("suite", &reader, &findings)
    if let value = reader.required("version", &findings) {
      version = findings.string(value, in: "version")?.text ?? ""
      if value.string != nil, !Self.isVersion(version) {
        findings.report(
          .suiteFormat, "`\(version)` is no version", at: value, help: "write it as 1.0.0")
      }
    }
    title = reader.text("title", &findings)
    license = reader.text("license", &findings)
    ids =
      reader.choice("ids", of: IDs.allCases.map { $0.rawValue }, &findings)
      .map { IDs.allCases[$0] } ?? .assigned
    idPrefix = reader.text("id-prefix", &findings)
    readFlags(&reader, &findings)
    for element in reader.elements("policies", &findings) ?? [] {
      if let policy = SuitePolicy(element, &findings) {
        policies.append(policy)
      }
    }
    readShards(&reader, &findings)
    retired = reader.texts("retired", &findings)
    if let value = reader.given("index") {
      index = SuitePath.read(value, in: "index", suffix: ".json", &findings)
    }
    generator = reader.part("generator", &findings).map { Generator($0, &findings) }
    reader.finish(&findings)
  }

  private mutating func readFlags(
    _ reader: inout JSONObjectReader, _ findings: inout JSONFindings
  ) {
    guard let value = reader.required("flags", &findings),
      let members = findings.members(value, in: "flags")
    else { return }
    let types = BugType.allCases
    for member in members {
      guard var part = JSONObjectReader(member.value, in: member.keyText, &findings) else {
        continue
      }
      let type = part.choice("bugType", of: types.map { $0.rawValue }, &findings)
      let description = Self.word("description", &part, &findings)
      let links = part.texts("links", &findings)
      part.finish(&findings)
      if let type {
        flags.append(
          Flag(
            name: member.key.text, bugType: types[type], description: description, links: links))
      }
    }
  }

  private mutating func readShards(
    _ reader: inout JSONObjectReader, _ findings: inout JSONFindings
  ) {
    guard let value = reader.required("shards", &findings),
      let elements = findings.elements(value, in: "shards")
    else { return }
    if elements.isEmpty {
      findings.report(.vectorNoCases, "the suite has no shard", at: value)
    }
    var paths: Set<Name> = []
    for element in elements {
      guard let shard = Shard(element, &findings) else { continue }
      if !paths.insert(Name(shard.path)).inserted {
        findings.report(
          .suitePath, "`\(shard.path)` is listed twice", at: element["path"] ?? element,
          help: "remove one of the entries")
      }
      shards.append(shard)
    }
  }

  /// A required string that is not empty.
  fileprivate static func word(
    _ key: String, _ reader: inout JSONObjectReader, _ findings: inout JSONFindings
  ) -> String {
    guard let value = reader.required(key, &findings) else { return "" }
    let text = findings.string(value, in: key)
    if text?.bytes.isEmpty == true {
      findings.report(.jsonUnknownValue, "`\(key)` is empty", at: value)
    }
    return text?.text ?? ""
  }

  /// A SHA-256 in hexadecimal.
  fileprivate static func digest(
    _ key: String, _ reader: inout JSONObjectReader, _ findings: inout JSONFindings
  ) -> String {
    guard let value = reader.required(key, &findings) else { return "" }
    guard let text = findings.string(value, in: key) else { return "" }
    if text.bytes.count != 64 || !text.bytes.allSatisfy({ Hexadecimal.value(of: $0) != nil }) {
      findings.report(
        .jsonUnknownValue, "expected 64 digits 0-9 and a-f in `\(key)`", at: value)
    }
    return text.text
  }

  private static func isVersion(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3
      && parts.allSatisfy { part in
        1...9 ~= part.count && part.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
          && (part.count == 1 || part.first != UInt8(ascii: "0"))
      }
  }
}

extension SuiteManifest.SuitePolicy {
  fileprivate init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(value, in: "policies", &findings) else { return nil }
    name = SuiteManifest.word("name", &reader, &findings)
    digest = SuiteManifest.digest("digest", &reader, &findings)
    position = findings.locator.position(of: value["digest"] ?? value)
    reader.finish(&findings)
  }
}

extension SuiteManifest.Shard {
  fileprivate init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(value, in: "shards", &findings) else { return nil }
    let given = reader.required("path", &findings)
    let path = given.flatMap { SuitePath.read($0, in: "path", suffix: nil, &findings) }
    position = findings.locator.position(of: given ?? value)
    let tiers = Tier.allCases
    let tier = reader.choice("tier", of: tiers.map { $0.rawValue }, &findings)
    count = reader.int("count", range: 1...Int.max, &findings) ?? 0
    sha256 = SuiteManifest.digest("sha256", &reader, &findings)
    reader.finish(&findings)
    guard let path, let tier else { return nil }
    self.path = path
    self.tier = tiers[tier]
  }
}

extension SuiteManifest.Generator {
  fileprivate init(_ reader: JSONObjectReader, _ findings: inout JSONFindings) {
    var reader = reader
    name = SuiteManifest.word("name", &reader, &findings)
    version = reader.text("version", &findings)
    seed = reader.given("seed").flatMap { findings.int($0, in: "seed") }
    command = reader.text("command", &findings)
    reader.finish(&findings)
  }
}
