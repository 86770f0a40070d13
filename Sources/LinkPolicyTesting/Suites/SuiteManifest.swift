public import LinkPolicy
package import LinkPolicyDiagnostics
package import LinkPolicyJSON

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
    public var name = ""
    /// The harm to users if an implementation fails a case with the flag.
    public var bugType = BugType.functionality
    /// The property that all cases with the flag have, in one sentence.
    public var description = ""
    /// The web addresses of further information.
    public var links: [String] = []

    /// Creates a flag without a name.
    package init() {}
  }

  /// The former name of ``SuitePolicy``.
  @available(*, deprecated, renamed: "SuitePolicy")
  public typealias Policy = SuitePolicy

  /// A policy that cases name, with the policy's digest when the suite was made.
  public struct SuitePolicy: Sendable {
    /// The name that cases use in `policy`, such as `firebase`.
    public var name = ""
    /// The digest of the policy's meaning, a hexadecimal SHA-256.
    public var digest = ""
    /// The position of the digest in the manifest.
    public var position = SourcePosition(line: 1, column: 1)

    /// Creates an entry without a name.
    package init() {}

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
    public var path = ""
    /// The tier that all cases of the file belong to.
    public var tier = Tier.core
    /// The number of cases in the file.
    public var count = 0
    /// The SHA-256 of the file's bytes, in hexadecimal.
    public var sha256 = ""
    /// The position of the path in the manifest.
    public var position = SourcePosition(line: 1, column: 1)

    /// Creates an entry without a path.
    package init() {}

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
    public var name = ""
    /// The version of the program; nil if the version was not recorded.
    public var version: String?
    /// The seed of the random choices; nil if the manifest states no seed.
    public var seed: Int?
    /// The command that generates the same files again; nil if the manifest states no command.
    public var command: String?

    /// Creates a program without a name.
    package init() {}
  }

  /// The format that this package reads and writes.
  public static var format: String { "linkpolicy-vectors/1" }

  /// The name of the suite, such as `facts`.
  public var suite = ""
  /// The version, such as `1.2.0`: a changed or removed case increases the first number, and a new case increases the
  /// second number.
  public var version = "1.0.0"
  /// A one-line description of the suite; nil if the manifest has none.
  public var title: String?
  /// The SPDX identifier of the license under which others may use the cases, such as `Apache-2.0`; nil if none is
  /// stated.
  public var license: String?
  /// The rule by which cases get their ids.
  public var ids = IDs.assigned
  /// The prefix of every id in the suite, such as `f` of `f0012`; nil if an id can start with any text.
  public var idPrefix: String?
  /// The flags for selecting cases, with their descriptions.
  public var flags: [Flag] = []
  /// The policies that cases name.
  public var policies: [SuitePolicy] = []
  /// The files, in the order of reading.
  public var shards: [Shard] = []
  /// The ids of removed cases, sorted, which must not be reused.
  public var retired: [String] = []
  /// The path of the index of body hashes, relative to the suite's folder; nil for a suite without an index.
  public var index: String?
  /// The program that generated the suite; nil if the manifest names no program.
  public var generator: Generator?
  /// The files that the positions in the manifest refer to.
  public var sources = SourceMap()

  /// Creates a manifest without a name.
  package init() {}

  /// Creates a manifest without shards.
  package init(suite: String, ids: IDs, idPrefix: String?) {
    self.suite = suite
    self.ids = ids
    self.idPrefix = idPrefix
    index = ids == .assigned ? "index.json" : nil
  }
}

// MARK: The JSON text

extension SuiteManifest: JSONShape {
  /// The fields of `suite.json`.
  package mutating func fields(_ json: inout some JSONFields) {
    var format = SuiteFormat(isSupported: true)
    json.required("format", &format)
    // In another version, the keys can have any meaning.
    guard format.isSupported else { return json.acceptFurtherKeys() }
    json.required("suite", &suite, where: .isNotEmpty)
    json.required("version", &version, where: .isVersion)
    json.optional("title", &title)
    json.optional("license", &license)
    json.required("ids", &ids)
    json.optional("id-prefix", &idPrefix)
    json.required("flags", &flags.named)
    json.required("policies", &policies)
    json.required("shards", &shards, where: .areDistinct)
    json.optional("retired", &retired, unless: [])
    json.optional("index", &index, where: SuitePath.rule(suffix: ".json"))
    json.optional("generator", &generator)
  }

