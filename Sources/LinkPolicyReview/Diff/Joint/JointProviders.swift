internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The identity providers of two policies, each declared one and family by itself.
///
/// A provider that only one of them declares stands beside nothing.
struct JointProviders {
  let values: [JointVocabulary.Value]
  /// Whether the same providers need consent.
  let haveSameConsent: Bool

  init(_ policies: Sides<CompiledPolicy>) {
    let tables = Sides { policies[$0].vocabulary.providers }
    var values: [JointVocabulary.Value] = []
    for side in Side.allCases {
      for (index, provider) in tables[side].providers.enumerated()
      where !values.contains(where: { $0.name == provider.word }) {
        guard let example = Self.example(of: provider, index, side, tables) else { continue }
        values.append(
          JointVocabulary.Value(
            name: provider.word, own: Sides { tables[$0].value(of: example) ?? -1 }))
      }
    }
    haveSameConsent = values.allSatisfy { value in
      // Where one of them has no such provider, only the other reads relays of it.
      value.own.old < 0 || value.own.new < 0
        || tables.old.providers[value.own.old].requiresConsent
          == tables.new.providers[value.own.new].requiresConsent
    }
    values.append(JointVocabulary.Value(name: "none", own: Sides { tables[$0].none }))
    self.values = Self.distinct(values)
  }

  /// A provider's own id; for a family a member of it that neither policy lists by itself.
  private static func example(
    of provider: ProviderTable.Provider, _ value: Int, _ side: Side,
    _ tables: Sides<ProviderTable>
  ) -> String? {
    guard provider.isFamily else { return provider.id.text }
    let prefix = String(decoding: provider.id.bytes.dropLast(), as: UTF8.self)
    let listed = Set(Side.allCases.flatMap { tables[$0].providers.map { $0.id } })
    // What begins as a longer family does stands for that, whichever policy has it.
    let longer = Side.allCases.flatMap { side in
      tables[side].providers.filter { other in
        other.isFamily && other.id.bytes.count > provider.id.bytes.count
          && other.id.bytes.dropLast().starts(with: provider.id.bytes.dropLast())
      }.map { Array($0.id.bytes.dropLast()) }
    }
    func isFree(_ id: String) -> Bool {
      !listed.contains(Name(id)) && !longer.contains { id.utf8.starts(with: $0) }
        && tables[side].value(of: id) == value
    }
    let short = Self.endings.map { prefix + $0 }
    return ([prefix + "one"] + short).first(where: isFree)
      ?? short.lazy.flatMap { id in Self.endings.map { id + $0 } }.first(where: isFree)
  }

  /// What may follow the prefix of a family: a family with another one for each of these and their pairs has no members of its
  /// own that anybody could tell.
  private static let endings = "onetwhrfuivslxgabcdjkmpqyz0123456789-_.:/".map { String($0) }

  /// The values, each pair of readings once: what neither policy tells apart is one.
  private static func distinct(
    _ values: [JointVocabulary.Value]
  ) -> [JointVocabulary.Value] {
    var seen: Set<Sides<Int>> = []
    return values.filter { seen.insert($0.own).inserted }
  }
}
