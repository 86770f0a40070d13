internal import LinkPolicy
internal import LinkPolicyPresets
internal import LinkPolicyPresetsYAML
internal import LinkPolicyVectors
internal import LinkPolicyYAML

/// The policies that vectors name, each compiled once.
struct SuitePolicies {
  private let override: Policy?
  private var compiled: [(name: String, policy: Policy)] = []

  init(_ override: Policy?) {
    self.override = override
  }

  /// The policy of a case: a shipped one, or one of a file in the folder of its suite.
  mutating func policy(of vector: VectorCase) throws(InvalidInput) -> Policy {
    if let override { return override }
    let isPath = PolicyFinder.isPath(vector.policy)
    let name = isPath ? try Self.path(of: vector) : vector.policy
    if let known = compiled.first(where: { $0.name.hasSameBytes(as: name) }) {
      return known.policy
    }
    let policy =
      isPath
      ? try Policy(yamlFile: name, names: Presets.finder)
      : try Policy(Presets.compiled(named: name).document)
    compiled.append((name, policy))
    return policy
  }

  private static func path(of vector: VectorCase) throws(InvalidInput) -> String {
    do throws(ConfinedPath.Refusal) {
      let root = VectorFiles.root(of: vector.file)
      return try ConfinedPath(vector.policy, in: vector.file, root: root).resolved
    } catch {
      throw InvalidInput(
        [
          Diagnostic(
            .unreadableFile, .error,
            "the policy `\(vector.policy)` of the case `\(vector.id)` cannot be used: "
              + error.reason, at: vector.position,
            help: "a case's policy stands in the folder of its suite or below")
        ], in: SourceMap(files: [SourceMap.File(name: vector.file)]))
    }
  }
}
