public import LinkPolicy
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// The manifest of a suite, `suite.json`: the suite's files, with the counts and digests to verify
/// them.
///
/// `SuiteFolder` reads a manifest from a file. Every path in the manifest must stay in the folder. The reader of a
/// manifest opens no other file.
public struct SuiteManifest: Sendable {
  /// The rule by which cases get their ids.
  public enum IDs: String, Sendable, CaseIterable {
    /// The tool assigns an id to each new case, and never reuses an id.
    case assigned
    /// An id is a prefix and a hash of the case's inputs.
    case inputs
  }

  /// The harm to users, such as a lockout, if an implementation fails a case with the flag.
  public enum BugType: String, Sendable, CaseIterable {
    /// An attacker can sign in to the account of another person.
    case accountTakeover = "ACCOUNT_TAKEOVER"
    /// One account has the sign-in methods of two people.
    case wrongMerge = "WRONG_MERGE"
    /// A person can no longer sign in to their account.
    case lockout = "LOCKOUT"
    /// Data of an account is lost, such as the owner's name in the profile.
    case dataLoss = "DATA_LOSS"
    /// A feature does not work, such as a valid sign-in of an honest person.
    case functionality = "FUNCTIONALITY"
    /// A text is parsed incorrectly, such as a request that two parsers read differently.
    case parser = "PARSER"
    /// A person obtains private data of another person, such as whether an address has an account.
    case privacy = "PRIVACY"
  }

  /// A word for a property of cases, such as a feature or an attack, for selecting cases and classifying failures.
  public struct Flag: Sendable {
    /// The word that cases list under `flags`, such as `SurvivingSession`.
    public var name: String
    /// The harm to users if an implementation fails a case with the flag.
    public var bugType: BugType
    /// The property that all cases with the flag have, in one sentence.
    public var description: String
    /// The web addresses of further information.
    public var links: [String]
  }

  /// The former name of ``SuitePolicy``.
  @available(*, deprecated, renamed: "SuitePolicy")
  public typealias Policy = SuitePolicy

  /// A policy that cases name, with the policy's digest when the suite was made.
  public struct SuitePolicy: Sendable {
    /// The name that cases use in `policy`, such as `firebase`.
    public var name: String
    /// The digest of the policy's meaning, a hexadecimal SHA-256.
    public var digest: String
    /// The position of the digest in the manifest.
    public var position: SourcePosition

    /// Creates the entry of a policy.
    package init(name: String, digest: String, position: SourcePosition) {
      self.name = name
      self.digest = digest
      self.position = position
    }
  }

  /// A vector file of the suite, with the number of cases and the digest to verify the file.
  public struct Shard: Sendable {
    /// The path relative to the suite's folder, such as `linking.yaml`.
    public var path: String
    /// The tier that all cases of the file belong to.
    public var tier: Tier
    /// The number of cases in the file.
    public var count: Int
    /// The SHA-256 of the file's bytes, in hexadecimal.
    public var sha256: String
    /// The position of the path in the manifest.
    public var position: SourcePosition

    /// Creates the entry of a file.
    package init(path: String, tier: Tier, count: Int, sha256: String, position: SourcePosition) {
      self.path = path
      self.tier = tier
      self.count = count
      self.sha256 = sha256
      self.position = position
    }
  }

  /// The program that generated a suite, with the seed and command that generate the suite again.
  public struct Generator: Sendable {
    /// The name of the program.
    public var name: String
    /// The version of the program; nil if the version was not recorded.
    public var version: String?
    /// The seed of the random choices; nil if the manifest states no seed.
    public var seed: Int?
    /// The command that generates the same files again; nil if the manifest states no command.
    public var command: String?
  }

  /// The format that this package reads and writes.
  public static var format: String { "linkpolicy-vectors/1" }

  /// The name of the suite, such as `facts`.
  public var suite: String
  /// The version, such as `1.2.0`: a changed or removed case increases the first number, and a new case increases the
  /// second number.
  public var version: String
  /// A one-line description of the suite; nil if the manifest has none.
  public var title: String?
  /// The SPDX identifier of the license under which others may use the cases, such as `Apache-2.0`; nil if none is
  /// stated.
  public var license: String?
  /// The rule by which cases get their ids.
  public var ids: IDs
  /// The prefix of every id in the suite, such as `f` of `f0012`; nil if an id can start with any text.
  public var idPrefix: String?
  /// The flags for selecting cases, with their descriptions.
  public var flags: [Flag]
  /// The policies that cases name.
  public var policies: [SuitePolicy]
  /// The files, in the order of reading.
  public var shards: [Shard]
  /// The ids of removed cases, sorted, which must not be reused.
  public var retired: [String]
  /// The path of the index of body hashes, relative to the suite's folder; nil for a suite without an index.
  public var index: String?
  /// The program that generated the suite; nil if the manifest names no program.
  public var generator: Generator?
  /// The files that the positions in the manifest refer to.
  public var sources: SourceMap

  /// Creates a manifest without shards.
  package init(suite: String, ids: IDs, idPrefix: String?) {
    self.suite = suite
    self.ids = ids
    self.idPrefix = idPrefix
    version = "1.0.0"
    flags = []
    policies = []
    shards = []
    retired = []
    index = ids == .assigned ? "index.json" : nil
    sources = SourceMap()
  }
}

extension SuiteManifest {
  /// Reads a manifest; findings show `name` as the name of the file.
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
      // In another version, the keys can have any meaning, so the reader skips them.
      return
    }
    suite = Self.word("suite", in: &reader, &findings)
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
      let description = Self.word("description", in: &part, &findings)
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

  /// Reads a required string that is not empty.
  fileprivate static func word(
    _ key: String, in reader: inout JSONObjectReader, _ findings: inout JSONFindings
  ) -> String {
    guard let value = reader.required(key, &findings) else { return "" }
    let text = findings.string(value, in: key)
    if text?.bytes.isEmpty == true {
      findings.report(.jsonUnknownValue, "`\(key)` is empty", at: value)
    }
    return text?.text ?? ""
  }

  /// Reads a required SHA-256 of 64 hexadecimal digits.
  fileprivate static func digest(
    _ key: String, in reader: inout JSONObjectReader, _ findings: inout JSONFindings
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
    name = SuiteManifest.word("name", in: &reader, &findings)
    digest = SuiteManifest.digest("digest", in: &reader, &findings)
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
    sha256 = SuiteManifest.digest("sha256", in: &reader, &findings)
    reader.finish(&findings)
    guard let path, let tier else { return nil }
    self.path = path
    self.tier = tiers[tier]
  }
}

extension SuiteManifest.Generator {
  fileprivate init(_ reader: JSONObjectReader, _ findings: inout JSONFindings) {
    var reader = reader
    name = SuiteManifest.word("name", in: &reader, &findings)
    version = reader.text("version", &findings)
    seed = reader.given("seed").flatMap { findings.int($0, in: "seed") }
    command = reader.text("command", &findings)
    reader.finish(&findings)
  }
}
