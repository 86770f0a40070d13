internal import LinkPolicy
internal import LinkPolicyAuthoring

/// What one of two systems has for which the other has no counterpart, so that nothing is compared there.
package struct Uncompared: Sendable {
  /// Things of one sort, by their names.
  package struct Part: Sendable {
    package var sort: String
    package var names: [String]
  }

  /// The sorts of which there is something.
  package let parts: [Part]

  init(_ translation: SystemTranslation, of side: Side) {
    let policies = translation.policies
    var parts = [
      Part(
        sort: "providers",
        names: translation.providers.alone(on: side).map { provider in
          let declared = policies[side].document.providers.first { $0.id.value == provider.id }
          guard declared?.kinds.count != provider.kinds.count else { return provider.id.text }
          // The others of its kinds have one.
          let kinds = provider.kinds.map { $0.name.text }.joined(separator: ", ")
          return "\(provider.id.text) (\(kinds))"
        }),
      Part(sort: "claims", names: translation.claims.alone(on: side).map { $0.text }),
      Part(sort: "words of claims", names: Self.values(translation.claimWords, side)),
      Part(sort: "settings", names: translation.settings.alone(on: side).map { $0.text }),
      Part(sort: "values of settings", names: Self.values(translation.settingValues, side)),
    ]
    if translation.hasMap {
      // Without a map all of them are compared by their names.
      parts.append(Part(sort: "errors", names: translation.errors.alone(on: side).map { $0.text }))
    }
    let actions = Sides { Self.actions(policies[$0]) }
    let names = actions[side].filter { !actions[side.other].contains($0) }
    parts.append(Part(sort: "actions", names: names))
    self.parts = parts.filter { !$0.names.isEmpty }
  }

  /// What a policy decides: each action, where it carries a method with the kind of that.
  private static func actions(_ policy: CompiledPolicy) -> [String] {
    policy.storage.tables.flatMap { table in
      let action = policy.vocabulary.actions[table.action].name.text
      return table.kinds.isEmpty ? [action] : table.kinds.map { action + "." + $0.name.text }
    }
  }

  /// The values of claims or settings, each as `name: value`, the claim or setting by its old name.
  private static func values(_ pairs: [Name: WordPairs], _ side: Side) -> [String] {
    pairs.sorted { $0.key.text < $1.key.text }.flatMap { name, words in
      words.alone(on: side).map { "\(name.text): \($0.text)" }
    }
  }
}
