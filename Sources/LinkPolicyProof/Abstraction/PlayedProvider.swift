internal import LinkPolicy

/// A provider that moves are played with: a declared one, or one of two members of a family.
///
/// Every declared provider is played, so that none stands for one which a row tells from it; of a
/// family two, since a row can tell a method of the same provider from one of another.
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
  /// Whether it is there beside another member of its family that is like it.
  let isSecond: Bool

  /// The providers of a policy, and the members of families that assumptions name.
  static func all(of policy: CompiledPolicy, under assumptions: Assumptions) -> [PlayedProvider] {
    let table = policy.vocabulary.providers
    var played: [(id: String, value: Int, isSecond: Bool)] = []
    func play(_ id: String, _ value: Int, isSecond: Bool) {
      // Where longer families leave no room, no id is read as a member of this one.
      guard table.value(of: id) == value, !played.contains(where: { $0.id.hasSameBytes(as: id) })
      else { return }
      played.append((id, value, isSecond))
    }
    for (value, provider) in table.providers.enumerated() {
      play(table.example(of: value, named: "one"), value, isSecond: false)
      if provider.isFamily {
        play(table.example(of: value, named: "two"), value, isSecond: true)
      }
    }
    for pattern in assumptions.providers {
      let id = pattern.hasSuffix("*") ? pattern.dropLast() + "one" : pattern[...]
      if let value = table.value(of: String(id)), table.providers[value].isFamily {
        play(String(id), value, isSecond: false)
        if pattern.hasSuffix("*") {
          play(pattern.dropLast() + "two", value, isSecond: true)
        }
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
        speaksForOthers: isShared && !(declared.issuer.map { $0 == declared.id } ?? false),
        isSecond: one.isSecond)
    }
  }
}
