internal import LinkPolicy
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicySystem

/// What adding cases to a suite comes to, or making its manifest fit edits by hand: files to write.
///
/// Ids are given and never used again: not those of cases that are gone, which are retired, and
/// not for another body, unless that is accepted by name. Nothing is written here.
package struct SuiteEdit {
  /// A vector file of the suite, as it is or as it will be.
  package struct File: Sendable {
    /// The path from the suite's folder.
    package var path: String
    /// The bytes, ids not yet given.
    package var bytes: [UInt8]
    /// What it is for.
    package var tier: Tier
    /// Whether it stands there already, with these bytes.
    package var isThere: Bool

    /// Creates a file.
    package init(path: String, bytes: [UInt8], tier: Tier, isThere: Bool) {
      self.path = path
      self.bytes = bytes
      self.tier = tier
      self.isThere = isThere
    }
  }

  /// The manifest as it must be written.
  package private(set) var manifest: SuiteManifest
  /// The files to write, manifest and index last; empty where nothing has changed.
  package private(set) var written: [(path: String, bytes: [UInt8])] = []
  /// The ids that are new.
  package private(set) var added: [String] = []
  /// The ids whose body has changed, as was accepted.
  package private(set) var edited: [String] = []
  /// The ids whose case is gone.
  package private(set) var retired: [String] = []

  private let folder: String
  private let policies: any VectorPolicies
  private let accepted: Set<Name>
  private let before: BodyIndex?
  private var after = BodyIndex()
  private var used: [Name: String] = [:]
  private var policyNames: Set<Name> = []
  private var findings: [Diagnostic] = []
  private var sources = SourceMap()

  /// Works an edit of a suite out: its shards as they stand now, and further files.
  ///
  /// Throws an ``InvalidInput`` with every id that is used twice or retired, every body that has
  /// changed without being accepted, and every flag that is not declared.
  package init(
    _ suite: SuiteFolder, adding files: [File], accepting accepted: [String],
    policies: any VectorPolicies
  ) throws(InvalidInput) {
    folder = suite.path
    manifest = suite.manifest
    self.policies = policies
    self.accepted = Set(accepted.map { Name($0) })
    before = suite.manifest.shards.isEmpty ? nil : try suite.index()
    var all = try Self.present(suite, replacedBy: files)
    all += files.filter { file in !all.contains { $0.path.hasSameBytes(as: file.path) } }
    let texts = try Self.texts(all, in: folder)
    var ids = try IDGiver(manifest, before, texts)
    var shards: [SuiteManifest.Shard] = []
    for (file, text) in zip(all, texts) {
      let bytes = try text.sorted(text.text(ids: try ids.ids(for: text)))
      let count = try look(at: bytes, text)
      let shard = SuiteManifest.Shard(
        path: file.path, tier: file.tier, count: count,
        sha256: Hexadecimal.text(SHA256.digest(of: bytes)),
        position: SourcePosition(line: 1, column: 1))
      shards.append(shard)
      if bytes != file.bytes || !file.isThere {
        written.append((file.path, bytes))
      }
    }
    try finish(shards)
  }

  private static func present(
    _ suite: SuiteFolder, replacedBy files: [File]
  ) throws(InvalidInput) -> [File] {
    var all: [File] = []
    for (index, entry) in suite.manifest.shards.enumerated() {
      if let file = files.first(where: { $0.path.hasSameBytes(as: entry.path) }) {
        var present = file
        present.tier = entry.tier
        all.append(present)
      } else {
        let bytes = try suite.bytes(ofShard: index, limit: 1 << 30)
        all.append(File(path: entry.path, bytes: bytes, tier: entry.tier, isThere: true))
      }
    }
    return all
  }

  private static func texts(_ files: [File], in folder: String) throws(InvalidInput) -> [CaseText] {
    var texts: [CaseText] = []
    for file in files {
      let path = Folder.join(folder, file.path)
      guard let format = VectorReader.Format(ofFile: file.path) else {
        throw VectorReader.unknownFormat(path)
      }
      texts.append(try CaseText(file.bytes, name: path, format: format))
    }
    return texts
  }

  /// Reads the cases of a file; returns how many there are.
  private mutating func look(at bytes: [UInt8], _ text: CaseText) throws(InvalidInput) -> Int {
    let file = sources.add(SourceMap.File(name: text.name))
    var count = 0
    try VectorReader.read(
      bytes, name: text.name, format: text.format, keepsJSON: true
    ) { (vector: VectorCase) throws(InvalidInput) in
      count += 1
      var position = vector.position
      position.file = file
      try look(at: vector, position)
    }
    return count
  }

  private mutating func look(
    at vector: VectorCase, _ position: SourcePosition
  ) throws(InvalidInput) {
    let id = Name(vector.id)
    guard let hash = vector.bodyHash else { return }
    if after.hashes.updateValue(hash, forKey: id) != nil {
      report(.vectorDuplicateID, "two cases have the id `\(vector.id)`", position, "leave it out")
    }
    if manifest.retired.contains(where: { $0.hasSameBytes(as: vector.id) }) {
      report(.suiteID, "the id `\(vector.id)` is retired", position, "leave it out to get one")
    }
    // Of a new suite nobody could have declared any; lint tells of them.
    for flag in vector.flags
    where !manifest.shards.isEmpty && !manifest.flags.contains(where: { $0.name == flag }) {
      report(
        .suiteFlag, "the flag `\(flag)` is not declared", position,
        "add it to `flags` of the manifest, with its bugType")
    }
    if manifest.ids == .inputs, let inputs = vector.inputsHash, !vector.id.hasSuffix("-" + inputs) {
      report(
        .suiteID, "the inputs of `\(vector.id)` have the hash `\(inputs)`", position,
        "leave the id out")
    }
    if let known = before?.hashes[id] {
      if known != hash {
        edited.append(vector.id)
        if !accepted.contains(id) {
          report(
            .suiteEdited, "the body of `\(vector.id)` was edited", position,
            "leave the id out for a new case, or give --accept \(vector.id)")
        }
      }
    } else {
      added.append(vector.id)
    }
    guard vector.needsPolicy else { return }
    let name = Name(try policies.name(for: vector))
    if policyNames.insert(name).inserted {
      let policy = try policies.policy(named: name.text).policy
      used[Name(policy.name)] = policy.digest.text
    }
  }

  private mutating func finish(_ shards: [SuiteManifest.Shard]) throws(InvalidInput) {
    let start = SourcePosition(line: 1, column: 1)
    for id in accepted.sorted() where !edited.contains(id.text) {
      findings.append(
        Diagnostic(
          .suiteID, .error, "no case `\(id.text)` was edited", at: nil,
          help: "--accept names cases whose body has changed"))
    }
    guard findings.isEmpty else { throw InvalidInput(findings, in: sources) }
    let wasEmpty = manifest.shards.isEmpty
    let old = manifest.bytes
    if let before {
      retired = before.hashes.keys.filter { after.hashes[$0] == nil }.sorted().map { $0.text }
    }
    manifest.retired = Set((manifest.retired + retired).map { Name($0) }).sorted().map { $0.text }
    manifest.shards = shards
    manifest.policies = used.sorted { $0.key < $1.key }.map { name, digest in
      SuiteManifest.SuitePolicy(name: name.text, digest: digest, position: start)
    }
    if !wasEmpty {
      raiseVersion()
    }
    if let index = manifest.index, after.hashes != before?.hashes {
      written.append((index, after.bytes))
    }
    if manifest.bytes != old || wasEmpty {
      written.append((SuiteFolder.manifestName, manifest.bytes))
    }
  }

  /// A version that changes or loses a case raises the first number, one that adds the second.
  private mutating func raiseVersion() {
    var parts = manifest.version.utf8.split(separator: UInt8(ascii: ".")).map { part in
      Int(String(decoding: part, as: UTF8.self)) ?? 0
    }
    guard parts.count == 3, before != nil else { return }
    if !edited.isEmpty || !retired.isEmpty {
      parts = [parts[0] + 1, 0, 0]
    } else if !added.isEmpty {
      parts = [parts[0], parts[1] + 1, 0]
    }
    manifest.version = parts.map { String($0) }.joined(separator: ".")
  }

  private mutating func report(
    _ code: DiagnosticCode, _ message: String, _ position: SourcePosition, _ help: String
  ) {
    findings.append(Diagnostic(code, .error, message, at: position, help: help))
  }
}
