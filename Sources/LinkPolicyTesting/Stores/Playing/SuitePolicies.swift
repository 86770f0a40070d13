internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyPresets
internal import LinkPolicyYAML

/// The policies that vectors name, each loaded once.
struct SuitePolicies {
  private let override: Policy?
  private var known: [(name: String, policy: Policy)] = []

  init(_ override: Policy?) {
    self.override = override
  }

  /// The policy of a case: a shipped one, or one of a file in the folder of its suite.
  mutating func policy(of vector: VectorCase) throws(InvalidInput) -> Policy {
    if let override { return override }
    let isPath = PolicyFinder.isPath(vector.policy)
    let name = isPath ? try Self.path(of: vector) : vector.policy
    if let loaded = known.first(where: { $0.name.hasSameBytes(as: name) }) {
      return loaded.policy
    }
    let policy: Policy
    if isPath {
      policy = try Policy(yamlFile: name, names: Presets.finder)
    } else if let shipped = Presets.policy(named: name) {
      policy = shipped
    } else {
      throw Presets.unknown(name)
    }
    known.append((name, policy))
    return policy
  }

  private static func path(of vector: VectorCase) throws(InvalidInput) -> String {
    do throws(ConfinedPath.PathRefusal) {
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
