internal import LinkPolicy
internal import LinkPolicyAuthoring

/// A provider that moves are played with: a declared one, or a member of a family.
///
/// Every declared provider is played, so that none stands for one which a row tells from it; of a
/// family two that nothing names, since a row can tell a method of the same provider from one of
/// another, and each that a row of the assumptions names, or that is the issuer of a declared provider.
struct PlayedProvider: Sendable {
  let id: String
  /// Its value of the fact `provider`.
  let value: Int
  let kinds: [MethodKind]
  let givesEmail: Bool
  let requiresConsent: Bool
  /// Providers of one number assert the same subjects.
  let issuer: Int
  /// Whether it shares the issuer of others and is not the issuer itself: it speaks for every subject
  /// of that issuer.
  let speaksForOthers: Bool

  /// The providers of a policy, as far as it and the assumptions tell them apart.
  static func all(
    of policy: CompiledPolicy, under assumptions: Assumptions
  ) -> [PlayedProvider] {
    let table = policy.vocabulary.providers
    var played: [(id: String, value: Int)] = []
    for value in table.providers.indices {
      played += assumptions.played(value, of: policy, others: 2).map { ($0, value) }
    }
    for issuer in table.providers.compactMap({ $0.issuer }) {
      // An issuer need not be a provider at all.
      guard let value = table.value(of: issuer.text),
        !played.contains(where: { $0.id.hasSameBytes(as: issuer.text) })
      else { continue }
      played.append((issuer.text, value))
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
        speaksForOthers: isShared && !(declared.issuer.map { $0 == declared.id } ?? false))
    }
  }
}
