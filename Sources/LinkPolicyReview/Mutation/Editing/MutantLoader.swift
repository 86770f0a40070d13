package import LinkPolicyAuthoring

/// Compiles mutants, as far as they load.
package struct MutantLoader: Sendable {
  /// A mutant that loads.
  package struct Loaded {
    package var policy: CompiledPolicy
    /// What the edit does, in words.
    package var summary: String
  }

  let editor: PolicyEditor

  init(editor: PolicyEditor) {
    self.editor = editor
  }

  /// Loads the mutants of a policy.
  package init(_ policy: CompiledPolicy) {
    self.init(editor: PolicyEditor(policy))
  }

  /// The mutant as a policy; nil where the checker refuses it.
  package func load(_ mutant: Mutant) -> Loaded? {
    for variant in mutant.variants {
      let policy: CompiledPolicy?
      if let table = mutant.overriding {
        policy = editor.policy(variant.document, overridingIn: table, editing: mutant.part)
      } else {
        policy = editor.policy(variant.document, editing: mutant.part)
      }
      if let policy {
        return Loaded(policy: policy, summary: variant.summary)
      }
    }
    return nil
  }
}
