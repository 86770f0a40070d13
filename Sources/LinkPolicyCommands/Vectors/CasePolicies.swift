internal import LinkPolicy
internal import LinkPolicyPresets
internal import LinkPolicyVectors
internal import LinkPolicyYAML

/// Finds the policies that cases name.
struct CasePolicies {
  /// The policy asked for instead of those that the cases name.
  private let override: Policy?
  private let terminal: Terminal

  /// The option that names a policy.
  static var option: Option {
    .value("--policy", "POLICY", "decide by this policy, whatever the cases name")
  }

  /// The policy that the arguments name, if they do.
  static func source(
    _ arguments: Arguments, _ cases: CaseStream
  ) throws(UsageError) -> PolicySource? {
    guard let name = arguments.value("--policy") else { return nil }
    let source = PolicySource(name)
    if source.isStandardInput, cases.paths.contains("-") {
      throw arguments.error("policy and cases cannot both be standard input")
    }
    return source
  }

  /// Reads the policy asked for, if one is.
  init(_ source: PolicySource?, _ terminal: Terminal) throws(InvalidInput) {
    override = try source?.policy(terminal)
    self.terminal = terminal
  }

  /// The policy of a case whose policy's name is ``located(_:)``.
  func policy(named name: String) throws(InvalidInput) -> Policy {
    if let override {
      return override
    }
    return try PolicySource(name).policy(terminal)
  }

  /// The case with its policy named as from here: a shipped name, or a path.
  ///
  /// A path in a vector file is meant from the folder of that file.
  func located(_ vector: VectorCase) throws(InvalidInput) -> VectorCase {
    let name = vector.policy
    guard override == nil, vector.needsPolicy, !Presets.names.contains(name) else { return vector }
    guard name.contains("/") || name.hasSuffix(".yaml") else {
      throw unknown(vector)
    }
    var located = vector
    let folder = PolicyFinder.folder(of: vector.file)
    if !name.hasPrefix("/"), folder != "." {
      located.policy = folder + "/" + (name.hasPrefix("./") ? String(name.dropFirst(2)) : name)
    }
    return located
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
