internal import LinkPolicy
internal import LinkPolicyPresets
internal import LinkPolicyVectors
internal import LinkPolicyYAML

/// Finds the policies that cases name.
struct CasePolicies: VectorPolicies {
  /// The policy asked for instead of those that the cases name, as it was named.
  let override: String?
  private let overriding: PolicyText?

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
  init(_ source: PolicySource?, _ terminal: Terminal) throws(InvalidInput) {
    override = source?.name
    overriding = try source?.text(terminal)
    if let overriding {
      _ = try RunnerPolicy(overriding)
    }
  }

  /// What policy texts may extend that must not load: shipped policies.
  var finder: PolicyFinder { Presets.finder }

  /// The name of a case's policy as from here: a shipped name, or a path.
  ///
  /// A path in a vector file is meant from the folder of that file.
  func name(for vector: VectorCase) throws(InvalidInput) -> String {
    let name = vector.policy
    guard override == nil, !Presets.names.contains(name) else { return name }
    guard name.contains("/") || name.hasSuffix(".yaml") else {
      throw unknown(vector)
    }
    let folder = PolicyFinder.folder(of: vector.file)
    guard !name.hasPrefix("/"), folder != "." else { return name }
    return folder + "/" + (name.hasPrefix("./") ? String(name.dropFirst(2)) : name)
  }

  /// Reads the policy of such a name.
  func policy(named name: String) throws(InvalidInput) -> RunnerPolicy {
    if let overriding {
      return try RunnerPolicy(overriding)
    }
    return try RunnerPolicy(PolicySource(name).text(.inMemory()))
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