  /// Reads a manifest; findings show `name` as the name of the file.
  ///
  /// Throws an ``InvalidInput`` with every finding.
  package init(_ bytes: [UInt8], name: String) throws(InvalidInput) {
    if let refusal = FileKind.refusal(wanting: .manifest, bytes, name: name) {
      throw refusal
    }
    let document = try JSONDocument(bytes, name: name)
    var findings = JSONFindings(document)
    self = SuiteManifest(document.root, &findings) ?? SuiteManifest()
    sources = SourceMap(files: [SourceMap.File(name: name, bytes: bytes)])
    try findings.check(in: sources)
  }

  /// The JSON text of the manifest file, indented, with the keys in a fixed order.
  package var bytes: [UInt8] { text(.pretty) }
}

extension SuiteManifest.IDs: JSONWord {}
extension SuiteManifest.BugType: JSONWord {}
extension Tier: JSONWord {}

extension SuiteManifest.Flag: NamedJSONShape {
  /// The fields of a flag.
  package mutating func fields(_ json: inout some JSONFields) {
    json.required("bugType", &bugType)
    json.required("description", &description, where: .isNotEmpty)
    json.optional("links", &links, unless: [])
  }
}

extension SuiteManifest.SuitePolicy: JSONShape {
  /// The fields of a policy.
  package mutating func fields(_ json: inout some JSONFields) {
    json.required("name", &name, where: .isNotEmpty)
    json.required("digest", &digest, where: .isDigest)
    json.position(of: "digest", &position)
  }
}

extension SuiteManifest.Shard: JSONShape {
  /// The fields of a vector file.
  package mutating func fields(_ json: inout some JSONFields) {
    json.required("path", &path, where: SuitePath.rule(suffix: nil))
    json.position(of: "path", &position)
    json.required("tier", &tier)
    json.required("count", &count, where: .isPositive)
    json.required("sha256", &sha256, where: .isDigest)
  }
}

extension SuiteManifest.Generator: JSONShape {
  /// The fields of a program.
  package mutating func fields(_ json: inout some JSONFields) {
    json.required("name", &name, where: .isNotEmpty)
    json.optional("version", &version)
    json.optional("seed", &seed)
    json.optional("command", &command)
  }
}

/// The member `format`, which a reader compares with the format of this package.
private struct SuiteFormat: JSONRepresentable {
  var isSupported: Bool

  static var schema: [JSONMember] { [JSONMember("const", .string(SuiteManifest.format))] }

  func write(to writer: inout JSONWriter) {
    writer.string(SuiteManifest.format)
  }
}

extension SuiteFormat {
  init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    isSupported = value.string == Name(SuiteManifest.format)
    if !isSupported {
      findings.report(
        .suiteFormat, "expected `\(SuiteManifest.format)` in `format`", at: value,
        help: "this package reads that version alone")
    }
  }
}

extension JSONRule<[SuiteManifest.Shard]> {
  /// A manifest has at least one shard, and lists no path twice.
  fileprivate static var areDistinct: Self {
    JSONRule(["minItems": .int(1)]) { shards, _, given, findings in
      if given.elements?.isEmpty == true {
        findings.report(.vectorNoCases, "the suite has no shard", at: given)
      }
      var paths: Set<Name> = []
      for shard in shards where !shard.path.isEmpty && !paths.insert(Name(shard.path)).inserted {
        findings.report(
          Diagnostic(
            .suitePath, .error, "`\(shard.path)` is listed twice", at: shard.position,
            help: "remove one of the entries"))
      }
    }
  }
}

extension JSONRule<Int> {
  fileprivate static var isPositive: Self {
    JSONRule(["minimum": .int(1)]) { _, key, given, findings in
      _ = findings.int(given, in: key, range: 1...LongInteger(Int.max))
    }
  }
}

extension JSONRule<String> {
  /// A version has three numbers, as in `1.2.0`.
  fileprivate static var isVersion: Self {
    let number = "(0|[1-9][0-9]{0,8})"
    let pattern = "^\(number)\\.\(number)\\.\(number)$"
    return JSONRule(["pattern": .string(pattern)]) { text, _, given, findings in
      let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      let areNumbers = parts.allSatisfy { part in
        1...9 ~= part.count && part.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
          && (part.count == 1 || part.first != UInt8(ascii: "0"))
      }
      if parts.count != 3 || !areNumbers {
        findings.report(
          .suiteFormat, "`\(text)` is no version", at: given, help: "write it as 1.0.0")
      }
    }
  }

  /// A digest is a SHA-256 of 64 hexadecimal digits.
  fileprivate static var isDigest: Self {
    JSONRule(["pattern": .string("^[0-9a-f]{64}$")]) { text, key, given, findings in
      if text.utf8.count != 64 || !text.utf8.allSatisfy({ Hexadecimal.value(of: $0) != nil }) {
        findings.report(
          .jsonUnknownValue, "expected 64 digits 0-9 and a-f in `\(key)`", at: given)
      }
    }
  }
}
