internal import LinkPolicy

/// Tables that an exploration never comes to, although a mailed code opens them.
///
/// The moves bring back what the standard actions take. What a policy's own action does with a code
/// is not among them, so a policy that decides one has not been looked at as a whole.
struct UnplayedActions: Sendable {
  /// The first such table by its key; nil where there is none.
  let table: Name?

  init(_ policy: CompiledPolicy) {
    let standard = ActionDefinition.standard.map { $0.name }
    table =
      policy.storage.tables.first { table in
        let action = policy.vocabulary.actions[table.action]
        let kinds: [MethodKind?] = table.kinds.isEmpty ? [nil] : table.kinds.map { $0 }
        return !standard.contains(action.name) && kinds.contains { action.carriesCode($0) }
      }?.key
  }
}
