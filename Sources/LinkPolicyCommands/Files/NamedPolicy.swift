internal import LinkPolicy
internal import LinkPolicyCatalog
internal import LinkPolicyDiagnostics
internal import LinkPolicyPresets
internal import LinkPolicyTesting
internal import LinkPolicyYAML

/// The policies that have a name on the command line and in vectors: the shipped policies and the systems of the
/// catalog.
enum NamedPolicy {
  /// The names of the shipped policies, and then of the systems.
  static var names: [String] { Presets.names + Catalog.names }

  /// Returns the policy with a name, loaded from its image; nil if no policy has the name.
  static func policy(named name: String) -> Policy? {
    Presets.policy(named: name) ?? Catalog.policy(named: name)
  }

  /// Returns the text of the policy with a name; nil if no policy has the name.
  ///
  /// Throws an ``InvalidInput`` only if the package is faulty.
  static func text(named name: String) throws(InvalidInput) -> PolicyText? {
    if let system = Catalog.yaml(named: name) {
      return try PolicyText(system, name: name + ".yaml", finder: Presets.finder)
    }
    return Presets.names.contains(name) ? try Presets.text(named: name) : nil
  }

  /// Returns the policy with a name, for running vectors; nil if no policy has the name.
  static func runner(named name: String) -> RunnerPolicy? {
    policy(named: name).map { policy in
      RunnerPolicy(loaded: policy) { expanded(named: name) }
    }
  }

  private static func expanded(named name: String) -> [UInt8] {
    do throws(InvalidInput) {
      return try text(named: name)?.expanded ?? []
    } catch {
      fatalError(
        "a policy of this package cannot be read: \(error.diagnostics.first?.message ?? "")")
    }
  }
}
