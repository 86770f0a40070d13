internal import LinkPolicy
internal import LinkPolicyPresets
internal import LinkPolicySystem
internal import LinkPolicyTesting
internal import LinkPolicyYAML
internal import Synchronization

/// The source of the policies that the cases of vector files name.
struct CasePolicies: VectorPolicies {
  /// The given name of the policy that replaces the policies of all cases; nil if each case uses its own policy.
  let override: String?
  private let overriding: Overriding?
  private let places: CasePolicyPlaces
  private let register: FileRegister

  /// The policy that replaces the policies of all cases.
  private enum Overriding {
    /// A policy that can also be sent to another implementation.
    case runner(RunnerPolicy)
    /// A policy that is available only as an image without text.
    case image(Policy)
  }

  /// The option `--policy`, which names one policy for all cases.
  static var option: Option {
    .value("--policy", "POLICY", summary: "use this policy, even if the cases name another policy")
  }

  /// Returns the policy that the arguments name, or nil if the arguments name no policy.
  static func source(
    _ arguments: Arguments, _ paths: [String]
  ) throws(UsageError) -> PolicySource? {
    guard let name = arguments.value("--policy") else { return nil }
    let source = PolicySource(name)
    if source.isStandardInput, paths.contains("-") {
      throw arguments.error("policy and cases cannot both be standard input")
    }
    return source
  }

  /// Reads the policy that `source` names, if any, and checks that the policy can replace the policies of all cases.
  ///
  /// - Parameters:
  ///   - source: the policy that replaces the policies of all cases; nil to keep the policies of the cases.
  ///   - terminal: the files and standard input to read from.
  ///   - suite: the folder that must contain the policies of cases, for a suite under construction.
  ///   - takesImages: whether the policy may be an image without text; true if the caller needs the policy only for
  ///     decisions.
  /// - Throws: an ``InvalidInput`` if the policy that `source` names is unusable.
  init(
    _ source: PolicySource?, _ terminal: Terminal, suite: String? = nil, takesImages: Bool = false
  ) throws(InvalidInput) {
    override = source?.name
    register = terminal.files
    places = CasePolicyPlaces(root: suite)
    guard let source else {
      overriding = nil
      return
    }
    if let shipped = NamedPolicy.runner(named: source.name) {
      overriding = .runner(shipped)
      return
    }
    let given = try source.given(terminal)
    if takesImages, let policy = given.untextedPolicy {
      overriding = .image(policy)
    } else {
      overriding = .runner(try RunnerPolicy(given.text(named: source.name)))
    }
  }

  /// The finder for policy texts that must be rejected, limited to shipped policies.
  var finder: PolicyFinder { Presets.finder }

  /// Returns the name of a case's policy: the name of a shipped policy or of a system, or a path relative to the
  /// working directory.
  ///
  /// A path in a vector file is relative to the folder of the vector file. The path must stay inside the folder of the
  /// suite, so that vectors from a stranger cannot read your files.
  func name(for vector: VectorCase) throws(InvalidInput) -> String {
    let name = vector.policy
    guard override == nil, !NamedPolicy.names.contains(name) else { return name }
    guard PolicyFinder.isPath(name) else {
      throw unknown(vector)
    }
    do throws(ConfinedPath.PathRefusal) {
      return try places.name(of: name, in: vector.file)
    } catch {
      throw unreachable(vector, error.reason)
    }
  }

  /// Returns the policy with a name from `name(for:)`, ready to decide.
  ///
  /// The policy can be an image without text.
  func decider(named name: String) throws(InvalidInput) -> Policy {
    switch overriding {
    case .image(let policy): return policy
    case .runner(let policy): return policy.policy
    case nil: break
    }
    if let place = places.place(named: name) {
      let given = try PolicySource.Given(at: place, as: name, noting: register)
      if let policy = given.untextedPolicy { return policy }
      return try RunnerPolicy(given.text(named: name)).policy
    }
    return try policy(named: name).policy
  }

