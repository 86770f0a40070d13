internal import LinkPolicy
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicySystem

/// The files that must be written to add cases to a suite, or to update its manifest after manual edits.
///
/// Ids are never reused. The id of a removed case is retired. A case with a changed body needs a new id, unless the
/// caller accepts the edit. This type writes no files itself.
package struct SuiteEdit {
  /// An existing or new vector file of the suite.
  package struct SuiteFile: Sendable {
    /// The path relative to the suite's folder.
    package var path: String
    /// The bytes, before missing ids are inserted.
    package var bytes: [UInt8]
    /// The tier of the cases in the file, such as `core`.
    package var tier: Tier
    /// Whether the file already exists with these bytes.
    package var isThere: Bool

    /// Creates a file of the suite.
    package init(path: String, bytes: [UInt8], tier: Tier, isThere: Bool) {
      self.path = path
      self.bytes = bytes
      self.tier = tier
      self.isThere = isThere
    }
  }

  /// The manifest after the edit.
  package private(set) var manifest: SuiteManifest
  /// The files to write, with the manifest and index last; empty if nothing has changed.
  package private(set) var written: [(path: String, bytes: [UInt8])] = []
  /// The ids of the cases that the suite does not contain yet.
  package private(set) var added: [String] = []
  /// The ids of the accepted cases with a changed body.
  package private(set) var edited: [String] = []
  /// The ids of the removed cases, which the manifest retires so that no later case uses them.
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

  /// Computes the edit of a suite from its current shards and additional files.
  ///
  /// - Throws: an ``InvalidInput`` that lists all faults, such as retired ids, undeclared flags, and changed bodies
  ///   that were not accepted.
  package init(
    _ suite: SuiteFolder, adding files: [SuiteFile], accepting accepted: [String],
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
    var ids = try IDGiver(manifest: manifest, index: before, texts: texts)
    var shards: [SuiteManifest.Shard] = []
    for (file, text) in zip(all, texts) {
      let bytes = try text.sorted(text.text(ids: try ids.ids(for: text)))
      let count = try look(at: bytes, of: text)
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
    _ suite: SuiteFolder, replacedBy files: [SuiteFile]
  ) throws(InvalidInput) -> [SuiteFile] {
    var all: [SuiteFile] = []
    for (index, entry) in suite.manifest.shards.enumerated() {
      if let file = files.first(where: { $0.path.hasSameBytes(as: entry.path) }) {
        var present = file
        present.tier = entry.tier
        all.append(present)
      } else {
        let bytes = try suite.bytes(ofShard: index, limit: 1 << 30)
        all.append(SuiteFile(path: entry.path, bytes: bytes, tier: entry.tier, isThere: true))
      }
    }
    return all
  }

  private static func texts(
    _ files: [SuiteFile], in folder: String
  ) throws(InvalidInput) -> [CaseText] {
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

  /// Reads the cases of a file, and returns the number of cases.
  private mutating func look(at bytes: [UInt8], of text: CaseText) throws(InvalidInput) -> Int {
    let file = sources.add(SourceMap.File(name: text.name))
    var count = 0
    try VectorReader.read(
      bytes, name: text.name, format: text.format, keepsJSON: true
    ) { (vector: VectorCase) throws(InvalidInput) in
      count += 1
      var position = vector.position
      position.file = file
      try look(at: vector, position: position)
    }
    return count
  }

  private mutating func look(
    at vector: VectorCase, position: SourcePosition
  ) throws(InvalidInput) {
    let id = Name(vector.id)
    guard let hash = vector.bodyHash else { return }
    if after.hashes.updateValue(hash, forKey: id) != nil {
      report(
        .vectorDuplicateID, "two cases have the id `\(vector.id)`", at: position,
        help: "leave it out")
    }
    if manifest.retired.contains(where: { $0.hasSameBytes(as: vector.id) }) {
      report(
        .suiteID, "the id `\(vector.id)` is retired", at: position, help: "leave it out to get one")
    }
    // A new suite has no declared flags yet; `vectors lint` reports undeclared flags.
    for flag in vector.flags
    where !manifest.shards.isEmpty && !manifest.flags.contains(where: { $0.name == flag }) {
      report(
        .suiteFlag, "the flag `\(flag)` is not declared", at: position,
        help: "declare the flag under `flags` of the manifest, with a `bugType` and a `description`"
      )
    }
    if manifest.ids == .inputs, let inputs = vector.inputsHash, !vector.id.hasSuffix("-" + inputs) {
      report(
        .suiteID, "the inputs of `\(vector.id)` have the hash `\(inputs)`", at: position,
        help: "leave the id out")
    }
    if let known = before?.hashes[id] {
      if known != hash {
        edited.append(vector.id)
        if !accepted.contains(id) {
          report(
            .suiteEdited, "the body of `\(vector.id)` was edited", at: position,
            help: "leave the id out for a new case, or give --accept \(vector.id)")
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
          .suiteID, .error, "no edited case has the id `\(id.text)`", at: nil,
          help: "remove the option, because --accept is only for cases whose body has changed"))
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

  /// Raises the version: the first number if a case was changed or removed, the second number if only cases were added.
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
    _ code: DiagnosticCode, _ message: String, at position: SourcePosition, help: String
  ) {
    findings.append(Diagnostic(code, .error, message, at: position, help: help))
  }
}

/// A generator of ids for cases without an id, which never reuses an id.
struct IDGiver {
  private let ids: SuiteManifest.IDs
  private let prefix: String?
  /// The highest number in an id so far, such as 12 in `f0012`.
  private var last = 0

  /// Creates a generator from all used ids: the ids in texts, the ids in the index, and the retired ids.
  init(
    manifest: SuiteManifest, index: BodyIndex?, texts: [CaseText]
  ) throws(InvalidInput) {
    ids = manifest.ids
    prefix = manifest.idPrefix
    guard ids == .assigned, let prefix else { return }
    for id in manifest.retired {
      use(id, prefix: prefix)
    }
    for id in index?.hashes.keys.map({ $0.text }) ?? [] {
      use(id, prefix: prefix)
    }
    for text in texts {
      try VectorReader.read(
        text.text(ids: Self.placeholders(text.missing)), name: text.name, format: text.format
      ) { vector in use(vector.id, prefix: prefix) }
    }
  }

  /// Returns ids for the cases of a text that have no id, in order.
  mutating func ids(for text: CaseText) throws(InvalidInput) -> [String] {
    guard text.missing > 0 else { return [] }
    guard let prefix else {
      throw InvalidInput(
        [
          Diagnostic(
            .suiteID, .error, "`\(text.name)` has cases without id, and the suite no `id-prefix`",
            at: nil, help: "add `id-prefix` to the manifest, such as \"f\"")
        ], in: SourceMap())
    }
    guard ids == .inputs else {
      return (0..<text.missing).map { _ in
        last += 1
        let digits = String(last)
        return prefix + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
      }
    }
    var given: [String] = []
    let placeholders = Self.placeholders(text.missing)
    try VectorReader.read(
      text.text(ids: placeholders), name: text.name, format: text.format, keepsJSON: true
    ) { vector in
      if given.count < placeholders.count, vector.id.hasSameBytes(as: placeholders[given.count]) {
        given.append(prefix + "-" + (vector.inputsHash ?? ""))
      }
    }
    return given
  }

  private mutating func use(_ id: String, prefix: String) {
    guard id.utf8.starts(with: prefix.utf8) else { return }
    let digits = id.utf8.dropFirst(prefix.utf8.count)
    guard digits.count <= 9, let number = Int(String(decoding: digits, as: UTF8.self)) else {
      return
    }
    last = max(last, number)
  }

  /// Returns temporary ids, for reading cases before their ids are known.
  private static func placeholders(_ count: Int) -> [String] {
    (0..<count).map { "without-id-\($0)" }
  }
}
