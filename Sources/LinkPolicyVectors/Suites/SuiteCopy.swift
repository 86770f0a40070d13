package import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicyYAML

/// The part of a suite that a selection takes, as files of a suite of its own.
///
/// Every shard becomes JSON Lines. Nothing is written here.
package struct SuiteCopy {
  /// The files to write, manifest last.
  package private(set) var files: [(path: String, bytes: [UInt8])] = []
  /// The number of cases.
  package private(set) var cases = 0
  /// The manifest of the copy.
  package private(set) var manifest: SuiteManifest

  private let folder: String
  private let target: String
  private let policies: any VectorPolicies
  private var index = SuiteIndex()
  private var flags: Set<Name> = []
  private var used: Set<Name> = []

  /// Reads a suite, verified, and takes the cases that are selected and about one of the policies;
  /// about any, where none is named.
  ///
  /// A path to a policy is written so that it leads to the same file from the copy's folder.
  /// Throws an ``InvalidInput`` where nothing is selected.
  package init(
    _ suite: SuiteFolder, to target: String, _ selection: VectorSelection, named names: [String],
    policies: any VectorPolicies
  ) throws(InvalidInput) {
    folder = suite.path
    self.target = target
    self.policies = policies
    manifest = suite.manifest
    var shards: [SuiteManifest.Shard] = []
    for (file, entry) in zip(suite.files, suite.manifest.shards) {
      var rows: [(id: Name, line: [UInt8])] = []
      try VectorReader.read(file, keepsJSON: true) { (vector: VectorCase) throws(InvalidInput) in
        guard selection.includes(vector), try isAbout(vector, names) else { return }
        rows.append((Name(vector.id), try line(vector)))
      }
      guard !rows.isEmpty else { continue }
      rows.sort { $0.id < $1.id }
      let bytes = rows.flatMap { $0.line }
      var shard = entry
      shard.path = Self.linesName(entry.path)
      shard.count = rows.count
      shard.sha256 = Hexadecimal.text(SHA256.digest(of: bytes))
      guard !shards.contains(where: { $0.path.hasSameBytes(as: shard.path) }) else {
        throw Self.failure(
          .suitePath, "two shards of `\(folder)` would be called `\(shard.path)`",
          "rename one of them")
      }
      shards.append(shard)
      files.append((shard.path, bytes))
      cases += rows.count
    }
    guard cases > 0 else {
      throw Self.failure(
        .vectorNoCases, "no case of `\(folder)` is selected", "nothing is written")
    }
    finish(shards, isWhole: selection.isEverything && names.isEmpty)
  }

  private mutating func isAbout(
    _ vector: VectorCase, _ names: [String]
  ) throws(InvalidInput) -> Bool {
    var name: String?
    if vector.needsPolicy {
      name = try policies.policy(named: try policies.name(for: vector)).policy.name
    }
    guard names.isEmpty || name.map({ names.contains($0) }) ?? false else { return false }
    if let name {
      used.insert(Name(name))
    }
    return true
  }

  private mutating func line(_ vector: VectorCase) throws(InvalidInput) -> [UInt8] {
    var vector = vector
    var members = (vector.json?.members ?? []).filter { $0.key != "policy" }
    if !vector.policy.isEmpty {
      vector.policy = moved(vector.policy, of: vector)
      let policy = JSONMember("policy", JSONValue(.string(Name(vector.policy))))
      members.insert(policy, at: min(1, members.count))
    }
    let value = JSONValue(.object(members))
    vector.json = value
    flags.formUnion(vector.flags.map { Name($0) })
    if let hash = vector.bodyHash {
      index.hashes[Name(vector.id)] = hash
    }
    var writer = JSONWriter()
    writer.value(value)
    writer.endLine()
    return writer.take()
  }

  /// The path of a policy as seen from the copy's folder; a name or an absolute path as it is.
  private func moved(_ policy: String, of vector: VectorCase) -> String {
    let isPath = policy.contains("/") || policy.hasSuffix(".yaml")
    guard isPath, !policy.hasPrefix("/") else { return policy }
    let path = VectorFiles.join(VectorFiles.folder(of: vector.file), policy)
    guard let file = InputFile.resolved(path), let here = InputFile.resolved(target) else {
      return policy
    }
    var from = here.split(separator: "/")[...]
    var to = file.split(separator: "/")[...]
    while let first = from.first, first == to.first, to.count > 1 {
      from.removeFirst()
      to.removeFirst()
    }
    return (from.isEmpty ? "./" : String(repeating: "../", count: from.count))
      + to.joined(separator: "/")
  }

  private mutating func finish(_ shards: [SuiteManifest.Shard], isWhole: Bool) {
    manifest.shards = shards
    manifest.flags = manifest.flags.filter { flags.contains(Name($0.name)) }
    manifest.policies = manifest.policies.filter { used.contains(Name($0.name)) }
    if !isWhole {
      // The command of the generator would make more than is here.
      manifest.generator = nil
    }
    if let name = manifest.index {
      files.append((name, index.bytes))
    }
    files.append((SuiteFolder.manifestName, manifest.bytes))
  }

  private static func linesName(_ path: String) -> String {
    guard let format = VectorReader.Format(ofFile: path) else { return path }
    return String(path.dropLast(format.suffix.count)) + VectorReader.Format.jsonLines.suffix
  }

  private static func failure(
    _ code: DiagnosticCode, _ message: String, _ help: String
  ) -> InvalidInput {
    InvalidInput([Diagnostic(code, .error, message, at: nil, help: help)], in: SourceMap())
  }
}
