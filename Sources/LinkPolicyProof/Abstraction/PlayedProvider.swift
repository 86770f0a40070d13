internal import LinkPolicy

/// A provider that moves are played with: a declared one, or a member of a family.
///
/// Every declared provider is played, so that none stands for one which a row tells from it; of a
/// family two, since a row can tell a method of the same provider from one of another, and those that
/// the assumptions tell from the rest of it, since more is proved by what they assert.
struct PlayedProvider: Sendable {
  let id: String
  /// Its value of the fact `provider`.
  let value: Int
  let kinds: [MethodKind]
  let givesEmail: Bool
  let requiresConsent: Bool
  /// Providers of one number assert the same subjects.
  let issuer: Int
  /// Whether it is a connection that anybody can run, and that shares its issuer with others: it
  /// speaks for every subject of that issuer.
  let speaksForOthers: Bool

  /// The providers of a policy, as far as the policy or the assumptions tell them apart.
  static func all(
    of policy: CompiledPolicy, under assumptions: Assumptions
  ) -> [PlayedProvider] {
    let table = policy.vocabulary.providers
    var played: [(id: String, value: Int)] = []
    for (value, provider) in table.providers.enumerated() {
      for name in provider.isFamily ? ["one", "two"] : ["one"] {
        let id = table.example(of: value, named: name)
        // Where longer families leave no room, no id is read as a member of this one.
        if table.value(of: id) == value {
          played.append((id, value))
        }
      }
    }
    for id in assumptions.familyMembers(of: policy)
    where !played.contains(where: { $0.id.hasSameBytes(as: id) }) {
      if let value = table.value(of: id) {
        played.append((id, value))
      }
    }
    return played.map { one in
      let declared = table.providers[one.value]
      let issuer = played.firstIndex { table.haveSameIssuer($0.id, one.id) } ?? 0
      let isShared = played.contains {
        !$0.id.hasSameBytes(as: one.id) && table.haveSameIssuer($0.id, one.id)
      }
      return PlayedProvider(
        id: one.id, value: one.value, kinds: declared.kinds, givesEmail: declared.givesEmail,
        requiresConsent: declared.requiresConsent, issuer: issuer,
        speaksForOthers: declared.isFamily && isShared)
    }
  }
}