  /// Returns the policy with a name from `name(for:)`; a shipped policy is loaded from its image.
  ///
  /// An image in a file must have a text, which is verified.
  func policy(named name: String) throws(InvalidInput) -> RunnerPolicy {
    switch overriding {
    case .runner(let policy): return policy
    case .image:
      throw ImageRejection.noText.finding(about: override ?? name, compiledFrom: "its text")
    case nil: break
    }
    if let place = places.place(named: name) {
      let given = try PolicySource.Given(at: place, as: name, noting: register)
      return try RunnerPolicy(given.text(named: name))
    }
    guard let shipped = NamedPolicy.runner(named: name) else {
      throw Presets.unknown(name)
    }
    return shipped
  }

  private func unreachable(_ vector: VectorCase, _ reason: String) -> InvalidInput {
    let sources = SourceMap(files: [SourceMap.File(name: vector.file)])
    return InvalidInput(
      [
        Diagnostic(
          .unreadableFile, .error,
          "the policy `\(vector.policy)` of the case `\(vector.id)` cannot be used: " + reason,
          at: vector.position,
          help:
            "a case's policy must be in the folder of its suite or below; --policy accepts any path"
        )
      ], in: sources)
  }

  private func unknown(_ vector: VectorCase) -> InvalidInput {
    let sources = SourceMap(files: [SourceMap.File(name: vector.file)])
    var help = "the shipped policies are " + Presets.names.joined(separator: ", ") + ";"
    if let nearest = Name.nearest(Name(vector.policy), to: NamedPolicy.names.map { Name($0) }) {
      help = "did you mean `" + nearest.text + "`? if not,"
    }
    return InvalidInput(
      [
        Diagnostic(
          .unknownName, .error,
          "case `\(vector.id)` names the policy `\(vector.policy)`, which is not shipped",
          at: vector.position, help: help + " write a path with a `/`, or use --policy")
      ], in: sources)
  }
}

/// The files of the policies that cases name by path, each resolved once for all threads.
final class CasePolicyPlaces: Sendable {
  private struct Places {
    /// The folder of the suite, by the folder of each vector file.
    var roots: [Name: String] = [:]
    /// The file of the policy, by each name that passed the check.
    var resolved: [Name: String] = [:]
  }

  private let places = Mutex(Places())
  private let root: String?

  /// Limits policies to the folder `root`; if `root` is nil, limits them to the folder of the suite that contains the
  /// vector file.
  init(root: String?) {
    self.root = root
  }

