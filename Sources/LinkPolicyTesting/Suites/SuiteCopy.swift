internal import LinkPolicy
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// The selected cases of a suite, as the files of a new suite.
///
/// Every shard of the copy is a JSON Lines file. This type writes no files; its caller writes ``files``.
package struct SuiteCopy {
  /// The files to write, with the manifest last.
  package private(set) var files: [(path: String, bytes: [UInt8])] = []
  /// The number of copied cases.
  package private(set) var cases = 0
  /// The manifest of the copy.
  package private(set) var manifest: SuiteManifest

  private let folder: String
  private let policies: any VectorPolicies
  private var index = BodyIndex()
  private var flags: Set<Name> = []
  private var used: Set<Name> = []
  private var copied: Set<Name> = []
  private var known: [Name: RunnerPolicy] = [:]

  /// Reads and verifies a suite, and copies the selected cases of the named policies.
  ///
  /// If `names` is empty, the initializer copies the selected cases of all policies.
  ///
  /// Policies that cases name by path are copied to the same relative paths. Throws an ``InvalidInput`` if no case is
  /// selected, if two shards would have the same path, or if a policy cannot be copied.
  package init(
    _ suite: SuiteFolder, _ selection: VectorSelection, named names: [String],
    policies: any VectorPolicies
  ) throws(InvalidInput) {
    folder = suite.path
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
          help: "rename one of them")
      }
      shards.append(shard)
      files.append((shard.path, bytes))
      cases += rows.count
    }
    guard cases > 0 else {
      throw Self.failure(
        .vectorNoCases, "no case of `\(folder)` is selected", help: "nothing is written")
    }
    finish(shards, isWhole: selection.isEverything && names.isEmpty)
  }

  private mutating func isAbout(
    _ vector: VectorCase, _ names: [String]
  ) throws(InvalidInput) -> Bool {
    guard vector.needsPolicy else { return names.isEmpty }
    let policy = try policy(named: Name(try policies.name(for: vector)))
    let name = policy.policy.name
    guard names.isEmpty || names.contains(name) else { return false }
    used.insert(Name(name))
    try take(policy, of: vector)
    return true
  }

  /// Returns the policy with the given name; compiles each policy only once.
  private mutating func policy(named name: Name) throws(InvalidInput) -> RunnerPolicy {
    if let policy = known[name] {
      return policy
    }
    let policy = try policies.policy(named: name.text)
    known[name] = policy
    return policy
  }

  private mutating func line(_ vector: VectorCase) throws(InvalidInput) -> [UInt8] {
    var vector = vector
    var members = (vector.json?.members ?? []).filter { $0.key != "policy" }
    if !vector.policy.isEmpty {
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

  /// Copies the policy of a case to the same relative path, so that the case need not change.
  ///
  /// The copy merges the policy with its base policies, and keeps the policy's meaning and digest.
  private mutating func take(
    _ policy: RunnerPolicy, of vector: VectorCase
  ) throws(InvalidInput) {
    let given = vector.policy
    guard PolicyFinder.isPath(given) else { return }
    var place = SuitePath.components(vector.file).dropLast()
    let depth = SuitePath.components(Folder.join(folder, "")).count - 1
    place.removeFirst(min(place.count, depth))
    var isBelow = false
    for component in SuitePath.components(given) where component != "." {
      // A path such as `a/../b` would need the folder `a`, which the copy lacks.
      guard component != ".." || !isBelow && !place.isEmpty, !component.isEmpty else {
        throw Self.failure(
          .suitePath, "the policy `\(given)` of `\(vector.id)` cannot be copied with its case",
          help: "write its path from the case's file: up by `../`, then down")
      }
      if component == ".." {
        place.removeLast()
      } else {
        isBelow = true
        place.append(component)
      }
    }
    let path = place.joined(separator: "/")
    if !copied.contains(Name(path)) {
      copied.insert(Name(path))
      files.append((path, policy.text))
    }
  }

  private mutating func finish(_ shards: [SuiteManifest.Shard], isWhole: Bool) {
    manifest.shards = shards
    manifest.flags = manifest.flags.filter { flags.contains(Name($0.name)) }
    manifest.policies = manifest.policies.filter { used.contains(Name($0.name)) }
    if !isWhole {
      // The copy omits the generator's command, because the command would produce more cases than the copy has.
      manifest.generator = nil
    }
    if let name = manifest.index {
      files.append((name, index.bytes))
    }
    files.append((SuiteFolder.manifestName, manifest.bytes))
  }

  private static func linesName(_ path: String) -> String {
    guard let format = VectorReader.Format(ofFile: path) else { return path }
    return format.stem(of: path) + VectorReader.Format.jsonLines.suffix
  }

  private static func failure(
    _ code: DiagnosticCode, _ message: String, help: String
  ) -> InvalidInput {
    InvalidInput([Diagnostic(code, .error, message, at: nil, help: help)], in: SourceMap())
  }
}
