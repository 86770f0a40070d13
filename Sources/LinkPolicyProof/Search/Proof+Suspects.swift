internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview
internal import LinkPolicyTesting

extension Proof {
  /// The rows that may break an invariant which is left open, in the order met.
  func suspects(of invariant: Invariant) -> [RowName] {
    switch invariant {
    case .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
      .safeLanding, .ownVerification, .allowedLinks:
      var rows: [RowName] = []
      for row in access.flatMap({ $0.suspects(of: invariant) }) where !rows.contains(row) {
        rows.append(row)
      }
      return rows
    case .declared(let declared):
      switch forbidden[declared.place] {
      case .row(let row): return [row]
      case .nowhere, .nothingMeant, .unknown: return []
      }
    case .tenants: return tenants
    case .enumeration: return enumeration?.suspects ?? []
    case .repeatable: return unrepeatableReached
    case .reachable:
      var rows: [RowName] = []
      for row in followed.flatMap({ $0.closure.outsidersRows }) where !rows.contains(row) {
        rows.append(row)
      }
      return rows
    case .total: return []
    }
  }

  /// What is nearest to a sequence that breaks an invariant, in words; nil for nothing.
  func closest(to invariant: Invariant) -> String? {
    access.lazy.compactMap { $0.closest(to: invariant) }.first
  }

  /// Whether an invariant of the policy's own is about no cell of any table.
  func holdsOfNothing(_ invariant: Invariant) -> Bool {
    guard case .declared(let declared) = invariant else { return false }
    return forbidden[declared.place] == .nothingMeant
  }

  /// The policy's own actions that nobody attempts, as they count as an administrator's.
  var ownAdministration: [String] {
    guard environment.exclusions.contains(.administration) else { return [] }
    let standard = Set(StandardAction.allCases.map { $0.name })
    var names: [String] = []
    for table in policy.storage.tables {
      let action = policy.vocabulary.actions[table.action]
      let name = action.name.text
      if action.isAdministrators, !standard.contains(action.name),
        !names.contains(where: { $0.hasSameBytes(as: name) })
      {
        names.append(name)
      }
    }
    return names
  }
}
