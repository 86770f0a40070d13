package import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// Attempts that nobody makes, or that one actor does not, by a row of a file of assumptions.
///
/// What it says is relied on and not shown: each verdict prints it with its reason, numbered behind
/// the closed list of ``Exclusion``.
package struct AddedExclusion: Sendable {
  /// Its number, which goes on where the closed list ends.
  package let number: Int
  /// The action that is not attempted.
  let action: Located<String>
  /// Who does not attempt it; nil for both.
  let actor: Actor?
  /// The providers by which it is not attempted; nil for all, and for attempts without one.
  let providers: ProviderPattern?
  /// Why it can be relied on, in the words of the file.
  package let reason: String
  /// Where the row stands.
  package let position: SourcePosition

  /// Whether it leaves an attempt out.
  ///
  /// - Parameters:
  ///   - actor: who would make it.
  ///   - action: the name of its action.
  ///   - provider: the id of the provider that it carries or names; nil for none.
  /// - Returns: whether the row is about such an attempt.
  func leavesOut(_ actor: Actor, _ action: Name, _ provider: String?) -> Bool {
    guard self.actor ?? actor == actor, Name(self.action.value) == action else { return false }
    guard let providers else { return true }
    return provider.map { providers.matches($0) } ?? false
  }

  /// Whether attempts with a provider can be among those that it leaves out.
  func isAbout(_ provider: String) -> Bool { providers?.matches(provider) ?? true }

  /// What nobody does, in a sentence.
  package var statement: String {
    let by = providers.map { " with " + $0.text } ?? ""
    return (actor.map { $0.name + " does not attempt " } ?? "nobody attempts ") + action.value + by
  }

  /// What is wrong with the row for a policy.
  func findings(about policy: CompiledPolicy) -> [Diagnostic] {
    let actions = policy.vocabulary.actions.map { $0.name }
    var findings = providers?.findings(about: policy) ?? []
    if !actions.contains(Name(action.value)) {
      let near = Name.nearest(Name(action.value), to: actions)
      findings.append(
        Diagnostic(
          .unknownName, .error, "policy `\(policy.name)` knows no action `\(action.value)`",
          at: action.position,
          help: near.map { "did you mean `\($0.text)`?" }
            ?? "the actions are " + actions.map { $0.text }.joined(separator: ", ")))
    }
    return findings
  }
}