  /// Returns the name, relative to the working directory, of a policy that a vector file names by
  /// path.
  func name(of path: String, in file: String) throws(ConfinedPath.PathRefusal) -> String {
    let folder = PolicyFinder.folder(of: file)
    let name = Self.name(of: path, in: folder)
    let result: Result<String, ConfinedPath.PathRefusal> = places.withLock { places in
      // The name includes the folder, so the result is valid for every file of the folder.
      guard places.resolved[Name(name)] == nil else { return .success(name) }
      let root = root ?? places.roots[Name(folder)] ?? VectorFiles.root(of: file)
      places.roots[Name(folder)] = root
      do throws(ConfinedPath.PathRefusal) {
        places.resolved[Name(name)] = try ConfinedPath(path, in: file, root: root).resolved
        return .success(name)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Returns the file of the policy with a name; nil if the name does not refer to a file.
  func place(named name: String) -> String? {
    places.withLock { $0.resolved[Name(name)] }
  }

  private static func name(of path: String, in folder: String) -> String {
    guard !path.hasPrefix("/"), folder != "." else { return path }
    return folder + "/" + (path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
  }
}

extension PolicySource.Given {
  /// Reads the policy of a case, a document or an image, from the file at `place`; findings call the file `name`.
  ///
  /// Extended policies must be in the folder of the case's policy or in a subfolder, after links are resolved.
  init(at place: String, as name: String, noting register: FileRegister) throws(InvalidInput) {
    let bytes = try InputBytes.readAny(file: place, as: name, noting: register)
    let root = PolicyFinder.folder(of: place)
    let finder = PolicyFinder.files(below: root, names: Presets.finder, noting: register)
    try self.init(bytes, name: name, finder: finder)
  }

  /// The policy of an image without text, which can only decide; nil for a document or an image with text.
  fileprivate var untextedPolicy: Policy? {
    guard case .image(let policy, let bytes) = self, !VerifiedImage.hasText(bytes) else {
      return nil
    }
    return policy
  }
}

/// A classifier of policies that cases name: the policy of the run, a policy that the run's policy extends, or another
/// policy.
///
/// The result does not depend on the spelling of names: `./a.yaml` names the same file as `a.yaml`.
struct PolicyKinship {
  /// The relation of a case's policy to the policy of the run.
  enum Kinship {
    /// The policy of the run: the same shipped name, the same file after links and `..` are resolved, or an equal
    /// digest.
    case own
    /// A policy that the policy of the run extends.
    case extended
    /// A policy that is unrelated to the policy of the run.
    case other
  }

  /// A shipped policy or system, or a file by its resolved path.
  private enum PolicyPlace: Equatable {
    case shipped(Name)
    case file(Name)

    /// Resolves a name from the command line or from a case to a shipped policy or a file.
    init(named name: String) {
      self = NamedPolicy.names.contains(name) ? .shipped(Name(name)) : Self.file(at: name)
    }

    /// Returns the place of a file, by its resolved path.
    static func file(at path: String) -> PolicyPlace {
      .file(Name(InputFile.resolved(path) ?? path))
    }
  }

  private let policy: CompiledPolicy
  private let own: PolicyPlace?
  private let extended: [PolicyPlace]
  private let policies: CasePolicies
  /// The cache of results by name; the cache helps because adjacent cases usually name the same policy.
  private var known: [Name: Kinship] = [:]

  /// Creates a classifier for the policy of a run; `policies` finds the policies of cases.
  init(source: PolicySource, policy: CompiledPolicy, policies: CasePolicies) {
    self.policy = policy
    self.policies = policies
    own = source.isStandardInput ? nil : PolicyPlace(named: source.name)
    // A source map names an extended file with its folder, but a shipped policy without a folder.
    extended = policy.sources.files.dropFirst().map { file in
      let shipped = Presets.names.first { ($0 + ".yaml").hasSameBytes(as: file.name) }
      return shipped.map { .shipped(Name($0)) } ?? PolicyPlace.file(at: file.name)
    }
  }

  /// Returns the relation of a case's policy to the policy of the run.
  ///
  /// Throws an ``InvalidInput`` if the policy of the case is missing or invalid.
  mutating func kinship(of vector: VectorCase) throws(InvalidInput) -> Kinship {
    try kinship(named: Name(try policies.name(for: vector)))
  }

  /// Returns the relation of the policy with this name, as returned by ``CasePolicies``, to the policy of the run.
  private mutating func kinship(named name: Name) throws(InvalidInput) -> Kinship {
    if let found = known[name] {
      return found
    }
    let place = PolicyPlace(named: name.text)
    var found = Kinship.other
    if place == own {
      found = .own
    } else if extended.contains(place) {
      found = .extended
    } else if try policies.policy(named: name.text).policy.digest == policy.digest {
      found = .own
    }
    known[name] = found
    return found
  }

  /// Returns whether an entry of known failures names the policy of the run or one of its base policies.
  func isNamed(_ name: String) -> Bool {
    let place = PolicyPlace(named: name)
    return name.hasSameBytes(as: policy.name) || place == own || extended.contains(place)
  }

  /// Returns a number of cases in words, such as `2 cases`.
  static func cases(_ count: Int) -> String { count == 1 ? "1 case" : "\(count) cases" }
}
