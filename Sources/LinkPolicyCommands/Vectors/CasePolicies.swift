internal import LinkPolicy
internal import LinkPolicyPresets
internal import LinkPolicySystem
internal import LinkPolicyTesting
internal import LinkPolicyYAML

/// Finds the policies that cases name.
struct CasePolicies: VectorPolicies {
  /// The policy asked for instead of those that the cases name, as it was named.
  let override: String?
  private let overriding: Overriding?
  private let places: CasePolicyPlaces
  private let register: FileRegister

  /// The policy that decides in the place of the cases' own.
  private enum Overriding {
    /// One that another implementation can be given as well.
    case runner(RunnerPolicy)
    /// One of which there is only an image.
    case image(Policy)
  }

  /// The option that names a policy.
  static var option: Option {
    .value("--policy", "POLICY", "decide by this policy, whatever the cases name")
  }

  /// The policy that the arguments name, if they do.
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

  /// Reads the policy asked for, if one is, and sees that it can be used.
  ///
  /// - Parameters:
  ///   - source: the policy asked for.
  ///   - terminal: where files and standard input are read.
  ///   - suite: the folder in which the cases' own policies must stand, for a suite about to be made.
  ///   - takesImages: whether deciding is all that it is asked for, which an image does too.
  /// - Throws: an ``InvalidInput`` where the policy asked for cannot be used.
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
    if let shipped = Self.shipped(named: source.name) {
      overriding = .runner(shipped)
      return
    }
    switch try source.given(terminal) {
    case .text(let text): overriding = .runner(try RunnerPolicy(text))
    case .image(let policy) where takesImages: overriding = .image(policy)
    case .image: throw PolicySource.hasNoTables(source.name)
    }
  }

  /// A shipped policy from its image; nil for a name that none has.
  private static func shipped(named name: String) -> RunnerPolicy? {
    Presets.policy(named: name).map { policy in
      RunnerPolicy(loaded: policy) { Presets.expanded(named: name) }
    }
  }

  /// What policy texts may extend that must not load: shipped policies.
  var finder: PolicyFinder { Presets.finder }

  /// The name of a case's policy as from here: a shipped name, or a path.
  ///
  /// A path in a vector file is meant from the folder of that file, and must stay inside the
  /// folder of its suite: what a stranger's vectors name is not read from anywhere else.
  func name(for vector: VectorCase) throws(InvalidInput) -> String {
    let name = vector.policy
    guard override == nil, !Presets.names.contains(name) else { return name }
    guard PolicyFinder.isPath(name) else {
      throw unknown(vector)
    }
    do throws(ConfinedPath.PathRefusal) {
      return try places.name(of: name, in: vector.file)
    } catch {
      throw unreachable(vector, error.reason)
    }
  }

  /// Reads the policy of such a name, to decide by.
  func decider(named name: String) throws(InvalidInput) -> Policy {
    switch overriding {
    case .image(let policy): policy
    case .runner, nil: try policy(named: name).policy
    }
  }

  /// Reads the policy of such a name; a shipped one is loaded from its image.
  func policy(named name: String) throws(InvalidInput) -> RunnerPolicy {
    switch overriding {
    case .runner(let policy): return policy
    case .image: throw PolicySource.hasNoTables(override ?? name)
    case nil: break
    }
    if let place = places.place(named: name) {
      return try RunnerPolicy(PolicyText(at: place, as: name, noting: register))
    }
    guard let shipped = Self.shipped(named: name) else {
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
          help: "a case's policy stands in the folder of its suite or below; --policy takes any")
      ], in: sources)
  }

  private func unknown(_ vector: VectorCase) -> InvalidInput {
    let sources = SourceMap(files: [SourceMap.File(name: vector.file)])
    var help = "shipped are " + Presets.names.joined(separator: ", ")
    if let nearest = Name.nearest(Name(vector.policy), to: Presets.names.map { Name($0) }) {
      help = "did you mean `" + nearest.text + "`?"
    }
    return InvalidInput(
      [
        Diagnostic(
          .unknownName, .error,
          "case `\(vector.id)` names the policy `\(vector.policy)`, which is not shipped",
          at: vector.position, help: help + "; a path has a `/`, or use --policy")
      ], in: sources)
  }
}
