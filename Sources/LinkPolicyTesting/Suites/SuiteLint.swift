package import LinkPolicy
package import LinkPolicyDiagnostics
package import LinkPolicySystem
internal import LinkPolicyYAML

/// A check of a suite that also finds problems that a run ignores, such as undeclared flags.
package struct SuiteLint {
  /// The maximum number of stored findings.
  package static var findingLimit: Int { 100 }

  /// The findings, in the order of files and positions.
  package private(set) var findings: [Diagnostic] = []
  /// The number of findings beyond the limit.
  package private(set) var omitted = 0
  /// The files that the findings refer to, without their contents.
  package private(set) var sources: SourceMap
  /// The number of cases that were read.
  package private(set) var cases = 0
  /// The suite that is checked.
  package let suite: SuiteFolder

  private let policies: any VectorPolicies
  private let index: BodyIndex?
  private let retired: Set<Name>
  private let flags: Set<Name>
  private var usedFlags: Set<Name> = []
  private var ids = IDTable()
  private var files: [VectorFile] = []
  private var indexed = 0
  private var digests: [Name: String] = [:]
  private var policyNames: Set<Name> = []
  private let register: FileRegister

  /// Reads a suite and checks every case.
  ///
  /// Throws an ``InvalidInput`` if the manifest or index cannot be read; a problem of a shard is a finding.
  package init(
    _ folder: String, policies: any VectorPolicies, noting register: FileRegister
  ) throws(InvalidInput) {
    suite = try SuiteFolder(folder, noting: register)
    self.policies = policies
    self.register = register
    sources = suite.manifest.sources
    index = try suite.index()
    retired = Set(suite.manifest.retired.map { Name($0) })
    flags = Set(suite.manifest.flags.map { Name($0.name) })
    files = suite.files
    for (number, file) in files.enumerated() {
      let source = sources.add(SourceMap.File(name: file.path))
      read(file, number: number, source: source)
    }
    finish()
    try addUnlisted()
  }

  /// Whether all findings are notes, and no finding was omitted.
  package var isClean: Bool { !findings.contains { $0.level != .note } && omitted == 0 }

  private mutating func read(_ file: VectorFile, number: Int, source: Int) {
    var last: Name?
    let isSorted = VectorReader.Format(ofFile: file.path) == .jsonLines
    do throws(InvalidInput) {
      try VectorReader.read(file, keepsJSON: true) { vector in
        let id = Name(vector.id)
        var position = vector.position
        position.file = source
        if isSorted, let last, id < last {
          report(
            .suiteOrder, "`\(vector.id)` is after `\(last.text)`", at: position,
            help: "sort the cases of a shard by their ids")
        }
        last = id
        look(at: vector, id: id, file: number, position: position)
      }
    } catch {
      for diagnostic in error.diagnostics {
        var diagnostic = diagnostic
        if var position = diagnostic.position {
          let name = error.sources.files[position.file].name
          position.file = name.hasSameBytes(as: file.path) ? source : 0
          diagnostic.position = position
        }
        add(diagnostic)
      }
    }
  }

  private mutating func look(
    at vector: VectorCase, id: Name, file number: Int, position: SourcePosition
  ) {
    cases += 1
    if ids.take(IDTable.IDEntry(vector.id, at: vector.position), file: number) != nil {
      report(
        .vectorDuplicateID, "two cases have the id `\(vector.id)`", at: position,
        help: "give the newer case a unique id")
    }
    lookAtID(of: vector, id: id, position: position)
    for flag in vector.flags {
      if flags.contains(Name(flag)) {
        usedFlags.insert(Name(flag))
      } else {
        report(
          .suiteFlag, "the flag `\(flag)` is not declared", at: position,
          help:
            "declare the flag under `flags` of the manifest, with a `bugType` and a `description`")
      }
    }
    lookAtProof(of: vector, position: position)
    lookAtPolicy(of: vector, position: position)
  }

  private mutating func lookAtID(
    of vector: VectorCase, id: Name, position: SourcePosition
  ) {
    if retired.contains(id) {
      report(
        .suiteID, "the id `\(vector.id)` is retired", at: position,
        help: "give the case a new id, because a retired id is never used again")
    }
    if let prefix = suite.manifest.idPrefix, !vector.id.utf8.starts(with: prefix.utf8) {
      report(
        .suiteID, "the id `\(vector.id)` does not begin with `\(prefix)`", at: position,
        help: "leave the id out, and let `linkpolicy vectors add` give one")
    }
    if suite.manifest.ids == .inputs, let hash = vector.inputsHash,
      !vector.id.utf8.reversed().starts(with: ("-" + hash).utf8.reversed())
    {
      report(
        .suiteID, "the inputs of `\(vector.id)` have the hash `\(hash)`", at: position,
        help: "ids of this suite are a prefix, `-` and that hash")
    }
    guard let index else { return }
    guard let hash = index.hashes[id] else {
      report(
        .suiteEdited, "`\(vector.id)` is not in the index", at: position,
        help: "run `linkpolicy vectors add` on the suite")
      return
    }
    indexed += 1
    if hash != vector.bodyHash {
      report(
        .suiteEdited, "the body of `\(vector.id)` was edited", at: position,
        help: "give the case a new id; if the edit only corrects a mistake, keep the id:"
          + " run `linkpolicy vectors add` with --accept \(vector.id)")
    }
  }

  private mutating func lookAtProof(of vector: VectorCase, position: SourcePosition) {
    let needsProof: [Tier] = [.smoke, .core, .attacks, .invalid]
    if vector.proves.isEmpty, vector.source == nil, vector.tier.map(needsProof.contains) ?? true {
      report(
        .suiteProves, "`\(vector.id)` states neither `proves` nor `source`",
        at: position,
        help: "add `proves` with the names of statements, such as L3, or add `source`")
    }
    for statement in vector.proves where !Self.isStatement(statement) {
      report(
        .suiteProves, "`\(statement)` is not a valid name of a statement", at: position,
        help: "write letters and digits, joined by `-` or `.`, such as L3")
    }
    guard let sequence = vector.sequence else { return }
    let hasAttempt = sequence.steps.contains { step in
      if case .attempt = step.content { true } else { false }
    }
    if !hasAttempt, sequence.accounts == nil {
      report(
        .suiteExpectation, "`\(vector.id)` expects nothing", at: position,
        help: "add an attempt, or the accounts that must exist at the end")
    }
  }

  private mutating func lookAtPolicy(of vector: VectorCase, position: SourcePosition) {
    guard vector.needsPolicy else { return }
    do throws(InvalidInput) {
      let name = Name(try policies.name(for: vector))
      guard policyNames.insert(name).inserted else { return }
      let policy = try policies.policy(named: name.text).policy
      digests[Name(policy.name)] = policy.digest.text
      guard !suite.manifest.policies.contains(where: { $0.name == policy.name }) else { return }
      report(
        .suitePolicy, "the manifest does not list the policy `\(policy.name)`", at: position,
        help: "run `linkpolicy vectors add` on the suite")
    } catch {
      report(
        .suitePolicy, error.diagnostics.first?.message ?? "the policy cannot be read", at: position,
        help: error.diagnostics.first?.help)
    }
  }

  private mutating func finish() {
    let manifest = suite.manifest
    for policy in manifest.policies {
      guard let digest = digests[Name(policy.name)] else {
        add(
          Diagnostic(
            .suitePolicy, .warning, "no case is about the policy `\(policy.name)`",
            at: policy.position, help: "remove the policy from the manifest"))
        continue
      }
      if digest != policy.digest {
        add(
          Diagnostic(
            .suitePolicy, .warning,
            "the policy `\(policy.name)` now has the digest \(digest), but the manifest states another digest",
            at: policy.position,
            help:
              "check that the policy's cases still pass, then run `linkpolicy vectors add` on the suite"
          ))
      }
    }
    let start = SourcePosition(line: 1, column: 1)
    for flag in manifest.flags where !usedFlags.contains(Name(flag.name)) {
      add(
        Diagnostic(
          .suiteFlag, .warning, "no case has the flag `\(flag.name)`", at: start,
          help: "remove the flag from the manifest"))
    }
    if let index, indexed < index.hashes.count {
      let count = index.hashes.count - indexed
      add(
        Diagnostic(
          .suiteID, .error, "\(count) ids of the index have no case any more", at: start,
          help: "run `linkpolicy vectors add` on the suite, which retires them"))
    }
  }

  private mutating func addUnlisted() throws(InvalidInput) {
    var listed = Set(suite.manifest.shards.map { Name($0.path) })
    if let index = suite.manifest.index {
      listed.insert(Name(index))
    }
    let listing = try VectorFiles.paths(below: suite.path)
    for path in listing.found
    where !listed.contains(Name(path)) {
      // A file that was read but is not a shard is a policy of the cases.
      let file = FileIdentity(at: Folder.join(suite.path, path))
      guard file.map({ !register.hasRead($0) }) ?? true else { continue }
      add(
        Diagnostic(
          .suiteUnlisted, .error, "the manifest does not list `\(path)`",
          at: SourcePosition(line: 1, column: 1),
          help: "run `linkpolicy vectors add` with the file, or remove the file"))
    }
    for path in listing.links where !listed.contains(Name(path)) {
      add(
        Diagnostic(
          .suiteLink, .error, "`\(path)` is a symbolic link; a suite has its files in its folder",
          at: SourcePosition(line: 1, column: 1), help: "put the file there itself, or remove it"))
    }
  }

  private mutating func report(
    _ code: DiagnosticCode, _ message: String, at position: SourcePosition, help: String?
  ) {
    add(Diagnostic(code, .error, message, at: position, help: help))
  }

  private mutating func add(_ diagnostic: Diagnostic) {
    guard findings.count < Self.findingLimit else {
      omitted += 1
      return
    }
    findings.append(diagnostic)
  }

  private static func isStatement(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    func isPlain(_ byte: UInt8) -> Bool {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
    return isPlain(first) && isPlain(last)
      && text.utf8.allSatisfy { byte in
        isPlain(byte) || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_")].contains(byte)
      }
  }
}
